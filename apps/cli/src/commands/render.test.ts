import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { lensmapCommand } from "./lensmap.ts";
import { renderCommand } from "./render.ts";

const SHOT = `
spacetime: {kind: kerr, spin: 0.9}
trajectory: {kind: rain, thetaDeg: 80, fromRadiusM: 15, toRadiusM: 4, frames: 24}
camera: {widthPx: 64, heightPx: 36, hfovDeg: 70}
sampling: {groupSlots: 128}
sky: {catalogue: stars, faintestMagnitude: 4}
output: {video: false}
`;

let folder = "";
let shot = "";
let spoken = "";
let said = "";
const io: CommandIo = {
  out: (text) => {
    spoken += text;
  },
  err: (text) => {
    said += text;
  },
  isTerminal: false,
  outHasColour: false,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-render-"));
  shot = join(folder, "shot.yaml");
  writeFileSync(shot, SHOT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const render = (...args: string[]): Promise<number> => renderCommand.run([shot, ...args], io);

describe("lightcone render", () => {
  it("says where everything is, and writes counters of engine and movie", async () => {
    spoken = "";
    const [out, stats] = [join(folder, "told"), join(folder, "stats.json")];
    expect(await render("--out", out, "--frames", "3:5", "--stats", stats, "--schedule", "dynamic,32")).toBe(
      0,
    );
    for (const name of [
      "frame-00003.png",
      "frame-00004.png",
      "movie.lensmap",
      "events.csv",
      "manifest.json",
    ]) {
      expect(spoken).toContain(name);
    }
    expect(spoken).toMatch(/\d+ escaped, \d+ captured, 0 disk, 0 unresolved/);
    const { movie } = JSON.parse(readFileSync(stats, "utf8")) as { movie: Record<string, number> };
    expect(movie.rays).toBeGreaterThan(100);
    expect(movie.steps).toBeGreaterThan(movie.rays!);
    expect(movie.slabs).toBeGreaterThan(0);
  }, 60_000);

  it("writes down the steps of the lens map's rays, and follows none of them again for another picture", async () => {
    const [out, costs] = [join(folder, "again"), join(folder, "costs.json")];
    const other = join(folder, "other.yaml");
    const stepsOf = async (file: string): Promise<readonly number[]> => {
      spoken = "";
      const args = [file, "--out", out, "--frames", "0:2", "--lanes", "1", "--costs", costs];
      expect(await renderCommand.run(args, io)).toBe(0);
      const { slabs } = JSON.parse(readFileSync(costs, "utf8"));
      return slabs.flatMap((slab: { steps: number[] }) => slab.steps);
    };
    const frame = () => readFileSync(join(out, "frames", "frame-00000.png"));
    const steps = await stepsOf(shot);
    const lensMap = readFileSync(join(out, "movie.lensmap"));
    expect(steps.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
    const first = frame();
    writeFileSync(other, SHOT.replace("catalogue: stars, faintestMagnitude: 4", "catalogue: graticule"));
    expect(await stepsOf(other)).toEqual([]);
    expect(spoken).toContain("(from the lens map of a former movie)");
    expect(frame()).not.toEqual(first);
    writeFileSync(other, `${SHOT}exposure: 3\nstars: {fluxFloor: 1e9}\npsf: {sigmaPx: 0.4}\n`);
    expect(await stepsOf(other)).toEqual([]);
    expect(readFileSync(join(out, "movie.lensmap"))).toEqual(lensMap);
    writeFileSync(other, SHOT.replace("faintestMagnitude: 4", "faintestMagnitude: 5"));
    expect(await stepsOf(other)).toEqual([]);
    expect(spoken).toMatch(
      /rays traced +0 for the mesh in 0 slabs, [1-9]\d* for the pictures; [1-9]\d* steps/,
    );
    said = "";
    writeFileSync(join(out, "movie.lensmap"), lensMap.subarray(0, 4000));
    expect(await stepsOf(other)).toEqual(steps);
    expect(said).toMatch(/^movie\.lensmap of a former movie is truncated: .*: every ray is traced anew\n$/);
    writeFileSync(other, SHOT.replace("catalogue: stars, faintestMagnitude: 4", "catalogue: none"));
    expect(await stepsOf(other)).toEqual([]);
    expect(spoken).toMatch(/rays traced +0 for the mesh in 0 slabs, 0 for the pictures; 0 steps/);
  }, 60_000);

  it("says why rays are unresolved, as the lens map and the manifest do", async () => {
    const [near, out] = [join(folder, "near.yaml"), join(folder, "near")];
    const path = "trajectory: {kind: circular, radiusM: 3.0000001}";
    writeFileSync(near, `spacetime: {kind: schwarzschild}\n${path}\ncamera: {widthPx: 32, heightPx: 18}\n`);
    spoken = "";
    expect(await renderCommand.run([near, "--out", out], io)).toBe(0);
    const told = /unresolved +(\d+): the ray touches the critical curve to rounding/;
    const [, count] = told.exec(spoken) ?? [];
    expect(spoken).toContain(`0 disk, ${count} unresolved`);
    spoken = "";
    expect(await lensmapCommand.run(["info", join(out, "movie.lensmap")], io)).toBe(0);
    expect(told.exec(spoken)?.[1]).toBe(count);
    const { frames } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect(Object.values(frames[0].unresolved)).toEqual([Number(count)]);
  }, 60_000);

  it("leaves a folder alone that another run renders into, and takes it over from one that is gone", async () => {
    const out = join(folder, "shared");
    mkdirSync(out);
    writeFileSync(join(out, "rendering.claim"), `1 ${hostname()}\n`);
    await expect(render("--out", out, "--frames", "0:1")).rejects.toThrow(
      "is being rendered into by process 1",
    );
    expect(readdirSync(out)).toEqual(["rendering.claim"]);
    writeFileSync(join(out, "rendering.claim"), `99999999 ${hostname()}\n`);
    expect(await render("--out", out, "--frames", "0:1")).toBe(0);
    expect(readdirSync(out)).toContain("manifest.json");
    expect(readdirSync(out)).not.toContain("rendering.claim");
  }, 60_000);

  it("names flags that are wrong, with value and remedy", async () => {
    const out = join(folder, "none");
    await expect(render()).rejects.toThrow("--out: is missing");
    await expect(render("--out", out, "--frames", "5:3")).rejects.toThrow('--frames: is "5:3"');
    await expect(render("--out", out, "--frames", "-1:2")).rejects.toThrow(
      '--frames: is "-1:2"; give the first',
    );
    await expect(render("--out", out, "--schedule", "fast")).rejects.toThrow(
      '--schedule: "fast" is no schedule',
    );
    await expect(render("--out", out, "--frames", "30:40")).rejects.toThrow("frames are 0 to 23");
    await expect(renderCommand.run(["none.yaml", "--out", out], io)).rejects.toThrow("no file none.yaml");
    expect(existsSync(out)).toBe(false);
  });

  it("tells everything that is wrong with a shot, and where the line of a trajectory is bad", async () => {
    const bad = join(folder, "bad.yaml");
    writeFileSync(
      bad,
      "spacetime: {kind: kerr, spin: 1.2}\ntrajectory: {kind: rian}\ncamera: {widthPx: 64}\n",
    );
    const out = join(folder, "none");
    await expect(renderCommand.run([bad, "--out", out], io)).rejects.toThrow(
      /spacetime\.spin: is 1\.2.*\n.*did you mean `rain`.*\ncamera\.heightPx: is missing/,
    );
    writeFileSync(bad, SHOT.replace("catalogue: stars", "catalogue: no.csv").replace("64", "0"));
    await expect(renderCommand.run([bad, "--out", out], io)).rejects.toThrow(
      /camera\.widthPx: is 0.*\nsky\.catalogue: is "no\.csv", but there is no such file/,
    );
    writeFileSync(
      bad,
      SHOT.replace(/trajectory: .*/, "trajectory: {file: camera.csv}").replace(", hfovDeg: 70", ""),
    );
    writeFileSync(join(folder, "camera.csv"), "frame,tau\n0,0\n");
    await expect(renderCommand.run([bad, "--out", out], io)).rejects.toThrow(
      "camera.csv: line 1: names the columns",
    );
  });

  it("helps with shots and trajectories", async () => {
    spoken = "";
    expect(await renderCommand.run(["--help", "shot"], io)).toBe(0);
    expect(spoken).toContain("camera.hfovDeg  (number");
    expect(await renderCommand.run(["--help", "camera"], io)).toBe(0);
    expect(spoken).toContain("hfov_deg");
  });
});

describe("lightcone lensmap", () => {
  const lensmap = (...args: string[]): Promise<number> => lensmapCommand.run(args, io);
  let file = "";
  beforeAll(async () => {
    const out = join(folder, "map");
    await render("--out", out, "--frames", "0:2", "--lanes", "1");
    file = join(out, "movie.lensmap");
  }, 60_000);

  it("describes a lens map, and finds it sound", async () => {
    spoken = "";
    const json = join(folder, "info.json");
    expect(await lensmap("info", file, "--json", json)).toBe(0);
    expect(spoken).toContain('{"kind":"kerr","spin":0.9}');
    const info = JSON.parse(readFileSync(json, "utf8")) as { frames: unknown[]; sha256: string };
    expect(info.frames).toHaveLength(2);
    expect(await lensmap("verify", file)).toBe(0);
    expect(spoken).toContain(`sound, 2 frames, SHA-256 ${info.sha256}`);
  });

  it("exits with 1 for a damaged file and for files that differ, with 2 for what is none", async () => {
    const damaged = join(folder, "damaged.lensmap");
    const bytes = readFileSync(file);
    bytes[bytes.length - 1000]! ^= 1;
    writeFileSync(damaged, bytes);
    spoken = "";
    expect(await lensmap("verify", file, damaged)).toBe(1);
    expect(spoken).toContain("damaged");
    expect(await lensmap("diff", file, file)).toBe(0);
    const longer = join(folder, "longer");
    await render("--out", longer, "--frames", "0:3", "--lanes", "1");
    const other = join(longer, "movie.lensmap");
    expect(await lensmap("diff", file, other)).toBe(1);
    expect(spoken).toContain("frame 2 is only in");
    spoken = "";
    const [none, lost] = [join(folder, "none.lensmap"), join(folder, "lost.lensmap")];
    await expect(lensmap("verify", none, damaged, lost, file)).rejects.toThrow(
      /no file .*none\.lensmap.*\n.*no file .*lost\.lensmap/,
    );
    expect(spoken).toMatch(/damaged[\s\S]*movie\.lensmap: sound, 2 frames/);
    await expect(lensmap("info", shot)).rejects.toThrow("no lens map");
    await expect(lensmap("diff", file)).rejects.toThrow("got 1 files");
    await expect(lensmap("look", file)).rejects.toThrow('is "look"');
  });

  it("exports to NumPy beside the file", async () => {
    said = "";
    expect(await lensmap("export", file)).toBe(0);
    const npz = file.replace(".lensmap", ".npz");
    expect(said).toContain(npz);
    expect(readFileSync(npz).subarray(0, 2).toString()).toBe("PK");
  });
});
