/** Minutes in one simulated step. */
export const STEP_MINUTES = 5;

/** The three futures that a plan is judged by, in the order of every table and result. */
export type FutureName = "nominal" | "pv10" | "pv90";

/** One future: what the sun gives and what the home takes, and what that future is dearer or slower by. */
export interface Future {
  readonly name: FutureName;
  /** Energy taken by the home in each step, in kWh (length stepCount). */
  readonly loadKwh: Float64Array;
  /** Energy given by the panels in each step, in kWh (length stepCount). */
  readonly pvKwh: Float64Array;
  /** Factor on every battery charge rate (PV10 0.8 in the predbat profile, else 1). */
  readonly chargeRateScaling: number;
  /** Import price of each step in this future, in pence per kWh (PV10: intelligent slots may vanish). */
  readonly importPencePerKwh: Float64Array;
}

/** A battery; powers are at the inverter's side of the battery loss. */
export interface Battery {
  readonly capacityKwh: number;
  /** Never discharged below; also the target that means "hold". */
  readonly reserveKwh: number;
  readonly startKwh: number;
  readonly chargeKw: number;
  readonly dischargeKw: number;
  /** Hybrid only: DC rate that panels may charge with (predbat suite: 1 kW). */
  readonly dcChargeKw: number;
  /** Highest battery power of a forced export (predbat suite: 1.998 kW). */
  readonly exportKw: number;
  readonly minimumRateKw: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  /** Factor on the charge rate at each whole percent of charge, 0 to 100 (length 101). */
  readonly chargeCurve: Float64Array;
  /** Factor on the discharge rate at each whole percent of charge, 0 to 100 (length 101). */
  readonly dischargeCurve: Float64Array;
  /** Cap from temperature on charge and discharge power, as kW (predbat suite: capacity x 1 per hour). */
  readonly temperatureChargeCapKw: number;
  readonly temperatureDischargeCapKw: number;
  readonly chargeRateScaling: number;
  readonly dischargeRateScaling: number;
  readonly wearPencePerKwh: number;
}

export interface Inverter {
  readonly isHybrid: boolean;
  readonly limitKw: number;
  readonly exportLimitKw: number;
  /** DC to AC efficiency and back. */
  readonly efficiency: number;
  /** AC-coupled panels only: their own inverter's limit; absent is none. */
  readonly pvAcLimitKw?: number;
}

/** One planned charge of a car, in absolute minutes [startMinute, endMinute). */
export interface CarSlot {
  readonly startMinute: number;
  readonly endMinute: number;
  readonly kwh: number;
  /** Set when the supplier gave the slot its own price. */
  readonly pencePerKwh?: number;
}

export interface Car {
  readonly slots: readonly CarSlot[];
  readonly startKwh: number;
  readonly limitKwh: number;
  /** Share of the drawn energy that the car stores. */
  readonly efficiency: number;
}

/** Solar diverter (immersion heater); absent when there is none. Section 4.8 and 9.8 of the model. */
export interface Diverter {
  readonly isSolar: boolean;
  readonly isCharging: boolean;
  readonly isOnExport: boolean;
  readonly preventsDischarge: boolean;
  readonly maxEnergyKwh: number;
  readonly maxPowerKw: number;
  readonly minPowerKw: number;
  readonly todayKwh: number;
  readonly maxImportPencePerKwh: number;
  readonly maxExportPencePerKwh: number;
  /** Planned boosts, in absolute minutes. */
  readonly plannedSlots: readonly {
    readonly startMinute: number;
    readonly endMinute: number;
    readonly kwh: number;
  }[];
}

/** Whether the peer's quirks are reproduced (`predbat`) or corrected (`physical`). */
export type Profile = "predbat" | "physical";

/** Switches of the model; the suite's values stand in the household model, sections 1 and 7. */
export interface ModelOptions {
  readonly lowPowerExport: boolean;
  readonly freezeExportEnabled: boolean;
  readonly freezeOnly: boolean;
  readonly reserveEnabled: boolean;
  readonly dischargeDuringCharge: boolean;
  readonly chargeDuringExport: boolean;
  readonly exportOnPv: boolean;
  readonly carsUseBattery: boolean;
  readonly carsInLoad: boolean;
  readonly keepKwh: number;
  readonly keepWeight: number;
}

/**
 * Everything that one home's simulation reads. Step k covers the absolute minutes
 * [nowMinute + 5k, nowMinute + 5k + 5); absolute minutes count from midnight of the first day.
 */
export interface SimulationInputs {
  readonly profile: Profile;
  readonly nowMinute: number;
  readonly stepCount: number;
  /** Costs and energies are recorded in steps [0, endRecordStep). */
  readonly endRecordStep: number;
  readonly importPencePerKwh: Float64Array;
  readonly exportPencePerKwh: Float64Array;
  readonly carbonGramsPerKwh: Float64Array;
  /** nominal, pv10, pv90: always three, in this order. */
  readonly futures: readonly [Future, Future, Future];
  readonly battery: Battery;
  readonly inverter: Inverter;
  readonly cars: readonly Car[];
  readonly diverter?: Diverter;
  readonly options: ModelOptions;
  /** Already spent today, in pence; the simulated cost starts here. */
  readonly costSoFarPence: number;
  readonly exportSoFarKwh: number;
  readonly carbonSoFarGrams: number;
  readonly standingChargePencePerDay: number;
  /** Value of what is stored at the end, in pence per kWh. */
  readonly terminalValuePencePerKwh: number;
  readonly pv10Weight: number;
  readonly pv90Weight: number;
  readonly carbonPencePerKg: number;
}
