import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readHome } from "../home/readHome.ts";
import { stepSeries } from "../model/stepSeries.ts";
import { NO_CHARGE_KWH } from "../plan/schedule.ts";
import { plannedSlots } from "./plannedSlots.ts";

const examples = new URL("../../../../examples/", import.meta.url);
const readFile = (path: string): string => readFileSync(new URL(path, examples), "utf8");

test("an export is shown down to the reserve, where the battery stops, and never below it", () => {
  const home = readHome(readFile("home.yaml"), { readFile });
  const schedule = [0, 20].map((exportTargetPercent, index) => ({
    endStep: index === 0 ? 100 : home.inputs.stepCount,
    chargeTargetKwh: NO_CHARGE_KWH,
    exportTargetPercent,
  }));
  const nominal = stepSeries(home.inputs, 0, schedule);
  const slots = plannedSlots(home, schedule, [nominal, nominal, nominal]);
  const { reserveKwh, capacityKwh } = home.inputs.battery;
  expect(slots[0]).toMatchObject({ action: "export", targetKwh: reserveKwh });
  expect(slots[0]?.targetPercent).toBeCloseTo((100 * reserveKwh) / capacityKwh, 9);
  expect(slots.at(-1)?.targetKwh).toBeCloseTo(0.2 * capacityKwh, 9);
});
