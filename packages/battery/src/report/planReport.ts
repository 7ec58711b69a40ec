import type { PlanProof } from "../bound/planProof.ts";
import type { BoostChoice, CarChoice } from "../cars/jointPlan.ts";
import type { Currency } from "../home/home.ts";
import type { Profile } from "../model/inputs.ts";
import { normalScale } from "../model/scaledInputs.ts";
import type { Plan } from "../plan/plan.ts";
import type { Stickiness } from "../replan/keptPlan.ts";
import { scaledReportBattery, scaledSlot } from "./scaledReport.ts";
import { type Reason, slotReason } from "./slotReason.ts";

/**
 * What the battery is told in one slot.
 *
 * `demand` serves the home and takes the sun's excess, `charge` takes from the grid up to a target, `hold`
 * keeps what is stored (freeze charge), `export` sends stored energy to the grid down to a target,
 * `freezeExport` rests the battery so that the sun is exported.
 */
export type SlotAction = "demand" | "charge" | "hold" | "export" | "freezeExport";

/** One slot of the plan as the caller knows it: what was planned and what the simulation says follows. */
export interface PlannedSlot {
  /** Start and end, in UTC epoch milliseconds; the slots of a report follow each other without a gap. */
  readonly startMs: number;
  readonly endMs: number;
  /** Mean prices of the slot. */
  readonly importPencePerKwh: number;
  readonly exportPencePerKwh: number;
  readonly action: SlotAction;
  /** What to charge up to or export down to, in kWh and in percent of the capacity; only with `charge` and `export`. */
  readonly targetKwh?: number;
  readonly targetPercent?: number;
  /** What one more stored kWh is worth at the slot's end, used in the best way from there on; absent in older files. */
  readonly storedPencePerKwh?: number;
  /** Stored energy in the nominal future. */
  readonly socStartKwh: number;
  readonly socEndKwh: number;
  /** Stored energy at the slot's end in the other two futures. */
  readonly socEndPv10Kwh: number;
  readonly socEndPv90Kwh: number;
  /** Energy of the panels, before any clipping. */
  readonly pvKwh: number;
  /** Energy taken by the home, without the cars and the diverter. */
  readonly loadKwh: number;
  readonly carKwh: number;
  readonly diverterKwh: number;
  readonly importKwh: number;
  readonly exportKwh: number;
  /** Energy into and out of the battery, at the inverter's side of the battery loss. */
  readonly chargeKwh: number;
  readonly dischargeKwh: number;
  /** Energy of the panels that nothing could take. */
  readonly clippedKwh: number;
  /** Import paid less export earned; no standing charge, no wear. Negative is earned. */
  readonly costPence: number;
}

/** One slot of a finished report. */
export interface ReportSlot extends PlannedSlot {
  /** Sum of `costPence` from the first slot to this one. */
  readonly runningCostPence: number;
  readonly why: Reason;
}

/** What the reasons and the picture need to know of the battery. */
export interface ReportBattery {
  readonly capacityKwh: number;
  readonly reserveKwh: number;
  /** Share of an imported kWh that is stored: charge efficiency times the inverter's. */
  readonly gridToStoreEfficiency: number;
  /** Share of a stored kWh that reaches the home or the grid: discharge efficiency times the inverter's. */
  readonly storeToHomeEfficiency: number;
  /** Wear of one kWh that is stored and later given back, both ways together. */
  readonly wearPencePerStoredKwh: number;
  /** The part of it that comes with storing: what is kept to the end wears no more. */
  readonly storingWearPencePerStoredKwh: number;
}

/** What the whole horizon comes to, in one way of running the battery and in one future. */
export interface Outcome {
  /** Import paid less export earned from now to the horizon's end; no standing charge, nothing already spent. */
  readonly costPence: number;
  /** What the battery's throughput wears off it. */
  readonly wearPence: number;
  readonly importKwh: number;
  readonly exportKwh: number;
  readonly socEndKwh: number;
  /** Worth of what is stored (and of heat diverted) at the end, at the terminal value. */
  readonly storedValuePence: number;
}

/** Everything of a report but what follows from it: the running costs, the reasons. */
export interface ReportDraft {
  readonly homeName: string;
  /** IANA name, such as `Europe/London`; every time is shown in it. */
  readonly timeZone: string;
  /** Names of the money; every `Pence` is one minor unit of it. */
  readonly currency: Currency;
  readonly nowMs: number;
  /** The instant from which absolute minutes count: midnight of the first day in the home's zone. */
  readonly firstMidnightMs: number;
  readonly profile: Profile;
  readonly battery: ReportBattery;
  /** The windows as the inverter is told them, in absolute minutes of elapsed time from `firstMidnightMs`. */
  readonly windows: Plan;
  readonly slots: readonly PlannedSlot[];
  /** The plan in each future; `nominal` is what the slots show. */
  readonly futures: { readonly nominal: Outcome; readonly pv10: Outcome; readonly pv90: Outcome };
  /** The same home and the nominal future: battery never used; demand mode all day. */
  readonly baselines: { readonly idle: Outcome; readonly demand: Outcome };
  /** What the plan was chosen by: the three futures weighed, stored energy valued. */
  readonly metricPence: number;
  /** How good it is beside the best that there can be; absent in older files. */
  readonly proof?: PlanProof;
  /** What became of the plan that was told before; absent when there was none. */
  readonly previous?: Stickiness;
  /** How the slots of cars were chosen; absent where none were the plan's to choose. */
  readonly carChoice?: CarChoice;
  /** The same of the water heater's boosts. */
  readonly boostChoice?: BoostChoice;
  readonly terminalValue: { readonly pencePerKwh: number; readonly reason: string };
  /** Already spent today before now, and the standing charges of the horizon; in no other figure. */
  readonly costSoFarPence: number;
  readonly standingChargePence: number;
  /** Sentences for people, such as a horizon cut short or a charge outside its limits. */
  readonly warnings: readonly string[];
}

/**
 * A plan with everything that is told of it. Holds nothing of the run (engine, lanes, durations, time of day),
 * so that the same input gives the same bytes in every format.
 */
export interface PlanReport extends Omit<ReportDraft, "slots"> {
  readonly slots: readonly ReportSlot[];
}

/** Adds to a draft what follows from it. */
export function composeReport(draft: ReportDraft): PlanReport {
  let runningCostPence = 0;
  const day = normalDay(draft);
  const slots = draft.slots.map((slot, index) => {
    runningCostPence += slot.costPence;
    return { ...slot, runningCostPence, why: slotReason(day, index) };
  });
  return { ...draft, slots };
}

/** The day of a battery of normal size: what is next to nothing there is nothing in the reasons. */
function normalDay(draft: ReportDraft): ReportDraft {
  const scale = normalScale(draft.profile, draft.battery.capacityKwh);
  if (scale === 1) return draft;
  const slots = draft.slots.map((slot) => scaledSlot(slot, scale));
  return { ...draft, slots, battery: scaledReportBattery(draft.battery, scale) };
}

/** What an outcome costs once wear is counted and what is stored at the end is credited, in pence. */
export function netPence(outcome: Outcome): number {
  return outcome.costPence + outcome.wearPence - outcome.storedValuePence;
}

/** What the plan saves against a baseline in the nominal future, in pence; stored energy and wear counted. */
export function savedPence(
  report: Pick<ReportDraft, "futures" | "baselines">,
  baseline: "idle" | "demand",
): number {
  return netPence(report.baselines[baseline]) - netPence(report.futures.nominal);
}
