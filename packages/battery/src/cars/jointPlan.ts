import type { Home } from "../home/home.ts";
import { COST_RESOLUTION_PENCE } from "../kernel/searchChoice.ts";
import type { Car, SimulationInputs } from "../model/inputs.ts";
import type { ScheduleFinder } from "../plan/planHome.ts";
import { comparePlans, type Rated } from "../plan/preference.ts";
import { boostOffers } from "../water/boostOffers.ts";
import { missingHeat, withBoosts } from "../water/heatWish.ts";
import { marginalOffers, sunOffers } from "./marginalOffers.ts";
import { type ChargeWish, filledSlots, type PricedSlots, type SlotOffer } from "./slotOffers.ts";

/** Rounds of planning the battery and moving what may move; a count, never the clock. */
const ROUND_COUNT = 4;

/** How the cars' slots were chosen, and what that saves. */
export interface CarChoice {
  /** By import price; by the sun to spare; by what charging costs beside the battery's plan. */
  readonly chosenBy: "importPrice" | "spareSun" | "marginalCost";
  /** What the plan saves beside the best one with all that moves in the slots of the cheapest import, in pence. */
  readonly savedPence: number;
}

/** How the boosts of the water heater were chosen, and what that saves. */
export interface BoostChoice {
  /** By import price; by what heating costs beside the battery's plan. */
  readonly chosenBy: "importPrice" | "marginalCost";
  /** Energy that boosts give, in kWh. */
  readonly boostKwh: number;
  /** As that of the cars. */
  readonly savedPence: number;
}

/** A battery plan and what was moved beside it. */
export interface JointPlan {
  readonly home: Home;
  readonly best: Rated;
  /** Absent where no car's slots are the plan's to choose. */
  readonly carChoice?: CarChoice;
  /** Absent where no boosts are the plan's to choose. */
  readonly boostChoice?: BoostChoice;
}

interface Moved {
  readonly carsBy: CarChoice["chosenBy"];
  readonly boostsBy: BoostChoice["chosenBy"];
  readonly inputs: SimulationInputs;
}

interface Candidate extends Moved {
  readonly best: Rated;
}

/**
 * Plans battery, cars and water heater together: from the cheapest import slots, the battery is planned and the others
 * are moved to where they cost least beside that plan, in turns, until the judged cost falls no more. All get the energy
 * that they get in the cheapest slots by the same deadline.
 */
export function planJointly(home: Home, findSchedules: ScheduleFinder): JointPlan {
  const plan = (each: readonly SimulationInputs[]): Rated[] => findSchedules(each, home.changePence);
  const start: Moved = { carsBy: "importPrice", boostsBy: "importPrice", inputs: home.inputs };
  const first: Candidate = { ...start, best: plan([home.inputs])[0]! };
  const seen = new Set([slotWords(home.inputs)]);
  let chosen = first;
  for (let round = 0; round < ROUND_COUNT; round++) {
    const moved = movedFrom(home, chosen).filter(({ inputs }) => !seen.has(slotWords(inputs)));
    for (const { inputs } of moved) seen.add(slotWords(inputs));
    if (moved.length === 0) break;
    const rated = plan(moved.map(({ inputs }) => inputs));
    const [best] = moved
      .map((each, index): Candidate => ({ ...each, best: rated[index]! }))
      .sort((a, b) => comparePlans(a.best, b.best));
    if (best!.best.judgedPence >= chosen.best.judgedPence - COST_RESOLUTION_PENCE) break;
    chosen = best!;
  }
  return jointPlan(home, first, chosen);
}

function jointPlan(home: Home, first: Candidate, { inputs, best, carsBy, boostsBy }: Candidate): JointPlan {
  const savedPence = first.best.judgedPence - best.judgedPence;
  const { flexibleCars, flexibleBoost } = home;
  return {
    home: inputs === home.inputs ? home : { ...home, inputs },
    best,
    ...(flexibleCars.length === 0 ? {} : { carChoice: { chosenBy: carsBy, savedPence } }),
    ...(flexibleBoost === undefined
      ? {}
      : { boostChoice: { chosenBy: boostsBy, boostKwh: boostedKwh(inputs), savedPence } }),
  };
}

function boostedKwh({ diverter }: SimulationInputs): number {
  return diverter!.plannedSlots.reduce((sum, { kwh }) => sum + kwh, 0);
}

/** The cars where the sun leaves most, and all that moves where it costs least beside the plan at hand, alone and together. */
function movedFrom(home: Home, from: Candidate): Moved[] {
  const cars = movedCars(home, from);
  const boosts = movedBoosts(home, from);
  const both = cars.flatMap((car) =>
    car.carsBy === "marginalCost" ? movedBoosts(home, { ...from, ...car }) : [],
  );
  return [...cars, ...boosts, ...both];
}

function pricedSlots({ slots, inputs }: Home): PricedSlots {
  return { slots, nowMinute: inputs.nowMinute, importPencePerKwh: inputs.importPencePerKwh };
}

function movedCars(home: Home, { inputs, best, boostsBy }: Candidate): Moved[] {
  if (home.flexibleCars.length === 0) return [];
  const priced = pricedSlots(home);
  const { schedule } = best;
  const moved = (carsBy: CarChoice["chosenBy"], offersOf: (wish: ChargeWish) => SlotOffer[]): Moved => ({
    carsBy,
    boostsBy,
    inputs: withOffers(home, inputs, offersOf),
  });
  return [
    moved("spareSun", (wish) => sunOffers(wish, priced, inputs)),
    moved("marginalCost", (wish) => marginalOffers(wish, priced, { inputs, schedule })),
  ];
}

function movedBoosts(home: Home, { inputs, best, carsBy }: Candidate): Moved[] {
  const { flexibleBoost } = home;
  if (flexibleBoost === undefined) return [];
  const offers = boostOffers(flexibleBoost, pricedSlots(home), { inputs, schedule: best.schedule });
  const boosted = withBoosts(inputs, flexibleBoost, offers, home.nowMs);
  // Heat is wanted before it is cheap.
  const missingKwh = missingHeat(boosted, flexibleBoost.heat, home.nowMs);
  if (missingKwh > missingHeat(home.inputs, flexibleBoost.heat, home.nowMs)) return [];
  return [{ carsBy, boostsBy: "marginalCost", inputs: boosted }];
}

function withOffers(
  home: Home,
  inputs: SimulationInputs,
  offersOf: (wish: ChargeWish) => SlotOffer[],
): SimulationInputs {
  const moved = new Map(
    home.flexibleCars.map(({ carIndex, wish, drawnKwh }) => [
      carIndex,
      filledSlots(wish, drawnKwh, offersOf(wish)),
    ]),
  );
  const cars = inputs.cars.map((car, index): Car => {
    const slots = moved.get(index);
    return slots === undefined ? car : { ...car, slots };
  });
  return { ...inputs, cars };
}

/** The slots of cars and boosts as one text: what was tried is not tried again. */
function slotWords({ cars, diverter }: SimulationInputs): string {
  return JSON.stringify([cars.map(({ slots }) => slots), diverter?.plannedSlots]);
}
