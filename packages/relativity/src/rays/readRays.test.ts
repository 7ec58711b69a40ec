import { describe, expect, it } from "vitest";
import { InputError } from "../problem.ts";
import { readRays } from "./readRays.ts";

const good = {
  id: 1,
  spacetime: { kind: "kerr", spin: 0.9 },
  camera: { r: 50, thetaDeg: 80, observer: "static" },
  azDeg: 10,
  elDeg: 0,
};

const noTable = (file: string, at: string): never => {
  throw new InputError("file", [{ at, what: `there is no file ${file}`, mend: "give one" }]);
};

/** What is wrong with a file of these lines, as `where: what`. */
function faults(...lines: readonly unknown[]): string[] {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  try {
    readRays(text, noTable);
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({ at, what }) => `${at}: ${what}`);
    throw error;
  }
  return [];
}

describe("a rays file", () => {
  it("gives one request a line, in order, without its empty lines", () => {
    const text = `\n${JSON.stringify(good)}\n\n${JSON.stringify({ ...good, id: "b", tolerance: 1e-8 })}\n`;
    const rays = readRays(text, noTable);
    expect(rays.map(({ id, tolerance, backend }) => [id, tolerance, backend])).toEqual([
      [1, 1e-10, "fast"],
      ["b", 1e-8, "fast"],
    ]);
    expect(rays[0]!.azRad).toBeCloseTo(0.17453292519943295, 15);
  });

  it("takes the general backend where it is asked for, or where there is no other", () => {
    const backend = (ray: object) => readRays(JSON.stringify({ ...good, ...ray }), noTable)[0]!.backend;
    expect(backend({ backend: "kerr-schild" })).toBe("kerr-schild");
    expect(backend({ spacetime: { kind: "kerr-newman", spin: 0.5, charge: 0.5 } })).toBe("kerr-schild");
    expect(backend({ spacetime: { kind: "minkowski" } })).toBe("fast");
  });

  it("takes cameras by their vectors, forward before up", () => {
    const camera = { position: [10, 0, 0], fourVelocity: [1, 0, 0, 0], forward: [-1, 0, 0], up: [1, 0, 5] };
    const ray = { ...good, spacetime: { kind: "minkowski" }, camera };
    const [{ camera: place } = expect.fail()] = readRays(JSON.stringify(ray), noTable);
    expect(place.tetrad).toEqual({
      u: [1, 0, 0, 0],
      forward: [0, -1, 0, 0],
      up: [0, 0, 0, 1],
      right: [0, 0, 1, 0],
    });
  });
});

describe("bad input is told by line and field, all of it at once", () => {
  it.each([
    ["{", ['line 1: is no JSON: "{"']],
    ["[1]", ["line 1: is a list of 1, not an object"]],
    ["", ["line 1: there is no ray in the file"]],
    [{ ...good, id: undefined }, ["line 1: id: is missing"]],
    [{ ...good, azDeg: "10" }, ['line 1: azDeg: is "10", which is no finite number']],
    [{ ...good, elDeg: 91 }, ["line 1: elDeg: is 91, which is out of range"]],
    [{ ...good, spin: 0.9 }, ["line 1: spin: is no field of a ray"]],
    [{ ...good, backend: "gpu" }, ['line 1: backend: is "gpu", but must be one of fast, kerr-schild']],
    [{ ...good, tolerance: 0 }, ["line 1: tolerance: is 0, which is out of range"]],
    [{ ...good, spacetime: { kind: "kerr" } }, ["line 1: spacetime.spin: is missing"]],
    [
      { ...good, spacetime: { kind: "kerr", spin: 1 } },
      ["line 1: spacetime.spin: is 1: above 1 - 1e-12 there is no usable horizon"],
    ],
    [
      { ...good, spacetime: { kind: "tabulated", file: "a.table" } },
      ["line 1: spacetime.file: there is no file a.table"],
    ],
    [
      { ...good, backend: "fast", spacetime: { kind: "kerr-newman", spin: 0, charge: 0.1 } },
      ["line 1: backend: is fast, but the sphere form knows no kerr-newman spacetime"],
    ],
    [
      { ...good, camera: { r: 10, thetaDeg: 90, observer: "drip", restRadius: 20 } },
      ["line 1: camera.observer: a drip falls radially, which needs spin 0, but spin is 0.9"],
    ],
    [
      { ...good, camera: { r: 10, thetaDeg: 80, observer: "circular" } },
      ["line 1: camera.thetaDeg: is 80, but circular orbits lie in the equator"],
    ],
    [
      { ...good, camera: { r: 0, thetaDeg: 80, observer: "rain" } },
      ["line 1: camera.r: is 0, where no camera can be"],
    ],
    [
      {
        ...good,
        camera: { position: [1, 2], fourVelocity: [1, 0, 0, 0], forward: [1, 0, 0], up: [0, 0, 1] },
      },
      ["line 1: camera.position: is [1,2], which is no such vector"],
    ],
  ] as const)("%o", (line, expected) => {
    expect(faults(line)).toEqual(expected);
  });

  it("static within the ergosphere, past-directed and too fast cameras, each with the reason", () => {
    const camera = (fourVelocity: number[]) => ({
      ...good,
      spacetime: { kind: "minkowski" },
      camera: { position: [9, 0, 0], fourVelocity, forward: [1, 0, 0], up: [0, 0, 1] },
    });
    const found = faults(
      { ...good, camera: { r: 1.5, thetaDeg: 90, observer: "static" } },
      camera([-1, 0, 0, 0]),
      camera([1, 1.1, 0, 0]),
      camera([1.1, 0, 0, 0]),
    );
    expect(found).toHaveLength(4);
    expect(found[0]).toMatch(/^line 1: camera.observer: .*ergosphere/);
    expect(found[1]).toMatch(/^line 2: camera.fourVelocity: .*past-directed/);
    expect(found[2]).toMatch(/^line 3: camera.fourVelocity: .*not timelike/);
    expect(found[3]).toMatch(/^line 4: camera.fourVelocity: .*not normalised/);
  });

  it("several faults of several lines", () => {
    expect(faults({ ...good, azDeg: null, elDeg: 100 }, good, { id: 3 })).toEqual([
      "line 1: azDeg: is missing",
      "line 1: elDeg: is 100, which is out of range",
      "line 3: spacetime: is missing",
      "line 3: azDeg: is missing",
      "line 3: elDeg: is missing",
      "line 3: camera: is missing",
    ]);
  });
});
