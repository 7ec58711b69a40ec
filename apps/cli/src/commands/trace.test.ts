import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { traceCommand } from "./trace.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-trace-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command; gives its exit code and what it printed. */
async function run(...args: readonly string[]): Promise<{ exitCode: number; out: string }> {
  let out = "";
  const io: CommandIo = {
    out: (text) => {
      out += text;
    },
    err: () => {},
    isTerminal: false,
    outHasColour: false,
  };
  return { exitCode: await traceCommand.run(args, io), out };
}

function raysFile(name: string, rays: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rays.map((ray) => `${JSON.stringify(ray)}\n`).join(""));
  return path;
}

interface Answer {
  readonly id: number;
  readonly status: string;
  readonly direction: readonly number[] | null;
  readonly steps: number;
  readonly g: number | null;
}

function answersIn(file: string): Answer[] {
  return (JSON.parse(readFileSync(file, "utf8")) as { results: Answer[] }).results;
}

const kerr = { kind: "kerr", spin: 0.9 };
const far = { r: 50, thetaDeg: 80, observer: "static" };

describe("lightcone trace", () => {
  it("answers each ray of a file in its order, whatever it is traced with", async () => {
    const rays = raysFile("mixed.jsonl", [
      { id: 1, spacetime: kerr, camera: far, azDeg: 10, elDeg: 0, tolerance: 1e-12 },
      { id: 2, spacetime: kerr, backend: "kerr-schild", camera: far, azDeg: 10, elDeg: 0, tolerance: 1e-10 },
      { id: 3, spacetime: { kind: "schwarzschild" }, camera: { ...far, r: 6 }, azDeg: 0, elDeg: 0 },
      { id: 4, spacetime: kerr, camera: far, azDeg: -10, elDeg: 0, tolerance: 1e-12 },
    ]);
    const file = join(folder, "mixed.json");
    const { exitCode, out } = await run(rays, "--json", file, "--lanes", "1");
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toHaveLength(6);
    const [right, general, hole, left] = answersIn(file);
    const oracle = [-0.831568570808, -0.537496275791, -0.13996951652];
    oracle.forEach((component, axis) => {
      expect(right!.direction![axis]).toBeCloseTo(component, 11);
      expect(general!.direction![axis]).toBeCloseTo(component, 8);
    });
    expect(hole).toMatchObject({ id: 3, status: "captured", direction: null, g: null });
    expect(left!.direction![1]).toBeCloseTo(0.48859767717, 11);
  });

  it("gives the same file on both engines, and on more lanes", async () => {
    const rays = raysFile(
      "fan.jsonl",
      Array.from({ length: 60 }, (_, id) => ({ id, spacetime: kerr, camera: far, azDeg: id - 30, elDeg: 1 })),
    );
    const texts = [];
    for (const flags of [
      ["--lanes", "1"],
      ["--lanes", "3"],
      ["--engine", "reference"],
      ["--repeat-work", "3"],
    ]) {
      const file = join(folder, "fan.json");
      await run(rays, "--json", file, ...flags);
      texts.push(readFileSync(file, "utf8"));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it("writes down the steps of each ray in the order of rays", async () => {
    const rays = raysFile("steps.jsonl", [
      { id: 1, spacetime: kerr, camera: far, azDeg: 10, elDeg: 0 },
      { id: 2, spacetime: kerr, backend: "kerr-schild", camera: far, azDeg: 10, elDeg: 0 },
      { id: 3, spacetime: kerr, camera: far, azDeg: 0, elDeg: 0 },
    ]);
    const [file, costs] = [join(folder, "steps.json"), join(folder, "costs.json")];
    await run(rays, "--json", file, "--costs", costs, "--lanes", "1");
    const { runs, stepsPerRay } = JSON.parse(readFileSync(costs, "utf8"));
    expect(stepsPerRay).toEqual(answersIn(file).map(({ steps }) => steps));
    expect(stepsPerRay[1]).toBeGreaterThan(stepsPerRay[0]);
    expect(runs[0]).toMatchObject({ kernel: "relativity", entry: "traceRays" });
  });

  it("refuses a bad line with its number and field, and writes nothing", async () => {
    const rays = raysFile("bad.jsonl", [{ id: 1, spacetime: kerr, camera: far, azDeg: 0 }]);
    await expect(run(rays)).rejects.toThrow(/line 1: elDeg: is missing/);
  });

  it("says from which folder a table that is missing is looked up", async () => {
    const spacetime = { kind: "tabulated", file: "none.table" };
    const rays = raysFile("tabulated.jsonl", [{ id: 1, spacetime, camera: far, azDeg: 0, elDeg: 0 }]);
    await expect(run(rays)).rejects.toThrow(
      /no such file .*give the path of a file from the folder of RAYS\.jsonl/,
    );
  });

  it("tells a camera's forward that is none how to mend itself", async () => {
    const flat = { kind: "minkowski" };
    const camera = { position: [20, 0, 0], fourVelocity: [1, 0, 0, 0], forward: [0, 0, 0], up: [0, 0, 1] };
    const rays = raysFile("forward.jsonl", [{ id: 1, spacetime: flat, camera, azDeg: 0, elDeg: 0 }]);
    await expect(run(rays)).rejects.toThrow(
      /forward: .*; give a direction to look in that is not zero, nor along the motion/,
    );
    const upwards = { ...camera, forward: [-1, 0, 0], up: [1, 0, 0] };
    const other = raysFile("up.jsonl", [{ id: 1, spacetime: flat, camera: upwards, azDeg: 0, elDeg: 0 }]);
    await expect(run(other)).rejects.toThrow(
      /up: .*; give a vector across the view's forward and the motion/,
    );
  });

  it("gives no sign to what rounds to nothing", async () => {
    const camera = { r: 10, thetaDeg: 90, observer: "static" };
    const away = { id: 1, spacetime: { kind: "schwarzschild" }, camera, azDeg: 180, elDeg: 0 };
    const { out } = await run(raysFile("away.jsonl", [away]), "--lanes", "1");
    expect(out).toMatch(/escaped +1\.0+ +0\.0+ +0\.0+ +1\.118033989 +0\.000000 +0\.000000/);
  });

  it("answers the rays of its example", async () => {
    const { exitCode, out } = await run("examples/rays.jsonl", "--lanes", "1");
    expect(exitCode).toBe(0);
    expect(out).toMatch(/right of the hole +escaped +-0\.831568571 +-0\.537496276 +-0\.139969517/);
  });
});
