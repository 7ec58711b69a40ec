import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileKind, isDamagedJson } from "./fileKind.ts";

const root = new URL("../../../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

test.for([
  ["examples/home.yaml", "home"],
  ["examples/home/import-prices.json", "octopus"],
  ["examples/home/solar.json", "solcast"],
  ["examples/home/load.csv", "loadTable"],
  ["packages/battery/test/home-suite/scenarios.json", "suite"],
] as const)("%s is a %s", ([path, kind]) => {
  expect(fileKind(path, read(path))).toBe(kind);
});

test.for([
  ["prices.csv", "start,end,value\n", "priceTable"],
  ["sun.csv", '"start","kw","kw10"\n', "solarTable"],
  ["plan.json", '{"format": "lightcone-plan"}', "plan"],
  ["ha.json", '{"detailedForecast": []}', "solcast"],
  ["homes.yml", "scenarios:\n  - id: 0\n", "suite"],
  ["picture.png", "\x89PNG\r\n", "unknown"],
  ["broken.json", '{"results": [', "unknown"],
  ["other.json", "[1, 2]", "unknown"],
] as const)("%s with %j is a %s", ([name, text, kind]) => {
  expect(fileKind(name, text)).toBe(kind);
});

test("JSON that breaks off is told from other files", () => {
  expect(['{"results": [', "\uFEFF[1,", "{}", "[1]", "name: Home", ""].map(isDamagedJson)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});
