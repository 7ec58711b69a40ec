/** Storage problems written shortly: what is not said takes the plainest value. */
import type {
  StorageBattery,
  StorageGrid,
  StorageInverter,
  StorageProblem,
  StorageRules,
} from "../../src/storage/storageProblem.ts";

/** What a test says about its problem; numbers hold in every slot. */
export interface PlainProblem {
  readonly slotHours: ArrayLike<number>;
  readonly importPerKwh: ArrayLike<number>;
  readonly exportPerKwh: ArrayLike<number>;
  readonly loadKwh: ArrayLike<number>;
  readonly pvKwh?: ArrayLike<number>;
  readonly pvCurtailable?: boolean;
  readonly battery: Partial<StorageBattery> & { readonly min?: number; readonly max: number };
  readonly inverter?: StorageInverter;
  readonly grid?: Partial<StorageGrid>;
  readonly rules?: Partial<StorageRules>;
  /** Value of each stored kWh at the end. */
  readonly value?: number;
}

/** The whole problem: efficiencies 0.95, no wear, caps of 1000 kW, everything allowed, unless said otherwise. */
export function plainProblem(said: PlainProblem): StorageProblem {
  const count = said.slotHours.length;
  const { min = 0, max, ...battery } = said.battery;
  return {
    slotHours: Float64Array.from(said.slotHours),
    importPerKwh: Float64Array.from(said.importPerKwh),
    exportPerKwh: Float64Array.from(said.exportPerKwh),
    loadKwh: Float64Array.from(said.loadKwh),
    pvKwh: said.pvKwh === undefined ? new Float64Array(count) : Float64Array.from(said.pvKwh),
    pvCurtailable: said.pvCurtailable ?? true,
    battery: {
      minKwh: new Float64Array(count).fill(min),
      maxKwh: new Float64Array(count).fill(max),
      capacityKwh: max,
      startKwh: min,
      endKwh: null,
      chargeKw: 5,
      dischargeKw: 5,
      chargeEfficiency: 0.95,
      dischargeEfficiency: 0.95,
      wearPerKwh: 0,
      standbyKw: 0,
      efficiencyCurve: null,
      rateCurve: null,
      targets: [],
      ...battery,
    },
    inverter: said.inverter ?? { kind: "ac" },
    grid: { importKw: 1000, exportKw: 1000, peakPricePerKw: 0, peakFloorKw: 0, ...said.grid },
    rules: {
      batteryMayExport: true,
      batteryMayChargeFromGrid: true,
      batteryMayExportGridEnergy: true,
      ...said.rules,
    },
    terminalValue: { kwh: Float64Array.of(Infinity), valuePerKwh: Float64Array.of(said.value ?? 0) },
  };
}
