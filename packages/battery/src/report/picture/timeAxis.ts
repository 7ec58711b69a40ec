import { localTime } from "../localTime.ts";
import type { PlanReport } from "../planReport.ts";
import { type Frame, LETTER_WIDTH, label } from "./frame.ts";
import { element, joined, type Markup } from "./markup.ts";

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_STEPS = [1, 2, 3, 6, 12, 24] as const;

/** Room that a clock or a day's name needs, in picture units. */
const CLOCK_WIDTH = 38;
const DAY_WIDTH = 64;

/** Vertical extent of what the time axis crosses. */
export interface AxisSpan {
  readonly top: number;
  readonly bottom: number;
}

/** Lines at round hours and midnights with clock and day, and a mark at now; clocks stand under `bottom`. */
export function timeAxis(report: PlanReport, frame: Frame, span: AxisSpan): Markup {
  const { timeZone, nowMs } = report;
  const stepMinutes = 60 * hourStep(frame);
  const marks: Markup[] = [];
  let daysEndX = Number.NEGATIVE_INFINITY;
  for (const epochMs of quarterHours(frame)) {
    const { clockMinute, clock, dayLabel } = localTime(epochMs, timeZone);
    const x = frame.xAt(epochMs);
    if (clockMinute % stepMinutes === 0) marks.push(clockMark(x, clock, clockMinute === 0, span));
    const isFirst = epochMs === frame.startMs;
    if (clockMinute !== 0 && !isFirst) continue;
    if (isFirst && !hasRoomForFirstDay(frame, timeZone)) continue;
    const width = dayLabel.length * LETTER_WIDTH;
    const isAtTheEnd = x + 3 + width > frame.width;
    const startX = isAtTheEnd ? x - 3 - width : x + 3;
    if (startX < daysEndX) continue;
    const place = isAtTheEnd ? { x: x - 3, "text-anchor": "end" } : { x: startX };
    marks.push(label(dayLabel, { ...place, y: span.top - 6, class: "title" }));
    daysEndX = startX + width;
  }
  if (nowMs >= frame.startMs && nowMs < frame.endMs) marks.push(nowMark(frame.xAt(nowMs), span));
  return joined(marks);
}

function clockMark(x: number, clock: string, isMidnight: boolean, { top, bottom }: AxisSpan): Markup {
  const line = element("line", {
    x1: x,
    x2: x,
    y1: top,
    y2: bottom,
    class: isMidnight ? "midnight" : "grid",
  });
  return joined([line, label(clock, { x, y: bottom + 15, "text-anchor": "middle" })]);
}

function nowMark(x: number, { top, bottom }: AxisSpan): Markup {
  const line = element("line", { x1: x, x2: x, y1: top - 3, y2: bottom, class: "now" });
  return joined([line, label("now", { x: x - 4, y: top - 6, "text-anchor": "end", class: "title" })]);
}

/** The first day is named only when its label ends before the next midnight's begins. */
function hasRoomForFirstDay(frame: Frame, timeZone: string): boolean {
  const firstDate = localTime(frame.startMs, timeZone).date;
  const next = quarterHours(frame).find((epochMs) => localTime(epochMs, timeZone).date !== firstDate);
  return next === undefined || frame.xAt(next) - frame.left >= DAY_WIDTH;
}

/** The start of the frame, and every quarter of an hour in it. */
function quarterHours({ startMs, endMs }: Frame): readonly number[] {
  const first = Math.floor(startMs / QUARTER_HOUR_MS + 1) * QUARTER_HOUR_MS;
  const count = Math.max(Math.floor((endMs - first) / QUARTER_HOUR_MS) + 1, 0);
  return [startMs, ...Array.from({ length: count }, (_, index) => first + index * QUARTER_HOUR_MS)];
}

function hourStep({ startMs, endMs, left, right }: Frame): number {
  const hourWidth = (right - left) / ((endMs - startMs) / 3_600_000);
  return HOUR_STEPS.find((hours) => hours * hourWidth >= CLOCK_WIDTH) ?? 24;
}
