import { expect, test } from "vitest";
import { OPEN_CASES } from "../../test/storage/openCases.ts";
import { solveStorage } from "./solveStorage.ts";
import { type StorageProblemFile, storageProblemOf } from "./storageProblemFile.ts";
import { certificateText, storageTable } from "./storageTable.ts";

const LOOK = { width: 120, hasColour: false };

function tableOf(file: StorageProblemFile, look: { width: number; hasColour: boolean } = LOOK): string {
  const problem = storageProblemOf(file);
  return storageTable(problem, solveStorage(problem), look);
}

const problemOf = (name: string): StorageProblemFile =>
  OPEN_CASES.find((each) => each.name.startsWith(name))!.problem;

test("the table has a line for each slot, and what panels cannot give away only where there is some", () => {
  const feedInCap = tableOf(problemOf("5, "));
  expect(feedInCap.split("\n")[0]).not.toContain("curtail");
  expect(feedInCap).toMatch(/^ +1 +1:00 +0\.30000 +0\.10000 +6\.0000 +2\.0000 +4\.0000 +3\.8000 +0\.10000$/m);
  const { battery } = problemOf("5, ");
  const full = tableOf({ ...problemOf("5, "), battery: { ...battery, startKwh: 10 } });
  expect(full.split("\n")[0]).toContain("curtail");
});

test("five digits are shown, whether the battery holds a million kWh or a milliwatt-hour", () => {
  const scaled = (factor: number): string => {
    const { battery, ...rest } = problemOf("13, energies and powers times 1");
    const times = (values: readonly number[]): number[] => values.map((value) => value * factor);
    return tableOf({
      ...rest,
      loadKwh: times(rest.loadKwh),
      pvKwh: times(rest.pvKwh),
      grid: { importKw: 1000 * factor, exportKw: 1000 * factor },
      battery: {
        ...battery,
        minKwh: 0.5 * factor,
        maxKwh: 5 * factor,
        startKwh: factor,
        chargeKw: 2.5 * factor,
        dischargeKw: 2.5 * factor,
      },
    });
  };
  expect(scaled(2e5)).toMatch(/^Cost -119700: bill /m);
  expect(scaled(2e-7)).toMatch(/^Cost -0\.00000011970: bill /m);
});

test("a narrow terminal loses columns, not lines, and no flow", () => {
  const lines = tableOf(problemOf("8, "), { width: 60, hasColour: false }).split("\n");
  expect(lines[0]).toMatch(
    /^slot +(from +)?(buy +sell +)?import +export +charge +discharge +stored( +worth)?$/,
  );
  expect(lines.every((line) => line.length <= 60)).toBe(true);
  expect(lines.filter((line) => /^ +\d+ /.test(line))).toHaveLength(10);
});

test("only what the certificate proves to be the cheapest plan is called so", () => {
  expect(tableOf(problemOf("12, end value 0.0891"))).toContain(
    "This is the cheapest plan there is. The certificate",
  );
  const dearExport = tableOf(problemOf("12, end value 0.14"));
  expect(dearExport).not.toContain("cheapest");
  expect(dearExport.replace(/\s+/g, " ")).toContain(
    "The certificate proves that no plan costs less than -1.3435; this one is 0.0032 above.",
  );
});

test("a certificate's check is told in one line, or with everything that it found", () => {
  expect(certificateText({ holds: true, lowerBound: 4.83776, gap: 0.5, findings: [] })).toBe(
    "The certificate holds: no plan costs less than 4.8378. This one costs 5.3378 (gap 0.5000).\n",
  );
  const found = {
    holds: false,
    lowerBound: 1,
    gap: 2,
    findings: ["bill is 2, but its flows give 3", "gap is wrong"],
  };
  expect(certificateText(found)).toBe(
    "The certificate does not hold:\n  bill is 2, but its flows give 3\n  gap is wrong\n",
  );
});
