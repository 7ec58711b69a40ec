import { MINUTE_MS } from "../clock/slots.ts";
import { readStamp } from "../clock/stamp.ts";
import { nextWallMinute, timeOfDayMinute } from "../clock/zone.ts";
import { type Section, shown } from "./section.ts";

/** The clock that planned times are laid on. */
export interface PlanClock {
  readonly nowMs: number;
  readonly firstMidnightMs: number;
  readonly timeZone: string;
}

/** A planned time in absolute minutes, [startMinute, endMinute). */
export interface PlannedTime {
  readonly startMinute: number;
  readonly endMinute: number;
}

const DAY_MS = 1440 * MINUTE_MS;
const STEP_MINUTES = 5;

/**
 * Reads `start` and `end` of a planned slot: dates with time, or local times of day. Times of day mean the slot that
 * runs now or comes next. Undefined when it is wrong (reported) or over (told).
 */
export function readPlannedTime(section: Section, clock: PlanClock): PlannedTime | undefined {
  const end = readTime(section, "end", clock);
  const start = readTime(section, "start", clock);
  if (start === undefined || end === undefined) return undefined;
  const endMs =
    end.kind === "instant" ? end.epochMs : nextWallMinute(clock.nowMs + 1, end.minute, clock.timeZone);
  const startMs =
    start.kind === "instant"
      ? start.epochMs
      : nextWallMinute(endMs - DAY_MS + 1, start.minute, clock.timeZone);
  const startMinute = (startMs - clock.firstMidnightMs) / MINUTE_MS;
  const endMinute = (endMs - clock.firstMidnightMs) / MINUTE_MS;
  if (endMs <= startMs || startMinute % STEP_MINUTES !== 0 || endMinute % STEP_MINUTES !== 0) {
    section.findings.problem({
      at: section.path,
      what: `runs from ${shown(section.fields.start)} to ${shown(section.fields.end)}, which is no stretch of whole 5 minutes`,
      mend: "let it end after it starts, both on multiples of 5 minutes",
    });
    return undefined;
  }
  if (endMs <= clock.nowMs) {
    section.findings.notice({
      kind: "suspicious",
      at: section.path,
      what: `ended at ${shown(section.fields.end)}, before now; it is passed over`,
      mend: "remove it, or give the coming one",
    });
    return undefined;
  }
  return { startMinute, endMinute };
}

type WrittenTime =
  | { readonly kind: "instant"; readonly epochMs: number }
  | { readonly kind: "timeOfDay"; readonly minute: number };

function readTime(section: Section, name: string, clock: PlanClock): WrittenTime | undefined {
  const text = section.text(name);
  if (text === "") return undefined;
  const minute = timeOfDayMinute(text);
  if (minute !== undefined) return { kind: "timeOfDay", minute };
  const meaning = readStamp(text, clock.timeZone);
  if (meaning.kind === "instant") return meaning;
  section.findings.problem({
    at: section.at(name),
    what: `is ${shown(text)}, which is neither a time of day nor one instant`,
    mend: 'write "07:00", or a date and time with offset such as 2026-01-14T07:00:00Z',
  });
  return undefined;
}
