import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../problem.ts";
import { FIELDS } from "./fields.ts";
import { shotFileHelp } from "./help.ts";
import { readShot } from "./readShot.ts";

const HOLE = "spacetime: {kind: schwarzschild}\n";
const FALL = "trajectory: {kind: drip, frames: 3, toRadiusM: 1}\n";
const CAMERA = "camera: {widthPx: 64, heightPx: 36}\n";

/** Every problem of a shot as `path: what`. */
function problemsOf(text: string): { at: string; what: string; mend: string }[] {
  try {
    readShot(text);
    return [];
  } catch (error) {
    if (error instanceof InputError) return [...error.problems];
    throw error;
  }
}

const paths = (text: string): string[] => problemsOf(text).map(({ at }) => at);

describe("a shot file", () => {
  it("needs spacetime, trajectory and camera, and takes the rest from the table", () => {
    const shot = readShot(HOLE + FALL + CAMERA);
    expect(shot.spacetime).toEqual({ kind: "schwarzschild" });
    expect(shot.trajectory).toMatchObject({
      kind: "drip",
      frames: 3,
      fromRadiusM: 30,
      restRadiusM: 30,
      spacing: "eta",
    });
    expect(shot.camera).toEqual({ projection: "pinhole", widthPx: 64, heightPx: 36, hfovDeg: 60 });
    expect(shot.sampling).toMatchObject({
      coarseCellPx: 16,
      refinementLevel: 3,
      backend: "fast",
      groupSlots: 65_536,
    });
    expect(shot.psf).toEqual({ kind: "gaussian", sigmaPx: 0.8 });
    expect(shot.disk).toBeUndefined();
    expect(shot.stars.fluxFloor).toBeUndefined();
  });

  it("is refused with everything that is wrong at once, each with path, value and remedy", () => {
    const text = `spacetime: {kind: kerrr, spin: 2}
trajectory: {kind: rain, frames: 2.5, toRadiusM: 1}
camera: {widthPx: 64, heigthPx: 36, hfovDeg: wide}
psf: {kind: gaussian, sigmaPx: -1}
exposre: 3
`;
    const problems = problemsOf(text);
    expect(problems.map(({ at }) => at)).toEqual([
      "spacetime.kind",
      "spacetime.spin",
      "trajectory.frames",
      "camera.heigthPx",
      "camera.hfovDeg",
      "psf.sigmaPx",
      "exposre",
      "camera.heightPx",
    ]);
    const said = problems.map(({ what, mend }) => `${what} ${mend}`);
    expect(said[0]).toContain('"kerrr"');
    expect(said[0]).toContain("did you mean `kerr`");
    expect(said[1]).toContain("is 2,");
    expect(said[2]).toContain("2.5");
    expect(said[3]).toContain("did you mean `heightPx`");
    expect(said[4]).toContain('"wide"');
    expect(said[5]).toContain("-1 px");
    expect(said[6]).toContain("did you mean `exposure`");
    expect(problems.every(({ mend }) => mend.length > 5)).toBe(true);
  });

  it("is refused where fields do not fit each other", () => {
    const cases: readonly [string, string][] = [
      [`spacetime: {kind: kerr}\n${FALL}${CAMERA}`, "spacetime.spin"],
      [`spacetime: {kind: kerr, spin: 0.5}\n${FALL}${CAMERA}`, "trajectory.kind"],
      [`spacetime: {kind: schwarzschild, spin: 0.5}\n${FALL}${CAMERA}`, "spacetime.spin"],
      [
        `spacetime: {kind: kerr-newman, spin: 0.8, charge: 0.7}\ntrajectory: {kind: static}\n${CAMERA}`,
        "spacetime.charge",
      ],
      [`${HOLE}trajectory: {kind: drip, frames: 3}\n${CAMERA}`, "trajectory.toRadiusM"],
      [
        `${HOLE}trajectory: {kind: drip, frames: 3, fromRadiusM: 4, toRadiusM: 5}\n${CAMERA}`,
        "trajectory.toRadiusM",
      ],
      [
        `${HOLE}trajectory: {kind: drip, frames: 3, fromRadiusM: 1.5, toRadiusM: 1}\n${CAMERA}`,
        "trajectory.fromRadiusM",
      ],
      [`${HOLE}trajectory: {kind: rain, toRadiusM: 5, spacing: eta}\n${CAMERA}`, "trajectory.spacing"],
      [`${HOLE}trajectory: {kind: circular, thetaDeg: 80}\n${CAMERA}`, "trajectory.thetaDeg"],
      [`${HOLE}trajectory: {kind: circling, frames: 3}\n${CAMERA}`, "trajectory.durationM"],
      [`${HOLE}trajectory: {kind: static, orbits: 2}\n${CAMERA}`, "trajectory.orbits"],
      [`${HOLE}trajectory: {file: camera.csv, frames: 3}\n${CAMERA}`, "trajectory.frames"],
      [`${HOLE}trajectory: {file: camera.csv, kind: rain}\n${CAMERA}`, "trajectory.kind"],
      [`${HOLE}trajectory: {look: {azDeg: 3}}\n${CAMERA}`, "trajectory"],
      [`${HOLE}${FALL}camera: {projection: equirectangular, widthPx: 64, heightPx: 36}\n`, "camera.heightPx"],
      [`${HOLE}${FALL}camera: {widthPx: 64, heightPx: 36, hfovDeg: 180}\n`, "camera.hfovDeg"],
      [`${HOLE}${FALL}${CAMERA}disk: {innerRadiusM: 30}\n`, "disk.innerRadiusM"],
      [`spacetime: {kind: minkowski}\ntrajectory: {kind: static}\n${CAMERA}disk: {}\n`, "disk"],
      [`${HOLE}${FALL}${CAMERA}sampling: {coarseCellPx: 12}\n`, "sampling.coarseCellPx"],
      [`${HOLE}${FALL}${CAMERA}sampling: {slab: {kind: time}}\n`, "sampling.slab.kind"],
      [`${HOLE}${FALL}${CAMERA}sampling: {backend: quick, slab: {kind: time}}\n`, "sampling.backend"],
      [`${HOLE}${FALL}${CAMERA}psf: {kind: airy, sigmaPx: 1}\n`, "psf.sigmaPx"],
    ];
    for (const [text, path] of cases) expect(paths(text), text).toEqual([path]);
  });

  it("takes a disk down to the horizon by that word, and no other", () => {
    const shotWith = (radius: string): string =>
      `spacetime: {kind: kerr, spin: 0.9}\ntrajectory: {kind: rain}\ncamera: {widthPx: 8, heightPx: 8}\ndisk: {innerRadiusM: ${radius}}\n`;
    expect(readShot(shotWith("horizon")).disk?.innerRadiusM).toBe("horizon");
    expect(readShot(shotWith("1.5")).disk?.innerRadiusM).toBe(1.5);
    expect(problemsOf(shotWith("isco"))[0]).toMatchObject({
      at: "disk.innerRadiusM",
      what: 'is "isco", but must be a number in M, alone and without quotes, or horizon',
    });
  });

  it("tells where it is no YAML", () => {
    expect(paths("spacetime: {kind: kerr\n")[0]).toMatch(/^shot file: line \d+, column \d+$/);
    expect(paths("")).toEqual(["shot file"]);
    expect(paths("- 1\n")).toEqual(["shot file"]);
  });

  it("turns any tree of fields into a shot or into problems, never into a fault of ours", () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.integer()));
    const tree = fc.array(fc.tuple(fc.constantFrom(...FIELDS.map(({ path }) => path)), value), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(tree, (entries) => {
        const root: Record<string, unknown> = {};
        for (const [path, leaf] of entries) {
          const names = path.split(".");
          let at = root;
          for (const name of names.slice(0, -1)) {
            const inside = at[name];
            if (typeof inside !== "object" || inside === null) at[name] = {};
            at = at[name] as Record<string, unknown>;
          }
          at[names.at(-1)!] = leaf;
        }
        return Array.isArray(problemsOf(JSON.stringify(root)));
      }),
    );
  });
});

describe("the help of a shot file", () => {
  it("names every field of the table with its meaning", () => {
    const help = shotFileHelp().replace(/\s+/g, " ");
    const missing = FIELDS.filter(({ path, what }) => !(help.includes(` ${path} (`) && help.includes(what)));
    expect(missing).toEqual([]);
  });

  it("shows the defaults that reading takes", () => {
    const help = shotFileHelp();
    expect(help).toContain("sampling.groupSlots  (whole number, from 1 to 16777216; default 65536)");
    expect(help).toContain("camera.widthPx  (whole number, from 1 to 16384 px; needed)");
  });
});
