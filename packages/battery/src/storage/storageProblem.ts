/**
 * The storage problem: one battery, prices and energies known slot by slot; when to charge and discharge so that
 * bill, wear and peak charge less the value of what is left are least. Everything is in canonical per-slot arrays;
 * prices are in any one money unit per kWh. Nothing here is checked again: the readers do that.
 *
 * In each slot the energies at the meter balance: import - export = load - (what battery and panels give). Nothing
 * is imported and exported, or charged and discharged, in the same slot.
 */
export interface StorageProblem {
  /** Length of each slot in hours, positive; the first may be the rest of a slot that has begun. */
  readonly slotHours: Float64Array;
  readonly importPerKwh: Float64Array;
  readonly exportPerKwh: Float64Array;
  readonly loadKwh: Float64Array;
  /** What the panels can give: AC energy; DC energy where the inverter is a hybrid. */
  readonly pvKwh: Float64Array;
  /** False: all that the panels give is used or exported, except what a hybrid's AC limit clips. */
  readonly pvCurtailable: boolean;
  readonly battery: StorageBattery;
  readonly inverter: StorageInverter;
  readonly grid: StorageGrid;
  readonly rules: StorageRules;
  readonly terminalValue: StoredEnergyValue;
}

/** Of a problem what couples its slots: how many there are, wishes on the way, the value of what is left. */
export interface StorageEnds {
  readonly slotHours: { readonly length: number };
  readonly battery: Pick<StorageBattery, "targets">;
  readonly terminalValue: StoredEnergyValue;
}

/** The battery; its powers and flows are on the AC side, on the DC side where the inverter is a hybrid. */
export interface StorageBattery {
  /** Least and largest stored energy at the end of each slot, in kWh. */
  readonly minKwh: Float64Array;
  readonly maxKwh: Float64Array;
  /** What `socFraction` of the rate curve is a fraction of, in kWh. */
  readonly capacityKwh: number;
  readonly startKwh: number;
  /** What must be stored at the end, in kWh; null leaves it free. */
  readonly endKwh: number | null;
  readonly chargeKw: number;
  readonly dischargeKw: number;
  /** Where it charges at all, it charges with at least this, as cars do; absent, with any power. */
  readonly leastChargeKw?: number;
  /** Stored per charged, in (0, 1]; not read where there is an efficiency curve. */
  readonly chargeEfficiency: number;
  /** Delivered per taken from the store, in (0, 1]; not read where there is an efficiency curve. */
  readonly dischargeEfficiency: number;
  /** Money per kWh of throughput: half on each kWh charged, half on each kWh discharged. */
  readonly wearPerKwh: number;
  /** Constant drain from the store, in kW. */
  readonly standbyKw: number;
  readonly efficiencyCurve: EfficiencyCurve | null;
  readonly rateCurve: RateCurve | null;
  readonly targets: readonly StorageTarget[];
}

/**
 * Efficiency by power. Between two given powers the stored (or taken) energy is linear in the power; below the
 * first and above the last power their efficiencies hold. What is stored, and what is taken, rises from power to power.
 */
export interface EfficiencyCurve {
  /** Rising, positive. */
  readonly powerKw: Float64Array;
  readonly chargeEfficiency: Float64Array;
  readonly dischargeEfficiency: Float64Array;
}

/**
 * Highest rates by stored energy at the slot's beginning: steps, a value holds from its fraction up (at the very
 * fraction also the value below it, so that a best plan exists). The battery's own rates still hold.
 */
interface RateCurve {
  /** Rising, the first is 0; shares of `capacityKwh`. */
  readonly socFraction: Float64Array;
  readonly chargeKw: Float64Array;
  readonly dischargeKw: Float64Array;
}

/** A wish for the stored energy at the end of a slot: each missing kWh is penalised, and reported. */
export interface StorageTarget {
  readonly slot: number;
  readonly minKwh: number;
  readonly penaltyPerKwh: number;
}

/**
 * `ac`: panels and battery each have their own inverter. `hybrid`: they share one; between their DC side and the
 * home at most `acKw` (on the AC side) passes, each way with the loss `1 - dcAcEfficiency`.
 */
export type StorageInverter =
  | { readonly kind: "ac" }
  | { readonly kind: "hybrid"; readonly acKw: number; readonly dcAcEfficiency: number };

/** The connection; its caps give way, reported as violations, only where nothing else is possible. */
export interface StorageGrid {
  readonly importKw: number;
  readonly exportKw: number;
  /** Money for each kW of the highest slot's mean import; 0 where there is no such charge. */
  readonly peakPricePerKw: number;
  /** The peak that is paid for in any case, in kW. */
  readonly peakFloorKw: number;
}

export interface StorageRules {
  /** False: while the battery discharges nothing is exported. */
  readonly batteryMayExport: boolean;
  /** False: while the battery charges nothing is imported; a hybrid's inverter never turns AC into DC. */
  readonly batteryMayChargeFromGrid: boolean;
  /**
   * False: over the horizon the battery exports at most what it held above its minimum at the start and what it
   * stored of the panels' energy, after losses. The panels serve the load first, then the battery.
   */
  readonly batteryMayExportGridEnergy: boolean;
}

/** What stored energy is worth: `valuePerKwh[i]` for each kWh from `kwh[i - 1]` (or 0) up to `kwh[i]`, then nothing. */
export interface StoredEnergyValue {
  /** Rising; the last may be Infinity. */
  readonly kwh: Float64Array;
  readonly valuePerKwh: Float64Array;
}
