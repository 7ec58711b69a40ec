import type { Home } from "../home/home.ts";
import { COST_RESOLUTION_PENCE } from "../kernel/searchChoice.ts";
import type { Car, SimulationInputs } from "../model/inputs.ts";
import type { ScheduleFinder } from "../plan/planHome.ts";
import { comparePlans, type Rated } from "../plan/preference.ts";
import { marginalOffers, sunOffers } from "./marginalOffers.ts";
import { type ChargeWish, filledSlots, type SlotOffer } from "./slotOffers.ts";

/** Rounds of planning the battery and moving the cars; a count, never the clock. */
const ROUND_COUNT = 4;

/** How the cars' slots were chosen, and what that saves. */
export interface CarChoice {
  /** By import price; by the sun to spare; by what charging costs beside the battery's plan. */
  readonly chosenBy: "importPrice" | "spareSun" | "marginalCost";
  /** What the plan saves beside the best one with the cars in the slots of the cheapest import, in pence. */
  readonly savedPence: number;
}

/** A battery plan and the cars' slots that it was made with. */
export interface JointPlan {
  readonly home: Home;
  readonly best: Rated;
  /** Absent where no car's slots are the plan's to choose. */
  readonly carChoice?: CarChoice;
}

interface Candidate {
  readonly chosenBy: CarChoice["chosenBy"];
  readonly inputs: SimulationInputs;
  readonly best: Rated;
}

/**
 * Plans battery and cars together: from the cheapest import slots, the battery is planned and the cars are moved to
 * where charging costs least beside that plan, in turns, until the judged cost falls no more. All cars get the energy
 * that they get in the cheapest slots by the same deadline.
 */
export function planJointly(home: Home, findSchedules: ScheduleFinder): JointPlan {
  const plan = (each: readonly SimulationInputs[]): Rated[] => findSchedules(each, home.changePence);
  const first: Candidate = { chosenBy: "importPrice", inputs: home.inputs, best: plan([home.inputs])[0]! };
  if (home.flexibleCars.length === 0) return { home, best: first.best };
  const seen = new Set([carWords(home.inputs)]);
  let chosen = first;
  for (let round = 0; round < ROUND_COUNT; round++) {
    const moved = movedCars(home, chosen).filter(({ inputs }) => !seen.has(carWords(inputs)));
    for (const { inputs } of moved) seen.add(carWords(inputs));
    if (moved.length === 0) break;
    const rated = plan(moved.map(({ inputs }) => inputs));
    const [best] = moved
      .map((each, index): Candidate => ({ ...each, best: rated[index]! }))
      .sort((a, b) => comparePlans(a.best, b.best));
    if (best!.best.judgedPence >= chosen.best.judgedPence - COST_RESOLUTION_PENCE) break;
    chosen = best!;
  }
  return {
    home: { ...home, inputs: chosen.inputs },
    best: chosen.best,
    carChoice: {
      chosenBy: chosen.chosenBy,
      savedPence: first.best.judgedPence - chosen.best.judgedPence,
    },
  };
}

/** The cars where the sun leaves most, and where charging costs least beside the plan at hand. */
function movedCars(home: Home, { inputs, best }: Candidate): Omit<Candidate, "best">[] {
  const priced = {
    slots: home.slots,
    nowMinute: inputs.nowMinute,
    importPencePerKwh: inputs.importPencePerKwh,
  };
  const { schedule } = best;
  return [
    { chosenBy: "spareSun", inputs: withOffers(home, (wish) => sunOffers(wish, priced, inputs)) },
    {
      chosenBy: "marginalCost",
      inputs: withOffers(home, (wish) => marginalOffers(wish, priced, { inputs, schedule })),
    },
  ];
}

function withOffers(home: Home, offersOf: (wish: ChargeWish) => SlotOffer[]): SimulationInputs {
  const moved = new Map(
    home.flexibleCars.map(({ carIndex, wish, drawnKwh }) => [
      carIndex,
      filledSlots(wish, drawnKwh, offersOf(wish)),
    ]),
  );
  const cars = home.inputs.cars.map((car, index): Car => {
    const slots = moved.get(index);
    return slots === undefined ? car : { ...car, slots };
  });
  return { ...home.inputs, cars };
}

/** The cars' slots as one text: what was tried is not tried again. */
function carWords({ cars }: SimulationInputs): string {
  return JSON.stringify(cars.map(({ slots }) => slots));
}
