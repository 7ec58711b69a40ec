import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { planMovie } from "../src/movie/moviePlan.ts";
import { readScene } from "../src/movie/scene.ts";
import { readShot } from "../src/shot/readShot.ts";
import { horizonRadius } from "../src/spacetime/horizon.ts";
import { radiusAt } from "../src/spacetime/metric.ts";
import { memoryStore } from "./memoryStore.ts";
import { openMovieLab } from "./movieLab.ts";

const folder = fileURLToPath(new URL("../../../examples", import.meta.url));
const shots = readdirSync(folder).filter((name) => name.endsWith(".yaml") && name !== "home.yaml");

const planOf = (name: string) =>
  planMovie(
    readScene(readShot(readFileSync(`${folder}/${name}`, "utf8")), openInputFolder(folder)),
    undefined,
  );

it.each(shots)("%s can be planned", (name) => {
  expect(planOf(name).cameras.length).toBeGreaterThan(0);
});

it("infall.yaml is the reference-size movie, in one group of frames", () => {
  const { cameras, groups, header, scene } = planOf("infall.yaml");
  expect(cameras).toHaveLength(393);
  expect(groups).toHaveLength(1);
  expect(header.sampling).toEqual({ coarseCellPx: 16, refinementLevels: 3 });
  expect(cameras[0]!.projection).toMatchObject({ kind: "pinhole", widthPx: 64, heightPx: 36 });
  expect(scene.shot.exposure).toBe(0.2);
  expect(scene.shot.camera.hfovDeg).toBe(60);
  expect(scene.catalogue.count).toBe(5654);
  const radii = [cameras[0]!, cameras[392]!].map(({ position }) => radiusAt(0, position));
  expect(radii).toEqual([30, 0.5]);
});

it.each(["short.yaml", "kerr-infall.yaml"])(
  "%s ends within the horizon, and still sees the sky there",
  async (name) => {
    const { cameras, scene } = planOf(name);
    const last = cameras.at(-1)!;
    expect(scene.shot.spacetime).toEqual({ kind: "kerr", spin: 0.9 });
    expect(radiusAt(0.9, last.position)).toBeLessThan(horizonRadius(scene.spacetime));
    const lab = await openMovieLab();
    const text = readFileSync(`${folder}/${name}`, "utf8").replace(/^sky: .*$/m, "sky: {catalogue: none}");
    const frames = { begin: last.frame, end: last.frame + 1 };
    const { frames: records } = await lab.render(memoryStore(), text, { frames });
    await lab.close();
    const { escaped, captured } = records[0]!.rays;
    expect(escaped! / captured!).toBeGreaterThan(0.5);
  },
);
