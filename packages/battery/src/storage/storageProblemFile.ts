import type { StorageBattery, StorageProblem, StoredEnergyValue } from "./storageProblem.ts";

/** Battery of a storage problem's file. Powers are at the battery's terminals: AC, of a hybrid inverter DC. */
export interface StorageBatteryFields {
  /** Least stored energy; one for the whole horizon or one per slot's end. */
  readonly minKwh: number | readonly number[];
  /** Most stored energy; one for the whole horizon or one per slot's end. */
  readonly maxKwh: number | readonly number[];
  readonly startKwh: number;
  /** Stored energy that the horizon must end with. */
  readonly endKwh?: number;
  readonly chargeKw: number;
  readonly dischargeKw: number;
  /** Stored per charged, in (0, 1]; default 1. */
  readonly chargeEfficiency?: number;
  /** Delivered per taken from the store, in (0, 1]; default 1. */
  readonly dischargeEfficiency?: number;
  /** Money per kWh of throughput, half on charge and half on discharge; default 0. */
  readonly wearPerKwh?: number;
  /** Efficiencies by power; the energy stored and delivered is linear between the powers. */
  readonly efficiencyCurve?: {
    readonly powerKw: readonly number[];
    readonly chargeEfficiency: readonly number[];
    readonly dischargeEfficiency: readonly number[];
  };
  /** Power limits in steps: a value holds from its fraction of the capacity up. */
  readonly rateCurve?: {
    readonly socFraction: readonly number[];
    readonly chargeKw: readonly number[];
    readonly dischargeKw: readonly number[];
  };
  /** Constant drain from the store; default 0. */
  readonly standbyKw?: number;
  /** Stored energy wanted at a slot's end: each kWh short of it costs the penalty. */
  readonly targets?: readonly {
    readonly slot: number;
    readonly minKwh: number;
    readonly penaltyPerKwh: number;
  }[];
}

/** How panels, battery and meter are joined. */
export type StorageInverterFields =
  | { readonly kind: "ac" }
  | { readonly kind: "hybrid"; readonly acKw: number; readonly dcAcEfficiency: number };

/**
 * A storage problem as a file holds it: energies per slot in kWh, powers in kW, prices in any one money unit per
 * kWh. `slotMinutes` may be one number for all slots or one each.
 */
export interface StorageProblemFile {
  readonly slotMinutes: number | readonly number[];
  readonly importPerKwh: readonly number[];
  readonly exportPerKwh: readonly number[];
  readonly loadKwh: readonly number[];
  readonly pvKwh: readonly number[];
  /** Whether what the panels give may be turned down; default true. */
  readonly pvCurtailable?: boolean;
  readonly battery: StorageBatteryFields;
  /** Default AC. */
  readonly inverter?: StorageInverterFields;
  readonly grid: {
    readonly importKw: number;
    readonly exportKw: number;
    /** Money per kW of the highest import of a slot; default 0. */
    readonly peakPricePerKw?: number;
    /** Peak that is paid for anyway, kW; default 0. */
    readonly peakFloorKw?: number;
  };
  /** What is allowed; each default true. */
  readonly rules?: {
    readonly batteryMayExport?: boolean;
    readonly batteryMayChargeFromGrid?: boolean;
    readonly batteryMayExportGridEnergy?: boolean;
  };
  /**
   * Worth of a kWh stored at the end: one number, or in steps, each value holding up to its kWh; a kWh beyond the
   * last is worth nothing.
   */
  readonly terminalValuePerKwh:
    | number
    | { readonly kwh: readonly number[]; readonly valuePerKwh: readonly number[] };
}

const MINUTES_PER_HOUR = 60;

/** The problem of a file that has been checked, in arrays with one value per slot. */
export function storageProblemOf(file: StorageProblemFile): StorageProblem {
  const slotCount = file.importPerKwh.length;
  const { grid, rules } = file;
  return {
    slotHours: perSlot(file.slotMinutes, slotCount).map((minutes) => minutes / MINUTES_PER_HOUR),
    importPerKwh: Float64Array.from(file.importPerKwh),
    exportPerKwh: Float64Array.from(file.exportPerKwh),
    loadKwh: Float64Array.from(file.loadKwh),
    pvKwh: Float64Array.from(file.pvKwh),
    pvCurtailable: file.pvCurtailable ?? true,
    battery: batteryOf(file.battery, slotCount),
    inverter: file.inverter ?? { kind: "ac" },
    grid: {
      importKw: grid.importKw,
      exportKw: grid.exportKw,
      peakPricePerKw: grid.peakPricePerKw ?? 0,
      peakFloorKw: grid.peakFloorKw ?? 0,
    },
    rules: {
      batteryMayExport: rules?.batteryMayExport ?? true,
      batteryMayChargeFromGrid: rules?.batteryMayChargeFromGrid ?? true,
      batteryMayExportGridEnergy: rules?.batteryMayExportGridEnergy ?? true,
    },
    terminalValue: terminalValueOf(file.terminalValuePerKwh),
  };
}

function batteryOf(fields: StorageBatteryFields, slotCount: number): StorageBattery {
  const maxKwh = perSlot(fields.maxKwh, slotCount);
  const { efficiencyCurve, rateCurve } = fields;
  return {
    minKwh: perSlot(fields.minKwh, slotCount),
    maxKwh,
    capacityKwh: maxKwh.reduce((most, kwh) => Math.max(most, kwh), 0),
    startKwh: fields.startKwh,
    endKwh: fields.endKwh ?? null,
    chargeKw: fields.chargeKw,
    dischargeKw: fields.dischargeKw,
    chargeEfficiency: fields.chargeEfficiency ?? 1,
    dischargeEfficiency: fields.dischargeEfficiency ?? 1,
    wearPerKwh: fields.wearPerKwh ?? 0,
    standbyKw: fields.standbyKw ?? 0,
    efficiencyCurve:
      efficiencyCurve === undefined
        ? null
        : {
            powerKw: Float64Array.from(efficiencyCurve.powerKw),
            chargeEfficiency: Float64Array.from(efficiencyCurve.chargeEfficiency),
            dischargeEfficiency: Float64Array.from(efficiencyCurve.dischargeEfficiency),
          },
    rateCurve:
      rateCurve === undefined
        ? null
        : {
            socFraction: Float64Array.from(rateCurve.socFraction),
            chargeKw: Float64Array.from(rateCurve.chargeKw),
            dischargeKw: Float64Array.from(rateCurve.dischargeKw),
          },
    targets: fields.targets ?? [],
  };
}

function terminalValueOf(value: StorageProblemFile["terminalValuePerKwh"]): StoredEnergyValue {
  return typeof value === "number"
    ? { kwh: Float64Array.of(Number.POSITIVE_INFINITY), valuePerKwh: Float64Array.of(value) }
    : { kwh: Float64Array.from(value.kwh), valuePerKwh: Float64Array.from(value.valuePerKwh) };
}

function perSlot(value: number | readonly number[], slotCount: number): Float64Array {
  return typeof value === "number" ? new Float64Array(slotCount).fill(value) : Float64Array.from(value);
}
