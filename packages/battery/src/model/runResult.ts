/** What one simulation of one plan in one future comes to, recorded until the end of the record. */
export interface RunResult {
  /** In pence: cost so far, imports less exports, car premiums; the standing charge in saved runs only. */
  readonly costPence: number;
  /** Imported while a charge window is active. */
  readonly importBatteryKwh: number;
  /** Imported at any other time. */
  readonly importHouseKwh: number;
  readonly exportKwh: number;
  /** Least stored energy at the end of a step; starts at the capacity. */
  readonly socMinKwh: number;
  readonly socFinalKwh: number;
  /** Absolute minute at which the step with the least stored energy starts. */
  readonly socMinMinute: number;
  /** Energy through the battery's terminals, both directions. */
  readonly throughputKwh: number;
  /** Penalty for a level not kept and a target not reached, in pence. */
  readonly keepPence: number;
  /** Taken by the diverter, today's earlier energy included; 0 without one. */
  readonly diverterKwh: number;
  readonly carbonGrams: number;
}

/**
 * The fields of a result in the order of every table, result list and kernel.
 * @see household model, section 9.1 (result_fields)
 */
export const RUN_RESULT_FIELDS: readonly (keyof RunResult)[] = [
  "costPence",
  "importBatteryKwh",
  "importHouseKwh",
  "exportKwh",
  "socMinKwh",
  "socFinalKwh",
  "socMinMinute",
  "throughputKwh",
  "keepPence",
  "diverterKwh",
  "carbonGrams",
];
