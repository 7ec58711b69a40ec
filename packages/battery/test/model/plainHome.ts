import type { SimulationInputs } from "../../src/model/inputs.ts";

/** What a test says of its home; the rest is plain. */
export type HomeChanges = {
  readonly [Part in keyof SimulationInputs]?: SimulationInputs[Part] extends readonly unknown[] | Float64Array
    ? SimulationInputs[Part]
    : SimulationInputs[Part] extends object | undefined
      ? Partial<NonNullable<SimulationInputs[Part]>>
      : SimulationInputs[Part];
} & {
  /** Energies and prices of each step, the same in all three futures. */
  readonly load?: readonly number[];
  readonly pv?: readonly number[];
  readonly importPence?: readonly number[];
  readonly exportPence?: readonly number[];
};

/**
 * A home whose sums can be done by hand: 10 kWh battery without losses, 6 kW (0.5 kWh a step) each way,
 * AC-coupled, no limits that bind, 20 p in and 10 p out. Lists shorter than 12 steps repeat their last value.
 */
export function plainHome(changes: HomeChanges = {}): SimulationInputs {
  const { load, pv, importPence, exportPence, ...parts } = changes;
  const stepCount = parts.stepCount ?? 12;
  const series = (values: readonly number[] | undefined, fallback: number): Float64Array =>
    Float64Array.from(
      { length: stepCount },
      (_, step) => values?.[Math.min(step, values.length - 1)] ?? fallback,
    );
  const importPencePerKwh = series(importPence, 20);
  const future = { loadKwh: series(load, 0), pvKwh: series(pv, 0), chargeRateScaling: 1, importPencePerKwh };
  return {
    profile: "predbat",
    nowMinute: 600,
    endRecordStep: stepCount,
    importPencePerKwh,
    exportPencePerKwh: series(exportPence, 10),
    carbonGramsPerKwh: series(undefined, 0),
    futures: [
      { name: "nominal", ...future },
      { name: "pv10", ...future },
      { name: "pv90", ...future },
    ],
    cars: [],
    costSoFarPence: 0,
    exportSoFarKwh: 0,
    carbonSoFarGrams: 0,
    standingChargePencePerDay: 0,
    terminalValuePencePerKwh: 0,
    pv10Weight: 0,
    pv90Weight: 0,
    carbonPencePerKg: 0,
    ...parts,
    stepCount,
    battery: { ...PLAIN_BATTERY, ...parts.battery },
    inverter: { isHybrid: false, limitKw: 12, exportLimitKw: 12, efficiency: 1, ...parts.inverter },
    options: { ...PLAIN_OPTIONS, ...parts.options },
  } as SimulationInputs;
}

const PLAIN_BATTERY: SimulationInputs["battery"] = {
  capacityKwh: 10,
  reserveKwh: 1,
  startKwh: 5,
  chargeKw: 6,
  dischargeKw: 6,
  dcChargeKw: 6,
  exportKw: 6,
  minimumRateKw: 0.12,
  chargeEfficiency: 1,
  dischargeEfficiency: 1,
  chargeCurve: new Float64Array(101).fill(1),
  dischargeCurve: new Float64Array(101).fill(1),
  temperatureChargeCapKw: 100,
  temperatureDischargeCapKw: 100,
  chargeRateScaling: 1,
  dischargeRateScaling: 1,
  wearPencePerKwh: 0,
};

const PLAIN_OPTIONS: SimulationInputs["options"] = {
  lowPowerExport: true,
  freezeExportEnabled: true,
  freezeOnly: false,
  reserveEnabled: true,
  dischargeDuringCharge: true,
  chargeDuringExport: true,
  exportOnPv: true,
  carsUseBattery: false,
  carsInLoad: true,
  keepKwh: 0,
  keepWeight: 0.5,
};
