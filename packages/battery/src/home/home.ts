import type { Slot } from "../clock/slots.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import type { FlexibleBoost } from "../water/heatWish.ts";
import type { FlexibleCar } from "./cars.ts";

/** Why a notice was given: a value was assumed, the plan shortened, data repaired, or something looks odd. */
export type NoticeKind = "assumed" | "shortened" | "mended" | "suspicious";

/** Something a person should know about how their home was read; the plan is made all the same. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Path in the home file, or data file and row. */
  readonly at: string;
  readonly what: string;
  /** What would make the notice go away. */
  readonly mend: string;
}

/** A field that the home file left out, and the value taken instead. */
export interface Assumption {
  readonly at: string;
  readonly value: string;
}

/** Where one series came from and what it covers, in UTC epoch milliseconds [fromMs, untilMs). */
export interface SeriesProvenance {
  readonly series: "importPrice" | "exportPrice" | "solar" | "load" | "carbon";
  /** File names, `inline`, `fixed` or `default`. */
  readonly source: string;
  /** In plain words: how many rows, of what length, what was done to them. */
  readonly what: string;
  /** Absent where the series has no end of its own, such as a fixed price. */
  readonly fromMs?: number;
  readonly untilMs?: number;
}

/** Names of the money of a home; every `Pence` in the program is one `minor` unit. */
export interface Currency {
  /** ISO 4217, such as GBP. */
  readonly code: string;
  /** Sign of the major unit, such as £; 100 minor units make one. */
  readonly major: string;
  /** Sign of the minor unit, such as p. */
  readonly minor: string;
}

/** What was arranged for one car, to be told to its owner. */
export interface CarPlan {
  readonly name: string;
  /** Energy wanted in the car's battery, in kWh. */
  readonly needKwh: number;
  /** Energy that the planned slots put there, in kWh; less than needKwh when time is too short. */
  readonly plannedKwh: number;
  /** End of the time to charge in, UTC epoch milliseconds. */
  readonly readyByMs: number;
}

/** Worth of a kWh left in the battery at the end, and where that value comes from. */
export interface TerminalValue {
  readonly pencePerKwh: number;
  readonly reason: string;
}

/** One home as planning and reporting need it: everything read, checked and laid on one clock. */
export interface Home {
  readonly name: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly inputs: SimulationInputs;
  /** What each change of mode must save to be worth it, in pence. */
  readonly changePence: number;
  /** What staying with the previous plan may cost beside the best one found, in pence. */
  readonly keepPence: number;
  /** The home's local half-hours (or `plan.slotMinutes`) from now to the end; the first may be partial. */
  readonly slots: readonly Slot[];
  /** Start of the plan, UTC epoch milliseconds, rounded down to 5 minutes. */
  readonly nowMs: number;
  /** Absolute minute 0: local midnight that began the first day, UTC epoch milliseconds. */
  readonly firstMidnightMs: number;
  readonly horizonEndMs: number;
  /** Local midnights after the first and not after the end, in absolute (elapsed) minutes. */
  readonly midnightMinutes: readonly number[];
  /** Set when the battery's charge was read outside its limits. */
  readonly socFlag?: "belowReserve" | "aboveCapacity";
  readonly terminalValue: TerminalValue;
  readonly cars: readonly CarPlan[];
  /** Cars whose slots are chosen together with the battery's plan. */
  readonly flexibleCars: readonly FlexibleCar[];
  /** Boosts of the water heater whose times are chosen together with the battery's plan. */
  readonly flexibleBoost?: FlexibleBoost;
  readonly notices: readonly Notice[];
  readonly assumptions: readonly Assumption[];
  readonly provenance: readonly SeriesProvenance[];
}
