import { createEngine } from "@lightcone/parallel";
import { expect, it } from "vitest";
import { lanesUp } from "./lanesFirst.ts";

it("ends when every lane is up", async () => {
  const engine = await createEngine({ lanes: 3 });
  await lanesUp(engine);
  const started = engine.counters().lanes.filter(({ startMs }) => startMs > 0);
  expect(started.map(({ lane }) => lane)).toEqual([1, 2]);
  await engine.close();
});

it("waits for no lane where the caller is alone, and for none that was refused or died", async () => {
  let laneCount = 3;
  const row = (lane: number, startMs: number) => ({ lane, startMs });
  let looks = 0;
  await lanesUp({
    startLanes: () => undefined,
    get laneCount() {
      return laneCount;
    },
    counters: () => {
      if (++looks === 3) laneCount = 2;
      return { lanes: [row(0, 0), row(1, 5), row(2, 0)] } as never;
    },
  });
  expect(looks).toBe(3);
  const alone = await createEngine({ lanes: 0 });
  await lanesUp(alone);
  await alone.close();
});
