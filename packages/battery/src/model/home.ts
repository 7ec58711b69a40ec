import * as layout from "../kernel/layout.ts";

/** One future as the kernel's tables hold it. */
export interface HomeFuture {
  readonly rows: Float64Array;
  readonly meterRows: Float64Array;
  /** Charge rate by band of charge, kWh a minute. */
  readonly chargeRates: Float64Array;
  /** Largest DC charge of a step by percent, kWh. */
  readonly dcSteps: Float64Array;
  readonly chargeScaling: number;
}

/** One home as the kernel's context holds it; energies in kWh per step, rates in kWh a minute. */
export interface Home {
  readonly stepCount: number;
  readonly nowMinute: number;
  readonly isPhysical: boolean;
  readonly isHybrid: boolean;
  readonly canFreezeExport: boolean;
  readonly freezeOnly: boolean;
  readonly isReserveEnabled: boolean;
  readonly canDischargeDuringCharge: boolean;
  readonly canChargeDuringExport: boolean;
  readonly canExportOnPv: boolean;
  readonly isLowPowerExport: boolean;
  readonly hasDcBoost: boolean;
  readonly areCarsOutsideMeter: boolean;
  readonly hasDiverter: boolean;
  readonly isDiverterCharging: boolean;
  readonly isDiverterOnExport: boolean;
  readonly diverterPreventsDischarge: boolean;
  readonly capacityKwh: number;
  readonly reserveKwh: number;
  readonly startKwh: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  readonly inverterEfficiency: number;
  readonly pvEfficiency: number;
  readonly inverterLimitKwh: number;
  readonly exportLimitKwh: number;
  readonly minimumDischargeKwh: number;
  readonly minimumRate: number;
  readonly exportRate: number;
  readonly dischargeScaling: number;
  readonly acChargeRate: number;
  readonly dcChargeRate: number;
  readonly chargeCapRate: number;
  readonly keepKwh: number;
  readonly keepWeight: number;
  readonly costSoFarPence: number;
  readonly exportSoFarKwh: number;
  readonly carbonSoFarGrams: number;
  readonly diverterMaxKwh: number;
  readonly diverterStepKwh: number;
  readonly diverterTodayKwh: number;
  /** Smallest charge of each band of the tables, kWh. */
  readonly bandEdges: Float64Array;
  readonly bandsPerKwh: number;
  readonly dischargeSteps: Float64Array;
  readonly exportCaps: Float64Array;
  readonly chargeFactors: Float64Array;
  readonly futures: readonly HomeFuture[];
}

/**
 * Reads a home's context; its tables stay views on the memory. What the kernel keeps beside them to be quick
 * (flat parts of curves, balances worked out in advance) is left alone, so that the reference checks it.
 */
export function readHome(memory: ArrayBufferLike, contextPointer: number): Home {
  const view = new DataView(memory, contextPointer, layout.CONTEXT_BYTES);
  const integer = (at: number): number => view.getInt32(at, true);
  const table = (at: number, length: number): Float64Array =>
    new Float64Array(memory as ArrayBuffer, integer(at), length);
  const stepCount = integer(layout.CONTEXT_STEP_COUNT);
  const bandCount = integer(layout.CONTEXT_BAND_COUNT);
  return {
    stepCount,
    nowMinute: integer(layout.CONTEXT_NOW_MINUTE),
    ...readSwitches(integer(layout.CONTEXT_FLAGS)),
    ...readConstants((at) => view.getFloat64(at, true)),
    bandEdges: table(layout.CONTEXT_BAND_EDGES, bandCount),
    bandsPerKwh: view.getFloat64(layout.CONTEXT_BANDS_PER_KWH, true),
    dischargeSteps: table(layout.CONTEXT_DISCHARGE_STEPS, bandCount),
    exportCaps: table(layout.CONTEXT_EXPORT_CAPS, bandCount),
    chargeFactors: table(layout.CONTEXT_CHARGE_FACTORS, bandCount),
    futures: Array.from({ length: layout.FUTURE_COUNT }, (_, index) => {
      const block = layout.CONTEXT_FUTURES + layout.FUTURE_BYTES * index;
      return {
        rows: table(block + layout.FUTURE_ROWS, stepCount * layout.ROW_WORDS),
        meterRows: table(block + layout.FUTURE_METER_ROWS, stepCount * layout.METER_WORDS),
        chargeRates: table(block + layout.FUTURE_CHARGE_RATES, bandCount),
        dcSteps: table(block + layout.FUTURE_DC_STEPS, 101),
        chargeScaling: view.getFloat64(block + layout.FUTURE_CHARGE_SCALING, true),
      };
    }),
  };
}

function readSwitches(flags: number) {
  const has = (flag: number): boolean => (flags & flag) !== 0;
  return {
    isPhysical: has(layout.FLAG_PHYSICAL),
    isHybrid: has(layout.FLAG_HYBRID),
    canFreezeExport: has(layout.FLAG_FREEZE_EXPORT),
    freezeOnly: has(layout.FLAG_FREEZE_ONLY),
    isReserveEnabled: has(layout.FLAG_RESERVE),
    canDischargeDuringCharge: has(layout.FLAG_DISCHARGE_DURING_CHARGE),
    canChargeDuringExport: has(layout.FLAG_CHARGE_DURING_EXPORT),
    canExportOnPv: has(layout.FLAG_EXPORT_ON_PV),
    isLowPowerExport: has(layout.FLAG_LOW_POWER_EXPORT),
    hasDcBoost: has(layout.FLAG_DC_BOOST),
    areCarsOutsideMeter: has(layout.FLAG_CARS_OUTSIDE_METER),
    hasDiverter: has(layout.FLAG_DIVERTER),
    isDiverterCharging: has(layout.FLAG_DIVERTER_CHARGING),
    isDiverterOnExport: has(layout.FLAG_DIVERTER_ON_EXPORT),
    diverterPreventsDischarge: has(layout.FLAG_DIVERTER_PREVENTS_DISCHARGE),
  };
}

function readConstants(number: (at: number) => number) {
  return {
    capacityKwh: number(layout.CONTEXT_CAPACITY_KWH),
    reserveKwh: number(layout.CONTEXT_RESERVE_KWH),
    startKwh: number(layout.CONTEXT_START_KWH),
    chargeEfficiency: number(layout.CONTEXT_CHARGE_EFFICIENCY),
    dischargeEfficiency: number(layout.CONTEXT_DISCHARGE_EFFICIENCY),
    inverterEfficiency: number(layout.CONTEXT_INVERTER_EFFICIENCY),
    pvEfficiency: number(layout.CONTEXT_PV_EFFICIENCY),
    inverterLimitKwh: number(layout.CONTEXT_INVERTER_LIMIT_KWH),
    exportLimitKwh: number(layout.CONTEXT_EXPORT_LIMIT_KWH),
    minimumDischargeKwh: number(layout.CONTEXT_MINIMUM_DISCHARGE_KWH),
    minimumRate: number(layout.CONTEXT_MINIMUM_RATE),
    exportRate: number(layout.CONTEXT_EXPORT_RATE),
    dischargeScaling: number(layout.CONTEXT_DISCHARGE_SCALING),
    acChargeRate: number(layout.CONTEXT_AC_CHARGE_RATE),
    dcChargeRate: number(layout.CONTEXT_DC_CHARGE_RATE),
    chargeCapRate: number(layout.CONTEXT_CHARGE_CAP_RATE),
    keepKwh: number(layout.CONTEXT_KEEP_KWH),
    keepWeight: number(layout.CONTEXT_KEEP_WEIGHT),
    costSoFarPence: number(layout.CONTEXT_COST_SO_FAR_PENCE),
    exportSoFarKwh: number(layout.CONTEXT_EXPORT_SO_FAR_KWH),
    carbonSoFarGrams: number(layout.CONTEXT_CARBON_SO_FAR_GRAMS),
    diverterMaxKwh: number(layout.CONTEXT_DIVERTER_MAX_KWH),
    diverterStepKwh: number(layout.CONTEXT_DIVERTER_STEP_KWH),
    diverterTodayKwh: number(layout.CONTEXT_DIVERTER_TODAY_KWH),
  };
}
