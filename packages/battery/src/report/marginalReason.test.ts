import { expect, test } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import {
  chargeByWorth,
  exportByWorth,
  holdByWorth,
  serveByWorth,
  type ValuedSlot,
} from "./marginalReason.ts";
import { planJson } from "./planJson.ts";
import type { PlannedSlot } from "./planReport.ts";
import { composeReport } from "./planReport.ts";
import { readPlanJson } from "./readPlanJson.ts";

const day = plausibleDay();
const battery = {
  ...day.battery,
  gridToStoreEfficiency: 0.9,
  storeToHomeEfficiency: 0.8,
  wearPencePerStoredKwh: 2,
  storingWearPencePerStoredKwh: 1,
};

/** A slot with one price and one worth of a stored kWh. */
function valued(price: number, storedPencePerKwh?: number): ValuedSlot {
  const { storedPencePerKwh: _, ...plain } = day.slots[0] as PlannedSlot;
  const slot = { ...plain, importPencePerKwh: price, exportPencePerKwh: price };
  return {
    day: { battery },
    slot: storedPencePerKwh === undefined ? slot : { ...slot, storedPencePerKwh },
    sum: (pence) => `${pence.toFixed(1)} p`,
  };
}

test("each reason compares what it says, losses and wear counted", () => {
  // A kWh from the battery takes 1/0.8 stored ones and saves as much of the giving wear: (23 + 1) / 0.8 = 30.
  expect(serveByWorth(valued(31, 23), "demand-serve", false)).toEqual({
    code: "demand-serve",
    text: "A kWh from the battery is worth 30.0 p later, importing costs 31.0 p: it serves the home",
  });
  expect(serveByWorth(valued(31, 23), "demand-serve", true)?.text).toMatch(/as far as it can$/);
  expect(holdByWorth(valued(29, 23))?.text).toBe(
    "A kWh from the battery is worth 30.0 p later, importing costs 29.0 p: keep it",
  );
  expect(exportByWorth(valued(31, 23))?.text).toBe(
    "Exporting earns 31.0 p; kept, a kWh from the battery is worth 30.0 p",
  );
  // Storing a kWh takes 1/0.9 imported ones and wears 1 p: 19.8 / 0.9 + 1 = 23.
  expect(chargeByWorth(valued(19.8, 23.2))?.text).toBe(
    "A stored kWh is worth 23.2 p later; charging one here costs 23.0 p",
  );
});

test("none is given where the printed prices do not show it, or nothing is known", () => {
  const all = (price: number, worth?: number) => {
    const view = valued(price, worth);
    return [serveByWorth(view, "x", false), exportByWorth(view), holdByWorth(view)];
  };
  expect(all(30.02, 23).every((reason) => reason === undefined)).toBe(true);
  expect(all(31).every((reason) => reason === undefined)).toBe(true);
  expect(all(29, 23).filter((reason) => reason !== undefined)).toHaveLength(1);
  expect(chargeByWorth(valued(19.8, 23))).toBeUndefined();
});

test("a plan file holds it", () => {
  const slots = day.slots.map((slot) => ({ ...slot, storedPencePerKwh: 12.5 }));
  const report = composeReport({ ...day, slots });
  expect(readPlanJson(planJson(report)).slots[0]?.storedPencePerKwh).toBe(12.5);
});
