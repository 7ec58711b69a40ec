/** Minutes in a day: the length of every profile of a suite home. */
export const DAY_MINUTES = 1440;

/** One value for each minute of the day, repeated every day. */
export interface DayProfiles {
  readonly importPencePerKwh: Float64Array;
  readonly exportPencePerKwh: Float64Array;
  /** Energy taken in each minute, in kWh. */
  readonly loadKwh: Float64Array;
  readonly pvKw: Float64Array;
  /** Carbon intensity of the grid; all 0 when the file has none. */
  readonly carbonGramsPerKwh: Float64Array;
}

/** A planned charge of a car; minutes count from midnight of the first day and may pass 1440. */
export interface SuiteCarSlot {
  readonly startMinute: number;
  readonly endMinute: number;
  readonly kwh: number;
}

/** One car: its battery and what is planned for it. */
export interface SuiteCar {
  readonly batteryKwh: number;
  readonly slots: readonly SuiteCarSlot[];
}

/** Contiguous half-hours of every day that the supplier may take away again (intelligent slots). */
export interface IntelligentRun {
  readonly startMinute: number;
  readonly slotCount: number;
}

/** The solar diverter (immersion heater) of a home. */
export interface SuiteDiverter {
  readonly isSolar: boolean;
  readonly isSmart: boolean;
  readonly isCharging: boolean;
  readonly isOnExport: boolean;
  readonly preventsDischarge: boolean;
  readonly maxEnergyKwh: number;
  readonly maxPowerKw: number;
  readonly todayKwh: number;
}

/** Multipliers on the load of the three futures, as written: their order is settled when inputs are derived. */
export interface LoadScaling {
  readonly nominal: number;
  readonly pv10: number;
  readonly pv90: number;
}

/** One home of the suite format (household model, section 2). */
export interface SuiteScenario {
  readonly id: number;
  readonly seed: number;
  /** Start of the plan, in minutes after midnight; a multiple of 5. */
  readonly nowMinute: number;
  readonly battery: {
    readonly capacityKwh: number;
    readonly startPercent: number;
    readonly chargeKw: number;
    readonly dischargeKw: number;
  };
  readonly inverter: { readonly isHybrid: boolean; readonly limitKw: number; readonly exportLimitKw: number };
  readonly loadScaling: LoadScaling;
  readonly cars: readonly SuiteCar[];
  readonly intelligentRun?: IntelligentRun;
  readonly lowPowerExport: boolean;
  readonly diverter?: SuiteDiverter;
  readonly profiles: DayProfiles;
  /** Names of the tariffs' kinds when the file gives them; informational. */
  readonly tariffKinds?: { readonly import: string; readonly export: string };
}

/** What a home without the part has: the plan starts at midnight, and the options' defaults (section 7). */
export const SUITE_TEMPLATE: {
  readonly nowMinute: number;
  readonly loadScaling: LoadScaling;
  readonly lowPowerExport: boolean;
} = {
  nowMinute: 0,
  loadScaling: { nominal: 1.05, pv10: 1.1, pv90: 0.7 },
  lowPowerExport: false,
};
