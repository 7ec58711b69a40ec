import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { lastWallMinute, wallClock } from "./zone.ts";

const ZONE = "Europe/London";
const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const HOUR_MS = 3_600_000;

test.each([
  ["of the evening before", "2026-04-15T06:00Z", 23 * 60, "2026-04-14T22:00Z"],
  ["of the same day", "2026-04-15T06:00Z", 30, "2026-04-14T23:30Z"],
  ["a whole day before, where both are the same", "2026-04-15T06:00Z", 7 * 60, "2026-04-14T06:00Z"],
  ["a whole day of 25 hours before", "2026-10-25T07:00Z", 7 * 60, "2026-10-24T06:00Z"],
  ["at midnight, told as 24:00", "2026-04-15T06:00Z", 1440, "2026-04-14T23:00Z"],
  ["of two the earlier", "2026-10-25T07:00Z", 90, "2026-10-25T00:30Z"],
  ["skipped: an hour on", "2026-03-29T06:00Z", 90, "2026-03-29T01:30Z"],
  ["skipped, with an hour on too late: an hour before", "2026-03-29T01:10Z", 90, "2026-03-29T00:30Z"],
] as const)("the last time of a wall clock before an instant: %s", (_, before, minute, expected) => {
  expect(lastWallMinute(at(before), minute, ZONE)).toBe(at(expected));
});

test("it is before the instant, no more than a day of 25 hours, and the clock shows it unless it is skipped", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at("2026-03-27T00:00Z") / 60_000, max: at("2026-03-31T00:00Z") / 60_000 }),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 0, max: 1 }),
      (epochMinute, minute, season) => {
        const epochMs = epochMinute * 60_000 + season * 210 * 24 * HOUR_MS;
        const lastMs = lastWallMinute(epochMs, minute, ZONE);
        const shown = wallClock(lastMs, ZONE).minute;
        const isSkipped = Math.floor(minute / 60) === 1 && season === 0 && Math.abs(shown - minute) === 60;
        return lastMs < epochMs && epochMs - lastMs <= 25 * HOUR_MS && (shown === minute || isSkipped);
      },
    ),
  );
});
