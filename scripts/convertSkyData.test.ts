import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { milkyWayText, SHIPPED_STAR_COUNT, starCatalogueCsv } from "./convertSkyData.ts";

const data = join(import.meta.dirname, "../packages/relativity/data");

test("the sky that is checked in is what the package d3-celestial gives", () => {
  expect(readFileSync(join(data, "stars.csv"), "utf8") === starCatalogueCsv()).toBe(true);
  expect(readFileSync(join(data, "milky-way.txt"), "utf8") === milkyWayText()).toBe(true);
});

test("the catalogue begins with Sirius, holds Vega, and has no star twice", () => {
  const rows = starCatalogueCsv().trimEnd().split("\n").slice(1);
  expect(rows.length).toBe(SHIPPED_STAR_COUNT);
  expect(rows[0]).toMatch(/^32349,101\.2/);
  expect(rows).toContain("91262,279.2347,38.7837,0.03,-0.001");
  expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(SHIPPED_STAR_COUNT);
});
