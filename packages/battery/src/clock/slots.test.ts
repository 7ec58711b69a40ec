import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { floorToMinutes, MINUTE_MS, slotGrid, slotStartMs } from "./slots.ts";
import { midnightsBetween, nextWallMinute, startOfDayMs, timeOfDayMinute, wallClock } from "./zone.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;

function daySlots(date: string, zone: string, slotMinutes: number) {
  const startMs = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
  return slotGrid(startMs, startOfDayMs(startMs, zone, 1), slotMinutes, zone);
}

describe("the slots of a local day", () => {
  test.each([
    ["2026-04-14", "Europe/London", 48, 96],
    ["2026-03-29", "Europe/London", 46, 92],
    ["2026-10-25", "Europe/London", 50, 100],
    ["2026-03-29", "Europe/Berlin", 46, 92],
    ["2026-10-25", "Europe/Berlin", 50, 100],
    ["2026-10-04", "Australia/Lord_Howe", 47, 94],
    ["2026-04-05", "Australia/Lord_Howe", 49, 98],
    ["2026-10-04", "Australia/Adelaide", 46, 92],
  ])("%s in %s are %i half-hours and %i quarter-hours of real time", (date, zone, halves, quarters) => {
    expect(daySlots(date, zone, 30)).toHaveLength(halves);
    const slots = daySlots(date, zone, 15);
    expect(slots).toHaveLength(quarters);
    expect(slots.every((slot) => slot.endMs - slot.startMs === 15 * MINUTE_MS)).toBe(true);
  });

  test("begin with the rest of the running one and carry elapsed minutes past the clock change", () => {
    const slots = slotGrid(at("2026-10-25T00:50Z"), at("2026-10-25T02:00Z"), 30, "Europe/London");
    expect(slots.map((slot) => [slot.startMinute, slot.endMinute])).toEqual([
      [110, 120],
      [120, 150],
      [150, 180],
    ]);
  });

  test("are the zone's own half-hours, 45 minutes off the hour in Kathmandu", () => {
    const slots = slotGrid(at("2026-04-14T10:00Z"), at("2026-04-14T11:00Z"), 30, "Asia/Kathmandu");
    expect(slots.map((slot) => slot.startMs)).toEqual(
      ["2026-04-14T10:00Z", "2026-04-14T10:15Z", "2026-04-14T10:45Z"].map(at),
    );
    expect(slotStartMs(at("2026-04-14T10:20Z"), 30, "Asia/Kathmandu")).toBe(at("2026-04-14T10:15Z"));
  });

  test("cover the time without hole or overlap, from any instant in any zone", () => {
    const zones = ["Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "UTC"];
    fc.assert(
      fc.property(
        fc.integer({ min: 5_800_000, max: 6_000_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(...zones),
        fc.constantFrom(5, 15, 30, 60),
        (fiveMinutes, steps, zone, slotMinutes) => {
          const start = fiveMinutes * 5 * MINUTE_MS;
          const end = start + steps * 5 * MINUTE_MS;
          const slots = slotGrid(start, end, slotMinutes, zone);
          let reachedMs = start;
          for (const slot of slots) {
            if (slot.startMs !== reachedMs || slot.endMs <= slot.startMs) return false;
            if (slot.endMs - slot.startMs > slotMinutes * MINUTE_MS) return false;
            if (slot.endMinute - slot.startMinute !== (slot.endMs - slot.startMs) / MINUTE_MS) return false;
            reachedMs = slot.endMs;
          }
          return reachedMs === end;
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("an instant is rounded down to 5 minutes, never to the nearest", () => {
  expect(floorToMinutes(at("2026-04-14T16:39:59.999Z"), 5)).toBe(at("2026-04-14T16:35Z"));
});

describe("the wall clock", () => {
  test("shows the same minute twice on the day that it goes back", () => {
    const minutes = ["2026-10-25T00:30Z", "2026-10-25T01:30Z"].map(
      (iso) => wallClock(at(iso), "Europe/London").minute,
    );
    expect(minutes).toEqual([90, 90]);
  });

  test("comes next to a time at or after now: today, tomorrow, or the second time it shows it", () => {
    const next = (iso: string, time: string, zone = "Europe/London") =>
      nextWallMinute(at(iso), timeOfDayMinute(time)!, zone);
    expect(next("2026-04-14T15:35Z", "07:00")).toBe(at("2026-04-15T06:00Z"));
    expect(next("2026-04-14T05:00Z", "07:00")).toBe(at("2026-04-14T06:00Z"));
    expect(next("2026-10-24T12:00Z", "01:30")).toBe(at("2026-10-25T00:30Z"));
    expect(next("2026-10-25T00:40Z", "01:30")).toBe(at("2026-10-25T01:30Z"));
    expect(next("2026-03-28T12:00Z", "01:30")).toBe(at("2026-03-29T01:30Z"));
    expect(next("2026-04-14T15:35Z", "24:00")).toBe(at("2026-04-14T23:00Z"));
  });

  test("has its midnights at real distances", () => {
    const midnights = midnightsBetween(at("2026-10-24T12:00Z"), at("2026-10-26T00:00Z"), "Europe/London");
    expect(midnights).toEqual([at("2026-10-24T23:00Z"), at("2026-10-26T00:00Z")]);
  });

  test.each(["7", "25:00", "07:60", "24:05", "7am"])("%j is no time of day", (text) => {
    expect(timeOfDayMinute(text)).toBeUndefined();
  });
});
