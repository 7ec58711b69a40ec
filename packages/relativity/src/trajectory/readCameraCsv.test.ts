import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Projection } from "../camera/frameCamera.ts";
import { InputError } from "../problem.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { generateTrajectory } from "./generateTrajectory.ts";
import { readCameraCsv } from "./readCameraCsv.ts";
import { writeCameraCsv } from "./writeCameraCsv.ts";

const KERR: Spacetime = { kind: "kerr", spin: 0.9 };
/** From rest at infinity, seen from 30 M to within the horizon. */
const FALL = {
  kind: "rain",
  frames: 9,
  thetaDeg: 80,
  phiDeg: 0,
  look: { azDeg: 0, elDeg: 0, rollDeg: 0 },
  fromRadiusM: 30,
  toRadiusM: 0.8,
  restRadiusM: 30,
  spacing: "sqrtR",
} as const;

describe("camera.csv", () => {
  const samples = generateTrajectory(FALL, KERR, 47);
  const text = writeCameraCsv(samples);
  const lines = text.trimEnd().split("\n");
  const problemsOf = (
    changed: string,
    spacetime: Spacetime = KERR,
    projection: Projection["kind"] = "pinhole",
  ): { at: string; what: string; mend: string }[] => {
    try {
      readCameraCsv(changed, "camera.csv", { spacetime, projection });
      return [];
    } catch (error) {
      if (error instanceof InputError) return [...error.problems];
      throw error;
    }
  };
  /** The file with one cell changed. */
  const withCell = (line: number, column: string, value: string): string => {
    const cells = lines[line - 1]!.split(",");
    cells[lines[0]!.split(",").indexOf(column)] = value;
    return lines.with(line - 1, cells.join(",")).join("\n");
  };

  it("comes back from its text with the same bits, inside the horizon too", () => {
    expect(readCameraCsv(text, "camera.csv", { spacetime: KERR, projection: "pinhole" })).toEqual(samples);
    expect(
      readCameraCsv(`# a comment\n\n${text.replaceAll("\n", "\r\n")}`, "camera.csv", {
        spacetime: KERR,
        projection: "pinhole",
      }),
    ).toEqual(samples);
  });

  it("takes its columns in any order", () => {
    const swapped = lines.map((line) => line.split(",").reverse().join(",")).join("\n");
    expect(readCameraCsv(swapped, "camera.csv", { spacetime: KERR, projection: "pinhole" })).toEqual(samples);
  });

  it.each([
    ["ut", "0.1", "not timelike"],
    ["ut", "NaN", "no finite number"],
    ["ux", "", "no finite number"],
    ["uz", "1e999", "no finite number"],
    ["frame", "1.5", "frame is 1.5"],
    ["frame", "3000000000", "frame is 3000000000"],
    ["hfov_deg", "0", "hfov_deg is 0"],
    ["hfov_deg", "1e-300", "hfov_deg is 1e-300"],
    ["hfov_deg", "180", "more than the camera (pinhole) can show"],
    ["exposure", "-1", "exposure is -1"],
  ])("refuses a line whose %s is %j, with its number", (column, value, said) => {
    const problems = problemsOf(withCell(4, column, value));
    expect(problems).toHaveLength(1);
    expect(problems[0]!.at).toBe("camera.csv: line 4");
    expect(problems[0]!.what).toContain(said);
    expect(problems[0]!.mend).not.toBe("");
  });

  it("takes a wide field of view for a projection that shows it", () => {
    expect(problemsOf(withCell(4, "hfov_deg", "200"), KERR, "fisheye")).toEqual([]);
    expect(problemsOf(withCell(4, "hfov_deg", "361"), KERR, "fisheye")[0]!.what).toContain("hfov_deg is 361");
  });

  it("refuses a four-velocity that is normalised to more than 1e-9, past-directed or scaled", () => {
    const ut = samples[2]!.fourVelocity[0];
    expect(problemsOf(withCell(4, "ut", String(ut + 1e-8)))[0]!.what).toContain("not normalised");
    expect(problemsOf(withCell(4, "ut", String(ut + 1e-11)))).toEqual([]);
    const cells = lines[3]!
      .split(",")
      .map((cell, index) => (index >= 6 && index <= 9 ? String(-Number(cell)) : cell));
    expect(problemsOf(lines.with(3, cells.join(",")).join("\n"))[0]!.what).toContain("past-directed");
    const wide = cells.map((cell, index) => (index >= 6 && index <= 9 ? String(2 * Number(cell)) : cell));
    expect(problemsOf(lines.with(3, wide.join(",")).join("\n"))[0]!.mend).toMatch(
      /^divide it by -(2|1\.9{9})/,
    );
  });

  it("takes a direction of any length, and no frame before the first", () => {
    const scaled = (factor: number): string => {
      const cells = lines[3]!.split(",");
      cells.splice(10, 3, ...samples[2]!.forward.map((part) => String(part * factor)));
      return lines.with(3, cells.join(",")).join("\n");
    };
    expect(problemsOf(scaled(1e200))).toEqual([]);
    expect(problemsOf(scaled(1e-200))).toEqual([]);
    expect(problemsOf(withCell(2, "frame", "-1"))[0]!.mend).toContain("from 0");
  });

  it("tells every bad line at once", () => {
    const bad = lines.map((line, index) =>
      index === 2 ? `${line},7` : index === 5 ? line.replace(/^\d+/, "x") : line,
    );
    const problems = problemsOf(bad.join("\n"));
    expect(problems.map(({ at }) => at)).toEqual(["camera.csv: line 3", "camera.csv: line 6"]);
    expect(problems[0]!.what).toContain("19 values");
    expect(problems[1]!.what).toContain('"x"');
  });

  it("names columns that are missing, foreign or doubled", () => {
    const [problem] = problemsOf(text.replace("exposure", "exposition"));
    expect(problem!.at).toBe("camera.csv: line 1");
    expect(problem!.what).toContain("lacks exposure");
    expect(problem!.what).toContain("exposition");
    expect(problemsOf("")[0]!.what).toContain("no line");
    expect(problemsOf(lines[0]!)[0]!.what).toContain("no line");
  });

  it("refuses hints from which no camera can be set", () => {
    const [fx, fy, fz] = samples[2]!.forward;
    const cells = lines[3]!.split(",");
    cells.splice(13, 3, String(2 * fx), String(2 * fy), String(2 * fz));
    const problems = problemsOf(lines.with(3, cells.join(",")).join("\n"));
    expect(problems.map(({ at }) => at)).toEqual(["camera.csv: line 4"]);
  });

  it("keeps the bits of any finite sample", () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(finite, { minLength: 9, maxLength: 9 }), (numbers) => {
        const sample = { ...samples[0]!, tauM: numbers[0]! + 0, exposure: Math.abs(numbers[1]!) + 1 };
        const [back] = readCameraCsv(writeCameraCsv([sample]), "camera.csv", {
          spacetime: KERR,
          projection: "pinhole",
        });
        return back!.tauM === sample.tauM && back!.exposure === sample.exposure;
      }),
    );
  });
});
