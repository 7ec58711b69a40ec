import { createEngine } from "@lightcone/parallel";
import { afterAll, describe, expect, it } from "vitest";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { renderMovie } from "../src/renderMovie.ts";
import { digests, Killed, memoryStore } from "./memoryStore.ts";
import { openMovieLab, SHOT } from "./movieLab.ts";

const { render, rendered, close } = await openMovieLab();
afterAll(close);

describe("a movie", () => {
  it("is the same bytes on 0, 1, 2 and 4 lanes and under every kind of schedule", async () => {
    const wanted = digests(await rendered());
    expect(Object.keys(wanted)).toHaveLength(7 + 5);
    for (const lanes of [0, 2, 4]) {
      const other = await createEngine({ lanes, costGate: false });
      const schedule = { 0: "static", 2: "dynamic,32", 4: "guided" }[lanes]!;
      const store = memoryStore();
      await renderMovie({ shot: SHOT, files: openInputFolder("."), store, schedule }, other).finally(() =>
        other.close(),
      );
      expect(digests(store), `${lanes} lanes, ${schedule}`).toEqual(wanted);
    }
  }, 120_000);

  it("ends with the same bytes after a kill at any write, once or again and again", async () => {
    const whole = memoryStore();
    whole.writesLeft = Number.MAX_SAFE_INTEGER;
    await render(whole);
    const writes = Number.MAX_SAFE_INTEGER - whole.writesLeft;
    const wanted = digests(whole);
    for (let kill = 0; kill < writes; kill += 4) {
      const store = memoryStore();
      store.writesLeft = kill;
      await expect(render(store), `write ${kill}`).rejects.toThrow(Killed);
      store.writesLeft = undefined;
      await render(store, SHOT, { isResuming: true });
      expect(digests(store), `killed at write ${kill}`).toEqual(wanted);
    }
    const store = memoryStore();
    for (let turn = 0; turn < writes; turn++) {
      store.writesLeft = 5 + turn;
      const isDone = await render(store, SHOT, { isResuming: true }).then(
        () => true,
        () => false,
      );
      if (isDone) break;
    }
    expect(digests(store)).toEqual(wanted);
  }, 120_000);

  it.each([
    ["exposed anew", SHOT.replace("exposure: 1", "exposure: 3")],
    ["under other stars", SHOT.replace("faintestMagnitude: 4.5", "faintestMagnitude: 3")],
    [
      "with another point spread",
      SHOT.replace("exposure: 1", "exposure: 1\npsf: {kind: gaussian, sigmaPx: 1.1}"),
    ],
  ])("uses its lens map again when it is %s, and is what a new movie would be", async (_how, shot) => {
    const store = await rendered();
    const report = await render(store, shot);
    expect(report.isLensMapReused).toBe(true);
    expect(digests(store)).toEqual(digests(await rendered(shot)));
  });

  it.each([
    ["camera", SHOT.replace("hfovDeg: 70", "hfovDeg: 71")],
    ["spin", SHOT.replace("spin: 0.9", "spin: 0.8")],
    ["tolerance", SHOT.replace("{groupSlots: 64}", "{groupSlots: 64, tolerance: 1e-8}")],
    ["disk", SHOT.replace("exposure: 1", "exposure: 1\ndisk: {outerRadiusM: 8}")],
    ["frames", SHOT.replace("frames: 7", "frames: 6")],
  ])("does not use a lens map of another %s", async (_what, shot) => {
    const store = await rendered();
    const report = await render(store, shot);
    expect(report.isLensMapReused).toBe(false);
    expect(digests(store)).toEqual(digests(await rendered(shot)));
  });
});
