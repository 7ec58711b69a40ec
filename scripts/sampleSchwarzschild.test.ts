import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSpacetimeTable } from "@lightcone/relativity";
import { expect, test } from "vitest";
import { schwarzschildTable } from "./sampleSchwarzschild.ts";

test("the tabulated spacetime that is checked in is what its script samples, and can be read", () => {
  const file = readFileSync(join(import.meta.dirname, "../examples/schwarzschild.table"));
  expect(Buffer.compare(file, schwarzschildTable())).toBe(0);
  expect(readSpacetimeTable(file, "schwarzschild.table").exterior).toEqual({ mass: 1, spin: 0, charge: 0 });
});
