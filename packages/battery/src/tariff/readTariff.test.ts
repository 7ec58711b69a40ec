import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { Findings } from "../home/findings.ts";
import { Section } from "../home/section.ts";
import type { ReadContext } from "../home/source.ts";
import { currencyOf, likelyUnit } from "./currency.ts";
import { readTariff } from "./readTariff.ts";

const at = (iso: string) => Temporal.Instant.from(iso).epochMilliseconds;
const DAY = { fromMs: at("2026-04-13T23:00Z"), untilMs: at("2026-04-14T23:00Z") };

function read(tariff: unknown, range = DAY, readFile: (path: string) => string = () => "") {
  const findings = new Findings();
  const context: ReadContext = {
    findings,
    timeZone: "Europe/London",
    currency: { code: "GBP", major: "£", minor: "p" },
    readFile,
  };
  const section = new Section({ import: tariff }, "prices", "prices", findings);
  return { tariff: readTariff(section, "import", range, context), findings };
}

const shape = (tariff: unknown, range = DAY) =>
  read(tariff, range).tariff.base.spans.map(({ fromMs, value }) => [
    new Temporal.Instant(BigInt(fromMs) * 1_000_000n).toString(),
    value,
  ]);

describe("a fixed tariff", () => {
  test("is one number, alone or in its section", () => {
    expect(read(24.5).tariff.base.spans).toEqual([{ ...DAY, value: 24.5 }]);
    expect(read({ fixed: 24.5 }).tariff.base.spans[0]!.value).toBe(24.5);
  });

  test("by time of day follows the local clock; one band fills the rest", () => {
    const bands = { fixed: [{ from: "23:30", to: "05:30", value: 7 }, { value: 28 }] };
    expect(shape(bands)).toEqual([
      ["2026-04-13T23:00:00Z", 7],
      ["2026-04-14T04:30:00Z", 28],
      ["2026-04-14T22:30:00Z", 7],
    ]);
  });

  test("prices the repeated hour twice", () => {
    const range = { fromMs: at("2026-10-24T23:00Z"), untilMs: at("2026-10-26T00:00Z") };
    const bands = { fixed: [{ from: "01:00", to: "02:00", value: 7 }, { value: 28 }] };
    expect(shape(bands, range)).toEqual([
      ["2026-10-24T23:00:00Z", 28],
      ["2026-10-25T00:00:00Z", 7],
      ["2026-10-25T02:00:00Z", 28],
    ]);
  });

  test("can keep to another zone than the home, as a meter without summer time does", () => {
    const bands = { fixed: [{ from: "00:30", to: "07:30", value: 7 }, { value: 28 }], timeZone: "UTC" };
    expect(shape(bands)[1]).toEqual(["2026-04-14T00:30:00Z", 7]);
  });

  test.each([
    ["a hole", [{ from: "00:00", to: "23:00", value: 7 }], "no price from 23:00"],
    [
      "an overlap",
      [
        { from: "00:00", to: "12:00", value: 7 },
        { from: "11:55", to: "00:00", value: 9 },
      ],
      "11:55, which another band does too",
    ],
    ["two rests", [{ value: 7 }, { value: 9 }], "2 prices without from and to"],
    ["half a band", [{ from: "00:00", value: 7 }, { value: 9 }], "is missing"],
    ["odd minutes", [{ from: "00:03", to: "07:00", value: 7 }, { value: 9 }], "multiple of 5"],
  ])("with %s is refused", (_, fixed, what) => {
    expect(
      read({ fixed })
        .findings.problems.map((problem) => problem.what)
        .join(),
    ).toContain(what);
  });
});

describe("a table of prices", () => {
  const csv = "start,end,value\n2026-04-14T01:00+01:00,2026-04-14T02:00+01:00,12\n2026-04-14T00:30Z,,9\n";

  test("is read from inline text, a file, or rows; local times and offsets alike", () => {
    const rows = [
      { start: "2026-04-14T01:00", end: "2026-04-14T01:30", value: 12 },
      { start: "2026-04-14T00:30Z", value: 9 },
    ];
    const expected = [
      ["2026-04-14T00:00:00Z", 12],
      ["2026-04-14T00:30:00Z", 9],
    ];
    expect(shape({ rows })).toEqual(expected);
    const short = csv.replace("02:00+01:00", "01:30+01:00");
    expect(shape({ csv: short })).toEqual(expected);
    const fromFile = read({ csv: "p.csv" }, DAY, () => short);
    expect(fromFile.tariff.base.spans.map((span) => span.value)).toEqual([12, 9]);
    expect(fromFile.tariff.source).toBe("p.csv");
  });

  test("without ends lasts from each start to the next, and at the end as long as before", () => {
    const text = "start,value\n2026-04-14T00:00Z,12\n2026-04-14T01:30Z,9\n";
    const spans = read({ csv: text }).tariff.base.spans.map(({ fromMs, untilMs }) => [fromMs, untilMs]);
    expect(spans).toEqual([
      [at("2026-04-14T00:00Z"), at("2026-04-14T01:30Z")],
      [at("2026-04-14T01:30Z"), at("2026-04-14T03:00Z")],
    ]);
  });

  test("is refused where rows overlap, with both rows named", () => {
    const { problems } = read({ csv: "p.csv" }, DAY, () => csv).findings;
    expect(problems[0]!.at).toBe("p.csv: line 3");
    expect(problems[0]!.what).toContain("p.csv: line 2 already says 12 p/kWh");
  });

  test("is read, judged and told in the unit that it is written in", () => {
    const of = (unit: string, value: string) => {
      const text = `start,end,value\n2026-04-14T01:00Z,2026-04-14T02:00Z,${value}\n`;
      const { tariff, findings } = read({ csv: text, unit });
      return [
        ...tariff.base.spans.map((span) => span.value),
        ...findings.problems.map(({ what, mend }) => `${what}; ${mend}`),
      ].join();
    };
    expect(of("£/MWh", "abc")).toBe('is "abc", but must be a number in £/MWh; correct the row or remove it');
    expect(of("£/MWh", "1500")).toBe("150");
    expect(of("£/MWh", "20000")).toContain("is 20000 £/MWh, which is out of range; give a number from -5000");
    expect(of("£/kWh", "28")).toContain("is 28 £/kWh, which is out of range; give a number from -5 to 10 £");
  });

  test.each([
    ["no heading", "1,2,3\n4,5,6", "no `start`"],
    [
      "a word for a price",
      "start,value\n2026-04-14T01:00Z,cheap\n",
      '"cheap", but must be a number in p/kWh',
    ],
    ["an impossible price", "start,value\n2026-04-14T01:00Z,5000\n2026-04-14T02:00Z,1\n", "out of range"],
    ["no time", "start,value\nnoon,1\n", "not an ISO date and time"],
    ["a skipped time", "start,value\n2026-03-29 01:30,1\n", "never happens"],
    [
      "an end before its start",
      "start,end,value\n2026-04-14T02:00Z,2026-04-14T01:00Z,1\n",
      "not after its start",
    ],
    ["one row without end", "start,value\n2026-04-14T02:00Z,9\n", "has no end"],
  ])("with %s is refused", (_, text, what) => {
    expect(
      read({ csv: text })
        .findings.problems.map((problem) => problem.what)
        .join(),
    ).toContain(what);
  });
});

describe("the unit of prices", () => {
  const pounds = { rows: [{ start: "2026-04-14T00:00Z", end: "2026-04-15T00:00Z", value: 0.28 }] };

  test("that look like pounds is asked for, and taken when it is given", () => {
    expect(read(0.28).findings.problems[0]!.what).toContain("look like £/kWh");
    expect(read(pounds).findings.problems[0]!.mend).toContain("`unit: £/kWh`");
    expect(read({ ...pounds, unit: "£/kWh" }).tariff.base.spans[0]!.value).toBe(28.000000000000004);
    expect(read({ ...pounds, unit: "p/kWh" }).findings.problems).toEqual([]);
    expect(read({ fixed: 280 }).findings.problems[0]!.what).toContain("£/MWh");
    expect(read({ fixed: 280, unit: "£/MWh" }).tariff.base.spans[0]!.value).toBe(28);
  });

  test("may be low or negative for a while, and free", () => {
    expect(likelyUnit([-4, 0.2, 12], currencyOf("GBP")!)).toBeUndefined();
    expect(likelyUnit([0], currencyOf("GBP")!)).toBeUndefined();
    expect(likelyUnit([250], currencyOf("SEK")!)).toBeUndefined();
  });

  test("is one of the currency's, with the nearest suggested", () => {
    const { problems } = read({ ...pounds, unit: "p/kwh" }).findings;
    expect(problems[0]!.mend).toContain("did you mean p/kWh?");
  });
});

test("one-off prices stay apart from the tariff", () => {
  const session = { start: "2026-04-14T12:00Z", end: "2026-04-14T13:00Z", value: 0 };
  const { tariff, findings } = read({ fixed: 28, sessions: [session] });
  expect(findings.problems).toEqual([]);
  expect(tariff.base.spans.map((span) => span.value)).toEqual([28]);
  expect(tariff.sessions.spans.map((span) => span.value)).toEqual([0]);
});

test("exactly one form is taken, and other kinds of value are refused", () => {
  expect(read({ fixed: 28, csv: "p.csv" }).findings.problems[0]!.what).toBe("has csv and fixed");
  expect(read({}).findings.problems[0]!.what).toContain("has none of");
  expect(read("p.csv").findings.problems[0]!.what).toContain("must be a set of fields");
  expect(read({ octopus: 5 }).findings.problems[0]!.what).toContain("neither a file name nor inline data");
});
