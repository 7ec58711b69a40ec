import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { readStamp, readStampColumn } from "./stamp.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;

describe("a written time", () => {
  test("with an offset is one instant whatever the zone", () => {
    expect(readStamp("2026-10-25T01:30:00+01:00", "Australia/Adelaide")).toEqual({
      kind: "instant",
      epochMs: at("2026-10-25T00:30Z"),
    });
  });

  test("is read with seven digits of a second's fraction, a space for the T, and no seconds", () => {
    const written = ["2026-04-14T16:30:00.0000000Z", "2026-04-14 17:30+01:00", "2026-04-14T16:30Z"];
    for (const text of written) {
      expect(readStamp(text, "UTC")).toEqual({ kind: "instant", epochMs: at("2026-04-14T16:30Z") });
    }
  });

  test("without offset is local time, half hours off UTC included", () => {
    expect(readStamp("2026-01-14T16:30", "Australia/Adelaide")).toEqual({
      kind: "instant",
      epochMs: at("2026-01-14T06:00Z"),
    });
    expect(readStamp("2026-07-14T16:30", "Australia/Adelaide")).toEqual({
      kind: "instant",
      epochMs: at("2026-07-14T07:00Z"),
    });
  });

  test("that the clock shows twice has both meanings; one that it skips has none", () => {
    expect(readStamp("2026-10-25T01:30", "Europe/London")).toEqual({
      kind: "twice",
      earlierMs: at("2026-10-25T00:30Z"),
      laterMs: at("2026-10-25T01:30Z"),
    });
    expect(readStamp("2026-03-29T01:30", "Europe/London")).toEqual({ kind: "skipped" });
    expect(readStamp("2026-04-05T01:45", "Australia/Lord_Howe").kind).toBe("twice");
    expect(readStamp("2026-04-05T01:15", "Australia/Lord_Howe").kind).toBe("instant");
    expect(readStamp("2026-10-04T02:15", "Australia/Lord_Howe")).toEqual({ kind: "skipped" });
  });

  test.each(["", "yesterday", "16:30", "2026-04-14", "2026-13-01T00:00Z", "2026-04-14T25:00Z", "1776180900"])(
    "%j is no date and time",
    (text) => {
      expect(readStamp(text, "Europe/London")).toEqual({ kind: "unreadable" });
    },
  );
});

describe("a column of local times over the repeated hour", () => {
  const texts = ["2026-10-25 00:30", "2026-10-25 01:00", "2026-10-25 01:30", "2026-10-25 01:00"];
  const column = [...texts, "2026-10-25 01:30", "2026-10-25 02:00"];
  const instants = ["2026-10-24T23:30Z", "2026-10-25T00:00Z", "2026-10-25T00:30Z"].map(at);
  const all = [...instants, ...["2026-10-25T01:00Z", "2026-10-25T01:30Z", "2026-10-25T02:00Z"].map(at)];

  test("is told apart by order, oldest first or newest first", () => {
    expect(readStampColumn(column, "Europe/London")).toEqual({ epochMs: all, refused: [] });
    expect(readStampColumn([...column].reverse(), "Europe/London").epochMs).toEqual([...all].reverse());
  });

  test("is refused where a repeated time stands only once", () => {
    const once = ["2026-10-25 00:30", "2026-10-25 01:00", "2026-10-25 02:00"];
    expect(readStampColumn(once, "Europe/London").refused).toEqual([{ index: 1, reason: "twice" }]);
  });

  test("works for the half hour that Lord Howe repeats", () => {
    const local = ["2026-04-05 01:30", "2026-04-05 01:30", "2026-04-05 02:00"];
    expect(readStampColumn(local, "Australia/Lord_Howe").epochMs).toEqual(
      ["2026-04-04T14:30Z", "2026-04-04T15:00Z", "2026-04-04T15:30Z"].map(at),
    );
  });
});
