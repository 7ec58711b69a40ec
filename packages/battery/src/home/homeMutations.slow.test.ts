import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { InputError } from "../problem.ts";
import { readHome } from "./readHome.ts";

const EXAMPLES = new URL("../../../../examples/", import.meta.url);
const EXAMPLE = readFileSync(new URL("home.yaml", EXAMPLES), "utf8");
const FILES = new Map(
  ["import-prices.json", "export-prices.json", "solar.json", "load.csv"].map((name) => [
    `home/${name}`,
    readFileSync(new URL(`home/${name}`, EXAMPLES), "utf8"),
  ]),
);
// Two days are enough of a history, and quick to read again and again.
FILES.set(
  "home/load.csv",
  `start,kwh\n${FILES.get("home/load.csv")!.trim().split("\n").slice(-96).join("\n")}\n`,
);

type Fields = Record<string, unknown>;
type Path = readonly (string | number)[];

/** Every place in the example, data inline, a few rows of each long list only. */
const WHOLE: Fields = parse(EXAMPLE);

function inlined(): Fields {
  const fields = structuredClone(WHOLE) as {
    prices: Record<string, Fields>;
    solar: Fields;
    load: Fields;
    [name: string]: unknown;
  };
  const prices = JSON.parse(FILES.get("home/import-prices.json")!);
  const forecast = JSON.parse(FILES.get("home/solar.json")!);
  fields.prices.import = { octopus: { ...prices, results: prices.results.slice(0, 64) } };
  fields.solar = { solcast: { forecasts: forecast.forecasts.slice(0, 50) } };
  const [, ...lines] = FILES.get("home/load.csv")!.trim().split("\n");
  fields.load = {
    history: lines.map((line) => ({ start: line.split(",")[0], kwh: Number(line.split(",")[1]) })),
  };
  return fields;
}

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value)
    ? [...value.entries()].filter(([index]) => index < 2 || index === value.length - 1)
    : Object.entries(value);
  return [
    ...(path.length > 0 ? [path] : []),
    ...entries.flatMap(([key, item]) => placesIn(item, [...path, key])),
  ];
}

const INLINED = inlined();
const PLACES = placesIn(INLINED);

const ODD_VALUES: readonly unknown[] = [
  null,
  "",
  "x",
  "07:00",
  "2026-04-14T16:35:00Z",
  "2026-10-25T01:30",
  "+275760-09-13T00:00:00Z",
  true,
  0,
  -0,
  -1,
  0.5,
  1e-300,
  5e-324,
  1e6,
  1e18,
  1.7e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  [],
  [null],
  [[1]],
  [{}],
  {},
  { 0: { 0: 0 } },
  { __proto__x: 1, constructor: 2 },
];

type Mutation = { readonly path: Path; readonly value: unknown; readonly isRemoval: boolean };

function mutate(fields: Fields, { path, value, isRemoval }: Mutation): void {
  let parent: unknown = fields;
  for (const key of path.slice(0, -1)) {
    if (typeof parent !== "object" || parent === null) return;
    parent = (parent as Record<string | number, unknown>)[key];
  }
  const last = path.at(-1)!;
  if (typeof parent !== "object" || parent === null) return;
  if (!isRemoval) (parent as Record<string | number, unknown>)[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string | number, unknown>)[last];
}

/** Reads to finite inputs, or gives an InputError whose every problem has place, fault and remedy. */
function isReadOrTold(text: string, readFile: (path: string) => string): boolean {
  try {
    const { inputs, slots } = readHome(text, { readFile });
    const series = [
      inputs.importPencePerKwh,
      inputs.exportPencePerKwh,
      inputs.carbonGramsPerKwh,
      ...inputs.futures.flatMap((future) => [future.loadKwh, future.pvKwh]),
    ];
    const isWhole = series.every(
      (values) => values.length === inputs.stepCount && values.every((value) => Number.isFinite(value)),
    );
    const energies = inputs.futures.flatMap((future) => [future.loadKwh, future.pvKwh]);
    const isPositive = energies.every((values) => values.every((value) => value >= 0));
    const scalars = [...Object.values(inputs.battery), ...Object.values(inputs.inverter)].filter(
      (value) => typeof value === "number",
    );
    const areFinite = [...scalars, inputs.terminalValuePencePerKwh].every((value) => Number.isFinite(value));
    return isWhole && isPositive && areFinite && inputs.stepCount > 0 && slots.length > 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return (
      error.problems.length > 0 &&
      error.problems.every(
        ({ at, what, mend }) => at !== "" && what !== "" && mend !== "" && !/undefined/.test(what),
      )
    );
  }
}

const noFile = (path: string): string => {
  const text = FILES.get(path);
  if (text === undefined) throw new Error("no such file");
  return text;
};

test("the example with one or two mutations anywhere is read, or told with place and remedy", () => {
  const mutation = fc.record({
    path: fc.constantFrom(...PLACES),
    value: fc.oneof(fc.constantFrom(...ODD_VALUES), fc.double(), fc.string({ maxLength: 12 })),
    isRemoval: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), (mutations) => {
      const fields = structuredClone(INLINED);
      for (const each of mutations) mutate(fields, each);
      return isReadOrTold(stringify(fields), noFile);
    }),
    { numRuns: 120 },
  );
}, 120_000);

test("the example with characters of its text or of a data file changed is read, or told", () => {
  const names = ["home.yaml", ...FILES.keys()];
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.nat({ max: 40 }),
      fc.string({ maxLength: 6 }),
      (name, place, length, text) => {
        const spoil = (original: string) => {
          const from = Math.floor(place * original.length);
          return original.slice(0, from) + text + original.slice(from + length);
        };
        const home = name === "home.yaml" ? spoil(EXAMPLE) : EXAMPLE;
        return isReadOrTold(home, (path) => (path === name ? spoil(noFile(path)) : noFile(path)));
      },
    ),
    { numRuns: 200 },
  );
}, 120_000);

test("the mutations reach both ends: some are read, some are told", () => {
  expect(isReadOrTold(stringify(INLINED), noFile)).toBe(true);
  expect(() => readHome(stringify({ ...INLINED, battery: 5 }), { readFile: noFile })).toThrow(InputError);
  expect(PLACES.length).toBeGreaterThan(60);
});
