import * as layout from "../kernel/layout.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import type { StorageBattery, StorageInverter, StorageProblem } from "../storage/storageProblem.ts";
import { type BoostRelaxation, boostRelaxations, type PricedFuture } from "./boostRelaxation.ts";
import { rateBands, rateCurveOf } from "./rateBands.ts";
import { slackPence } from "./relaxationSlack.ts";

/** What one future's money counts in a sum: its cost and stored energy, and what is counted beside them. */
interface MoneyWeights {
  readonly cost: number;
  /** Wear, carbon and keep, which the metric counts of the nominal future alone, in full. */
  readonly side: number;
}

/** One future of a home as storage problems: whatever the inverter is told, it costs no less than the dearest bound. */
export interface HomeRelaxation {
  readonly problem: StorageProblem;
  /** To be added to the problem's objective or lower bound, in pence. */
  readonly constantPence: number;
}

/** Which future of a home is relaxed, and how its money counts. */
export interface RelaxedFuture {
  readonly inputs: SimulationInputs;
  /** 0 nominal, 1 PV10, 2 PV90. */
  readonly futureIndex: number;
  readonly weights: MoneyWeights;
  /** `byCharge`: battery powers by what is stored. `highest`: the highest at any charge; looser, and much sooner solved. */
  readonly rates: "byCharge" | "highest";
}

/**
 * Relaxes one future of a home: the battery may do in each step of 5 minutes all that any mode may, and panels may be
 * held back; what the model alone can do beyond that is in the constant. A home with a diverter is relaxed in more
 * than one way; each of them is a bound.
 * @param home  the model of the inputs
 */
export function homeRelaxations(home: Home, relaxed: RelaxedFuture): HomeRelaxation[] {
  const future = home.futures[relaxed.futureIndex]!;
  const priced = { ...relaxed, ...pricesOf(home, future, relaxed) };
  const { weights, inputs } = relaxed;
  const soFarPence =
    weights.cost * home.costSoFarPence +
    ((weights.side * inputs.carbonPencePerKg) / 1000) * home.carbonSoFarGrams;
  const constantPence = soFarPence + slackPence(home, future, relaxed);
  return boostRelaxations(home, priced).map((boosts) => ({
    problem: problemOf(home, future, boosts, priced),
    constantPence: constantPence + boosts.constantPence,
  }));
}

/** Money of a kWh imported and exported in each step, carbon counted. */
function pricesOf(
  { stepCount, areCarsOutsideMeter }: Home,
  { rows, meterRows }: HomeFuture,
  { inputs, weights }: RelaxedFuture,
): Pick<PricedFuture, "importPerKwh" | "exportPerKwh"> {
  const importPerKwh = new Float64Array(stepCount);
  const exportPerKwh = new Float64Array(stepCount);
  for (let step = 0; step < stepCount; step++) {
    const meter = (byteOffset: number): number => meterRows[step * layout.METER_WORDS + byteOffset / 8]!;
    const row = (byteOffset: number): number => rows[step * layout.ROW_WORDS + byteOffset / 8]!;
    const carbon = ((weights.side * inputs.carbonPencePerKg) / 1000) * meter(layout.METER_CARBON_GRAMS);
    const exportPence = row(layout.ROW_EXPORT_PENCE);
    // Cars outside the meter take part of an export before it is sold, or paid for.
    const isShared = areCarsOutsideMeter && meter(layout.METER_CAR_OUTSIDE_KWH) > 0;
    importPerKwh[step] = weights.cost * row(layout.ROW_IMPORT_PENCE) + carbon;
    exportPerKwh[step] = weights.cost * (isShared ? Math.max(exportPence, 0) : exportPence) + carbon;
  }
  return { importPerKwh, exportPerKwh };
}

function problemOf(
  home: Home,
  future: HomeFuture,
  boosts: BoostRelaxation,
  relaxed: PricedFuture,
): StorageProblem {
  const { inputs, weights, importPerKwh, exportPerKwh } = relaxed;
  const { stepCount } = home;
  const energies = (byteOffset: number, addedKwh: (step: number) => number): Float64Array =>
    Float64Array.from({ length: stepCount }, (_, step) => {
      return future.rows[step * layout.ROW_WORDS + byteOffset / 8]! + addedKwh(step);
    });
  return {
    slotHours: new Float64Array(stepCount).fill(STEP_MINUTES / 60),
    importPerKwh,
    exportPerKwh,
    loadKwh: energies(layout.ROW_LOAD_KWH, (step) => boosts.boostKwh[step]!),
    pvKwh: energies(layout.ROW_PV_KWH, (step) => -boosts.divertedKwh[step]!),
    pvCurtailable: true,
    ...batteryOf(home, future, relaxed),
    grid: {
      importKw: Number.POSITIVE_INFINITY,
      exportKw: home.exportLimitKwh * STEPS_PER_HOUR,
      peakPricePerKw: 0,
      peakFloorKw: 0,
    },
    rules: { batteryMayExport: true, batteryMayChargeFromGrid: true, batteryMayExportGridEnergy: true },
    terminalValue: {
      kwh: Float64Array.of(Number.POSITIVE_INFINITY),
      valuePerKwh: Float64Array.of(weights.cost * inputs.terminalValuePencePerKwh),
    },
  };
}

const STEPS_PER_HOUR = 60 / STEP_MINUTES;

/** Battery and inverter: their powers stand on the DC side of a hybrid, else on the AC side. */
function batteryOf(
  home: Home,
  future: HomeFuture,
  { inputs, weights, rates: ratesBy }: RelaxedFuture,
): { readonly battery: StorageBattery; readonly inverter: StorageInverter } {
  const bands = rateBands(home, future);
  const efficiency = home.inverterEfficiency;
  const limitKw = home.inverterLimitKwh * STEPS_PER_HOUR;
  const onAc = {
    ...bands,
    chargeKw: bands.chargeKw.map((kw) => Math.min(kw / efficiency, limitKw)),
    dischargeKw: bands.dischargeKw.map((kw) => Math.min(kw, limitKw) * efficiency),
  };
  const rates = home.isHybrid ? bands : onAc;
  const chargeKw = Math.max(...rates.chargeKw);
  const loss = home.isHybrid ? 1 : efficiency;
  const floorKwh = Math.min(home.reserveKwh, home.startKwh);
  const battery: StorageBattery = {
    minKwh: new Float64Array(home.stepCount).fill(floorKwh),
    maxKwh: new Float64Array(home.stepCount).fill(home.capacityKwh),
    capacityKwh: home.capacityKwh,
    startKwh: home.startKwh,
    endKwh: null,
    chargeKw,
    dischargeKw: Math.max(...rates.dischargeKw),
    chargeEfficiency: home.chargeEfficiency * loss,
    dischargeEfficiency: home.dischargeEfficiency * loss,
    // Half on each kWh in and out; where those are AC, the terminals see more charging and less discharging: at least so much.
    wearPerKwh: 2 * weights.side * inputs.battery.wearPencePerKwh * (home.isHybrid ? 1 : efficiency),
    standbyKw: 0,
    efficiencyCurve: null,
    rateCurve: ratesBy === "byCharge" ? rateCurveOf(rates, home.capacityKwh) : null,
    targets: [],
  };
  if (!home.isHybrid) return { battery, inverter: { kind: "ac" } };
  // The limit is on the DC side going out and on the AC side coming in; where charging never meets it, the tighter is right.
  const isInFree = chargeKw <= limitKw * efficiency * efficiency;
  const acKw = isInFree ? limitKw * efficiency : limitKw;
  return { battery, inverter: { kind: "hybrid", acKw, dcAcEfficiency: efficiency } };
}
