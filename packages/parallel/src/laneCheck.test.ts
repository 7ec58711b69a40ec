import { expect, test } from "vitest";
import { checkLane } from "./laneCheck.ts";

test("a worker starts, answers, and its wake-up is measured", async () => {
  const check = await checkLane();
  expect(check).toMatchObject({ doesAnswer: true, warnings: [] });
  expect(check.hardwareLanes).toBeGreaterThanOrEqual(1);
  expect(check.startMs).toBeGreaterThan(0);
  expect(check.wakeMicroseconds).toBeGreaterThan(0);
});
