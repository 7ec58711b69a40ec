import { MINUTE_MS, slotGrid } from "../clock/slots.ts";
import type { Currency, Home, Notice } from "../home/home.ts";
import { STEP_MINUTES } from "../model/inputs.ts";
import { deriveInputs } from "../scenario/deriveInputs.ts";
import { DAY_MINUTES, type SuiteScenario } from "../scenario/suiteScenario.ts";

/** Homes of a suite have a time of day and no date: this midnight stands for their first one, UTC epoch milliseconds. */
const FIRST_MIDNIGHT_MS = 978_307_200_000;
const SLOT_MINUTES = 30;
/** Suites count pence. */
const POUNDS: Currency = { code: "GBP", major: "£", minor: "p" };

const NO_DATE: Notice = {
  kind: "assumed",
  at: "date",
  what: "homes of a suite have none, their day repeats: 1 and 2 January 2001 stand for the two days",
  mend: "plan a home file to see days of the calendar",
};

/**
 * A home of the suite format as one that is read from a home file, so that its plan is told alike: in the profile that
 * suites are planned in (`predbat`), every gain taken however small, in slots of the clock's half-hours.
 * @see household model, section 2
 */
export function suiteHome(scenario: SuiteScenario): Home {
  const inputs = deriveInputs(scenario, "predbat");
  const nowMs = FIRST_MIDNIGHT_MS + inputs.nowMinute * MINUTE_MS;
  const horizonEndMs = nowMs + inputs.stepCount * STEP_MINUTES * MINUTE_MS;
  const endMinute = (horizonEndMs - FIRST_MIDNIGHT_MS) / MINUTE_MS;
  return {
    name: `Home ${scenario.id}`,
    timeZone: "UTC",
    currency: POUNDS,
    inputs,
    changePence: 0,
    keepPence: 0,
    slots: slotGrid(nowMs, horizonEndMs, SLOT_MINUTES, "UTC"),
    nowMs,
    firstMidnightMs: FIRST_MIDNIGHT_MS,
    horizonEndMs,
    midnightMinutes: [DAY_MINUTES, 2 * DAY_MINUTES].filter((minute) => minute <= endMinute),
    terminalValue: {
      pencePerKwh: inputs.terminalValuePencePerKwh,
      reason: "the suite's rule, from the prices of its day",
    },
    cars: [],
    flexibleCars: [],
    notices: [NO_DATE],
    assumptions: [],
    provenance: [],
  };
}
