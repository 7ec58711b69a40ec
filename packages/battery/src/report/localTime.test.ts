import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { afterEach, describe, expect, it } from "vitest";
import { clockChange, clockSeenFrom, epochMsOf, isTimeZone, localTime } from "./localTime.ts";

const HALF_HOUR_MS = 30 * 60_000;
const LONDON = "Europe/London";
const AUTUMN_MS = 1_792_882_800_000; // 2026-10-25T00:00+01:00
const SPRING_MS = 1_774_742_400_000; // 2026-03-29T00:00+00:00

/** The clock at the start of each half-hour of the local day that begins at an instant. */
function clocksOfDay(startMs: number, timeZone: string): readonly string[] {
  const { date } = localTime(startMs, timeZone);
  const starts = Array.from({ length: 60 }, (_, index) => startMs + index * HALF_HOUR_MS);
  return starts
    .map((ms) => localTime(ms, timeZone))
    .filter((time) => time.date === date)
    .map(({ clock }) => clock);
}

describe("localTime", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it("gives an autumn day 50 half-hours and tells the repeated ones apart", () => {
    const clocks = clocksOfDay(AUTUMN_MS, LONDON);
    expect(clocks).toHaveLength(50);
    expect(clocks.slice(0, 8)).toEqual([
      "00:00",
      "00:30",
      "01:00a",
      "01:30a",
      "01:00b",
      "01:30b",
      "02:00",
      "02:30",
    ]);
    expect(new Set(clocks).size).toBe(50);
  });

  it("gives a spring day 46 half-hours and skips the missing hour", () => {
    const clocks = clocksOfDay(SPRING_MS, LONDON);
    expect(clocks).toHaveLength(46);
    expect(clocks.slice(0, 4)).toEqual(["00:00", "00:30", "02:00", "02:30"]);
  });

  it("gives an ordinary day 48 half-hours without marks", () => {
    const clocks = clocksOfDay(AUTUMN_MS + 25 * 3_600_000, LONDON);
    expect(clocks).toHaveLength(48);
    expect(clocks.every((clock) => /^\d\d:\d\d$/.test(clock))).toBe(true);
  });

  it("marks the repeated half-hour of a zone that shifts by half an hour", () => {
    // 2026-04-05T01:30+11:00: at 02:00 the clocks of Lord Howe go back to 01:30.
    const startMs = 1_775_313_000_000;
    const clocks = [0, 1, 2].map(
      (index) => localTime(startMs + index * HALF_HOUR_MS, "Australia/Lord_Howe").clock,
    );
    expect(clocks).toEqual(["01:30a", "01:30b", "02:00"]);
    expect(clockChange(startMs, "Australia/Lord_Howe")).toContain("clocks go back from 02:00 to 01:30");
  });

  it("says what the clock does on the days of the change, and nothing on others", () => {
    expect(clockChange(AUTUMN_MS + 20 * 3_600_000, LONDON)).toBe(
      "clocks go back from 02:00 to 01:00, which comes twice: a is UTC+01:00, b is UTC+00:00",
    );
    expect(clockChange(SPRING_MS, LONDON)).toBe("clocks go forward from 01:00 to 02:00");
    expect(clockChange(SPRING_MS + 24 * 3_600_000, LONDON)).toBeUndefined();
    expect(clockChange(SPRING_MS - 1, LONDON)).toBeUndefined();
    expect(clockChange(SPRING_MS, "UTC")).toBeUndefined();
  });

  it("names the day of an instant only when it is another day", () => {
    expect(clockSeenFrom(AUTUMN_MS + 3_600_000, AUTUMN_MS, LONDON)).toBe("01:00a");
    expect(clockSeenFrom(AUTUMN_MS, AUTUMN_MS - 1, LONDON)).toBe("Sun 00:00");
  });

  it("does not depend on the zone of the machine", () => {
    const shown = ["UTC", "America/New_York", "Asia/Kolkata"].map((machineZone) => {
      process.env.TZ = machineZone;
      return localTime(AUTUMN_MS, LONDON);
    });
    expect(shown[0]).toEqual({
      date: "2026-10-25",
      dayLabel: "Sun 25 Oct",
      dayName: "Sun",
      clock: "00:00",
      clockMinute: 0,
      iso: "2026-10-25T00:00:00+01:00",
    });
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
  });

  it("writes instants that read back as themselves", () => {
    const zones = fc.constantFrom(LONDON, "Pacific/Auckland", "America/St_Johns", "UTC");
    const instants = fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }).map((seconds) => seconds * 1000);
    fc.assert(fc.property(instants, zones, (ms, timeZone) => epochMsOf(localTime(ms, timeZone).iso) === ms));
  });

  it("agrees with Temporal on date, day, clock and offset", () => {
    const zones = fc.constantFrom(LONDON, "Pacific/Auckland", "America/St_Johns", "Pacific/Apia", "UTC");
    const instants = fc
      .integer({ min: 400_000_000, max: 4_000_000_000 })
      .map((seconds) => seconds * 1000 + 250);
    fc.assert(
      fc.property(instants, zones, (ms, timeZone) => {
        const moment = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
        const { date, dayName, clock, iso, clockMinute } = localTime(ms, timeZone);
        const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        return (
          date === moment.toPlainDate().toString() &&
          dayName === names[moment.dayOfWeek - 1] &&
          clock.slice(0, 5) === moment.toPlainTime().toString().slice(0, 5) &&
          clockMinute === moment.hour * 60 + moment.minute &&
          Temporal.Instant.from(iso).epochMilliseconds === ms &&
          iso.endsWith(moment.offset)
        );
      }),
    );
  });

  it("marks just the instants whose clock comes twice, as Temporal resolves them", () => {
    const zones = fc.constantFrom(LONDON, "Pacific/Auckland", "Australia/Lord_Howe");
    const nearChange = fc.integer({ min: -36, max: 36 });
    const changes = fc.constantFrom(
      1_792_890_000_000,
      1_774_746_000_000,
      1_775_311_200_000,
      1_775_314_800_000,
    );
    fc.assert(
      fc.property(changes, nearChange, zones, (changeMs, steps, timeZone) => {
        const ms = changeMs + steps * 5 * 60_000;
        const shown = Temporal.Instant.fromEpochMilliseconds(ms)
          .toZonedDateTimeISO(timeZone)
          .toPlainDateTime();
        const [first, second] = (["earlier", "later"] as const).map(
          (disambiguation) => shown.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
        );
        const mark = first === second ? "" : ms === first ? "a" : "b";
        return localTime(ms, timeZone).clock.slice(5) === mark;
      }),
      { numRuns: 300 },
    );
  });

  it("knows what is no instant and no zone", () => {
    expect([epochMsOf("2026-10-25T00:00:00"), epochMsOf("soon")]).toEqual([undefined, undefined]);
    expect([isTimeZone(LONDON), isTimeZone("Europe/Atlantis"), isTimeZone("")]).toEqual([true, false, false]);
  });
});
