import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSuiteScenarios } from "../scenario/readSuite.ts";
import type { SuiteScenario } from "../scenario/suiteScenario.ts";
import { writeSuiteScenarios } from "../scenario/writeSuite.ts";
import { EXPORT_KINDS, IMPORT_KINDS } from "./generatedTariffs.ts";
import { BATTERY_SIZES, DIVERTER_MODES, generateSuite } from "./generateSuite.ts";

/** What twenty homes must hold among them, and how a home shows it. */
const kinds: Readonly<Record<string, (home: SuiteScenario) => boolean>> = {
  ...Object.fromEntries(
    IMPORT_KINDS.map((kind) => [
      `import ${kind}`,
      (home: SuiteScenario) => home.tariffKinds?.import === kind,
    ]),
  ),
  ...Object.fromEntries(
    EXPORT_KINDS.map((kind) => [
      `export ${kind}`,
      (home: SuiteScenario) => home.tariffKinds?.export === kind,
    ]),
  ),
  ...Object.fromEntries(
    DIVERTER_MODES.map((mode, index) => [
      `diverter ${index}`,
      ({ diverter }: SuiteScenario) =>
        mode === undefined
          ? diverter === undefined
          : diverter !== undefined &&
            Object.entries(mode).every(([key, value]) => diverter[key as keyof typeof mode] === value),
    ]),
  ),
  ...Object.fromEntries(
    BATTERY_SIZES.map(([low, high]) => [
      `battery of ${low} to ${high} hundredths`,
      ({ battery }: SuiteScenario) => battery.capacityKwh >= low / 100 && battery.capacityKwh <= high / 100,
    ]),
  ),
  hybrid: ({ inverter }) => inverter.isHybrid,
  "AC-coupled": ({ inverter }) => !inverter.isHybrid,
  "one car": ({ cars }) => cars.length === 1,
  "two cars": ({ cars }) => cars.length === 2,
  "no car": ({ cars }) => cars.length === 0,
  "intelligent slots": ({ intelligentRun }) => intelligentRun !== undefined,
  "low-power export": ({ lowPowerExport }) => lowPowerExport,
  "carbon intensity": ({ profiles }) => profiles.carbonGramsPerKwh.some((grams) => grams > 0),
  "no carbon intensity": ({ profiles }) => profiles.carbonGramsPerKwh.every((grams) => grams === 0),
  "negative import price": ({ profiles }) => profiles.importPencePerKwh.some((price) => price < 0),
  "export dearer than every import": ({ profiles }) =>
    Math.max(...profiles.exportPencePerKwh) > Math.max(...profiles.importPencePerKwh),
  "no panels": ({ profiles }) => profiles.pvKw.every((kw) => kw === 0),
  panels: ({ profiles }) => profiles.pvKw.some((kw) => kw > 1),
  "start at an odd 5 minutes": ({ nowMinute }) => nowMinute % 10 === 5,
  "start at an even 5 minutes": ({ nowMinute }) => nowMinute % 10 === 0,
};

describe("generated homes", () => {
  it("hold every kind among twenty, whatever the seed", () => {
    const missing = fc.property(fc.nat(), (seed) => {
      const homes = generateSuite({ count: 20, seed });
      const lacking = Object.entries(kinds).filter(([, shows]) => !homes.some(shows));
      if (lacking.length > 0)
        throw new Error(`seed ${seed} lacks ${lacking.map(([kind]) => kind).join(", ")}`);
      return true;
    });
    fc.assert(missing, { numRuns: 60 });
  });

  it("hold prices that change inside a 5-minute step, and load scalings out of order", () => {
    const homes = generateSuite({ count: 60, seed: 0 });
    const changesInside = ({ profiles }: SuiteScenario): boolean =>
      profiles.importPencePerKwh.some((price, minute, day) => minute % 5 !== 0 && price !== day[minute - 1]);
    expect(homes.some(changesInside)).toBe(true);
    expect(homes.some(({ loadScaling }) => loadScaling.pv90 > loadScaling.pv10)).toBe(true);
  });

  it("depend on their seed and index alone, not on how many are made", () => {
    const property = fc.property(fc.nat(), fc.integer({ min: 1, max: 6 }), (seed, count) => {
      const few = writeSuiteScenarios(generateSuite({ count, seed }));
      const more = writeSuiteScenarios(generateSuite({ count: count + 2, seed }).slice(0, count));
      return few === more;
    });
    fc.assert(property, { numRuns: 10 });
  });

  it("can be read back: every field within the format's bounds", () => {
    const property = fc.property(fc.nat(), (seed) => {
      return readSuiteScenarios(writeSuiteScenarios(generateSuite({ count: 4, seed }))).length === 4;
    });
    fc.assert(property, { numRuns: 25 });
  });

  it("are these bytes for seed 0 on every machine, and other bytes for another seed", () => {
    const bytesOf = (seed: number): string =>
      createHash("sha256")
        .update(writeSuiteScenarios(generateSuite({ count: 20, seed })))
        .digest("hex");
    expect(bytesOf(0)).toBe("eb99045a410a341223ce5f6b15dfc2c64f39a2cdb0883297c76f9d668b06f436");
    expect(bytesOf(1)).not.toBe(bytesOf(0));
  });

  it("are nobody's published homes: no day of the twenty homes comes up", () => {
    const folder = new URL("../../test/home-suite/", import.meta.url);
    const published = readSuiteScenarios(readFileSync(new URL("scenarios.json", folder), "utf8"));
    const days = new Set(published.map(({ profiles }) => profiles.loadKwh.join()));
    for (const home of generateSuite({ count: 40, seed: 0 })) {
      expect(days.has(home.profiles.loadKwh.join())).toBe(false);
    }
  });
});
