import * as layout from "../kernel/layout.ts";
import * as physics from "../kernel/physics.ts";
import type { Home, HomeFuture } from "../model/home.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { type StorageBand, WHOLE_BAND } from "../storage/storageBands.ts";
import type { StorageChain } from "../storage/storageChain.ts";
import type { StorageLimits } from "../storage/storageLimits.ts";
import type { StorageTarget } from "../storage/storageProblem.ts";
import { powerOfTwoAbove, type StorageScale } from "../storage/storageScale.ts";
import { ChainCosts } from "./chainCosts.ts";
import { coarseBands, joined, type RateBand, rateBands } from "./rateBands.ts";
import { type MoneyWeights, StepMeter } from "./stepMeter.ts";
import type { FutureWays, PricedWay } from "./stepWays.ts";

/** Which future of a home is relaxed, and how its money counts. */
export interface RelaxedFuture {
  readonly inputs: SimulationInputs;
  /** The model of the inputs. */
  readonly home: Home;
  /** 0 nominal, 1 PV10, 2 PV90. */
  readonly futureIndex: number;
  readonly weights: MoneyWeights;
}

/**
 * How closely a future is followed. `fine`: each step's cost as it is, battery powers by what is stored. `coarse`: costs
 * made convex, powers in three ranges of what is stored. `whole`: convex, and the highest powers at any charge.
 */
export type Closeness = "fine" | "coarse" | "whole";

/** The chain of a future's steps, and the scale of its energies and money. */
export interface RelaxedChain {
  readonly chain: StorageChain;
  readonly scale: StorageScale;
}

/**
 * One future of a home as a chain of steps, each free to follow any mode in whole or in part: whatever the inverter is
 * told costs no less.
 * @param ways  what each step may be like
 */
export function relaxedChain(relaxed: RelaxedFuture, ways: FutureWays, closeness: Closeness): RelaxedChain {
  const { home, inputs, weights } = relaxed;
  const future = home.futures[relaxed.futureIndex]!;
  const scale = scaleOf(home, future, relaxed);
  const meter = new StepMeter(home, future, weights, {
    carbonPencePerKg: inputs.carbonPencePerKg,
    wearPencePerKwh: inputs.battery.wearPencePerKwh,
  });
  const rates = bandsFor(home, future, closeness);
  const functionCount = ways.moves.reduce((sum, moves) => sum + moves.length, 0) * (rates.length + 1);
  const costs = new ChainCosts(
    { home, future, meter, scale },
    { isConvex: closeness !== "fine", functionCount },
  );
  const moves = ways.moves.map((stepMoves, step) => {
    costs.turnTo(step);
    return stepMoves.flatMap(({ from, to, ways: priced }) => {
      const bands =
        closeness === "whole"
          ? wholeBand(costs, priced, rates[0]!)
          : stepBands({ home, costs, scale }, priced, rates);
      return to.map((phase) => ({ from, to: phase, bands }));
    });
  });
  const bands = moves.map(([first]) => first!.bands);
  const chain = {
    costs: costs.family,
    bands,
    rateBands: bands,
    limits: limitsOf(home, scale),
    ends: endsOf(relaxed, scale),
    ...(ways.phaseCount === 1 ? {} : { phases: { count: ways.phaseCount, moves } }),
    startPhases: ways.startPhases,
  };
  return { chain, scale };
}

function bandsFor(home: Home, future: HomeFuture, closeness: Closeness): readonly RateBand[] {
  const fine = rateBands(home, future);
  if (closeness === "fine") return fine;
  return closeness === "coarse" ? coarseBands(fine, home.capacityKwh) : [joined(fine)];
}

interface Bands {
  readonly home: Home;
  readonly costs: ChainCosts;
  readonly scale: StorageScale;
}

function wholeBand(costs: ChainCosts, ways: readonly PricedWay[], rates: RateBand): readonly StorageBand[] {
  return [{ ...WHOLE_BAND, costIndex: costs.addCost(ways, rates, true) }];
}

/** The bands of a step: those of the rates, cut where less has room than the panels may give, and from there one. */
function stepBands(
  { home, costs, scale }: Bands,
  ways: readonly PricedWay[],
  rates: readonly RateBand[],
): readonly StorageBand[] {
  // A charge for the reserve's sake may have no room at any charge.
  if (home.reserveKwh > home.capacityKwh) return wholeBand(costs, ways, joined(rates));
  const sunKwh = ways.reduce((most, { way }) => Math.max(most, way.pvKwh), 0);
  const fullKwh = home.capacityKwh - sunKwh * Math.max(home.chargeEfficiency, 1 / home.chargeEfficiency);
  const below = sunKwh > 0 ? rates.filter(({ fromKwh }) => fromKwh < fullKwh) : rates;
  const bands: StorageBand[] = below.map((band, index) => ({
    ...WHOLE_BAND,
    lowKwh: index === 0 ? -Infinity : band.fromKwh / scale.energyKwh,
    highKwh: (below[index + 1]?.fromKwh ?? (sunKwh > 0 ? fullKwh : Infinity)) / scale.energyKwh,
    costIndex: costs.addCost(ways, band, false),
  }));
  if (sunKwh > 0) {
    const atTop = rates.filter((_, index) => (rates[index + 1]?.fromKwh ?? Infinity) > fullKwh);
    bands.push({
      ...WHOLE_BAND,
      lowKwh: below.length === 0 ? -Infinity : fullKwh / scale.energyKwh,
      costIndex: costs.addCost(ways, joined(atTop), true),
    });
  }
  return bands;
}

/** What may be stored: from the reserve, or the start below it, to the capacity, or the start above it. */
function limitsOf(
  { stepCount, reserveKwh, startKwh, capacityKwh }: Home,
  { energyKwh }: StorageScale,
): StorageLimits {
  const low = new Float64Array(stepCount + 1).fill(Math.min(reserveKwh, startKwh) / energyKwh);
  const high = new Float64Array(stepCount + 1).fill(Math.max(capacityKwh, startKwh) / energyKwh);
  low[0] = startKwh / energyKwh;
  high[0] = startKwh / energyKwh;
  return { low, high, drainKwh: new Float64Array(stepCount), mayBeOver: new Uint8Array(stepCount) };
}

function endsOf(
  { home, inputs, futureIndex, weights }: RelaxedFuture,
  { energyKwh, pricePerKwh }: StorageScale,
): StorageChain["ends"] {
  const value = (weights.cost * inputs.terminalValuePencePerKwh) / pricePerKwh;
  return {
    slotHours: { length: home.stepCount },
    battery: {
      targets: keepTargets(home, home.futures[futureIndex]!, weights).map(
        ({ slot, minKwh, penaltyPerKwh }) => ({
          slot,
          minKwh: minKwh / energyKwh,
          penaltyPerKwh: penaltyPerKwh / pricePerKwh,
        }),
      ),
    },
    terminalValue: { kwh: Float64Array.of(Infinity), valuePerKwh: Float64Array.of(value) },
  };
}

/** What a store below the level to keep costs at least, as if no export had ended the first four hours' lower weight. */
function keepTargets(
  { keepKwh, keepWeight, stepCount }: Home,
  { rows }: HomeFuture,
  { side }: MoneyWeights,
): StorageTarget[] {
  if (!(keepKwh > 0 && keepWeight * side > 0)) return [];
  return Array.from({ length: stepCount }, (_, slot) => {
    const importPence = Math.max(rows[slot * layout.ROW_WORDS + layout.ROW_IMPORT_PENCE / 8]!, 0);
    const weight = physics.risingKeepWeight(slot * STEP_MINUTES, keepWeight);
    return { slot, minKwh: keepKwh, penaltyPerKwh: side * physics.keepPenalty(0, 1, importPence, weight) };
  });
}

/** The sizes that the solver's tolerances are shares of. */
function scaleOf(
  home: Home,
  { rows, meterRows }: HomeFuture,
  { inputs, weights }: RelaxedFuture,
): StorageScale {
  let energy = Math.max(home.capacityKwh, home.startKwh);
  let price = Math.max(
    weights.cost * Math.abs(inputs.terminalValuePencePerKwh),
    weights.side * inputs.battery.wearPencePerKwh,
  );
  for (let step = 0; step < home.stepCount; step++) {
    const row = step * layout.ROW_WORDS;
    const meter = step * layout.METER_WORDS;
    energy = Math.max(energy, rows[row + layout.ROW_LOAD_KWH / 8]!, rows[row + layout.ROW_PV_KWH / 8]!);
    const carbon =
      ((weights.side * inputs.carbonPencePerKg) / 1000) * meterRows[meter + layout.METER_CARBON_GRAMS / 8]!;
    const importPence =
      Math.abs(rows[row + layout.ROW_IMPORT_PENCE / 8]!) +
      Math.abs(meterRows[meter + layout.METER_CAR_PREMIUM_PENCE / 8]!);
    const exportPence = Math.abs(rows[row + layout.ROW_EXPORT_PENCE / 8]!);
    price = Math.max(price, weights.cost * Math.max(importPence, exportPence) + Math.abs(carbon));
  }
  const energyKwh = powerOfTwoAbove(energy);
  const pricePerKwh = powerOfTwoAbove(price);
  return { energyKwh, pricePerKwh, money: energyKwh * pricePerKwh };
}
