import { expect, it } from "vitest";
import { InputError } from "../problem.ts";
import { readShot } from "../shot/readShot.ts";
import { openInputFolder } from "./host/inputFolder.ts";
import { readScene } from "./scene.ts";

/** Places of what is wrong with a scene, in the order told. */
function faultsOf(shot: string): readonly string[] {
  try {
    const files = openInputFolder("examples");
    readScene(readShot(shot, files.open), files);
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({ at }) => at);
    throw error;
  }
  return [];
}

const camera = "camera: {widthPx: 8, heightPx: 8}\n";

it("tells what is wrong with all files of a shot, its disk and its trajectory at once", () => {
  const shot = `spacetime: {kind: schwarzschild}
trajectory: {kind: static, radiusM: 1.5}
${camera}sky: {catalogue: none-such.csv, panorama: none-such.png}
disk: {innerRadiusM: 1.9}
`;
  const faults = faultsOf(shot);
  expect(faults).toEqual([
    "disk.innerRadiusM",
    expect.stringContaining("trajectory"),
    "sky.catalogue",
    "sky.panorama",
  ]);
});

it("looks at no trajectory in a spacetime that is none", () => {
  const shot = `spacetime: {kind: tabulated, file: none-such.table}
trajectory: {file: none-such.csv}
${camera}`;
  expect(faultsOf(shot)).toEqual(["spacetime.file"]);
});

it("looks for the files of a shot that is refused, so that missing ones are told with all else", () => {
  const shot = `spacetime: {kind: kerr, spin: 2}
trajectory: {file: none-such.csv}
${camera}sky: {catalogue: none-such.csv, panorama: milky-way}
exposure: -1
`;
  expect(faultsOf(shot)).toEqual(["spacetime.spin", "exposure", "trajectory.file", "sky.catalogue"]);
});
