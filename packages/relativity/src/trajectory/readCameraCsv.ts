import { NARROWEST_VIEW_DEG, PINHOLE_LIMIT_DEG, type Projection } from "../camera/frameCamera.ts";
import { fourVelocityProblem } from "../camera/observer.ts";
import { cameraTetrad } from "../camera/tetrad.ts";
import { InputError, type Problem } from "../problem.ts";
import { radiusAt } from "../spacetime/metric.ts";
import { kerrSchildParameters, type Spacetime } from "../spacetime/spacetime.ts";
import { CAMERA_COLUMNS } from "./cameraColumns.ts";
import type { CameraSample } from "./cameraSample.ts";

/** Largest number of a frame: what lens maps have room for. */
const LAST_FRAME = 2 ** 31 - 1;
/** Wrong lines told one by one; further ones are counted. */
const LINES_TOLD = 40;

/** What the lines of a trajectory are checked against. */
interface FilmedFrom {
  readonly spacetime: Spacetime;
  readonly projection: Projection["kind"];
}

/**
 * Reads a `camera.csv` and checks every line against the spacetime and the camera's projection.
 * @param text  the whole file
 * @param name  what the file is called, for messages
 * @throws InputError with line number, value and remedy of every bad line
 */
export function readCameraCsv(
  text: string,
  name: string,
  { spacetime, projection }: FilmedFrom,
): CameraSample[] {
  const lines = text
    .split(/\r?\n/)
    .map((words, index) => ({ words: words.trim(), line: index + 1 }))
    .filter(({ words }) => words !== "" && !words.startsWith("#"));
  const problems: Problem[] = [];
  const [header, ...rows] = lines;
  const order =
    header === undefined ? undefined : columnOrder(header.words, `${name}: line ${header.line}`, problems);
  if (order === undefined || rows.length === 0) {
    if (problems.length === 0) problems.push(emptyProblem(name));
    throw new InputError("trajectory", problems);
  }
  const samples: CameraSample[] = [];
  let frameBefore = -1;
  for (const { words, line } of rows) {
    const at = `${name}: line ${line}`;
    const sample = readLine(words, at, order, problems);
    if (sample === undefined) continue;
    problems.push(
      ...sampleProblems(sample, at, spacetime, frameBefore),
      ...viewProblems(sample, at, projection),
    );
    if (follows(sample.frame, frameBefore)) frameBefore = sample.frame;
    samples.push(sample);
  }
  if (problems.length > 0) throw new InputError("trajectory", told(problems, name));
  return samples;
}

const NAMES = CAMERA_COLUMNS.map(({ name }) => name);

function emptyProblem(name: string): Problem {
  const what = "has no line for a frame";
  return { at: name, what, mend: `begin with the line ${NAMES.join(",")} and give one line a frame` };
}

/** For each column its place in the file's lines. */
function columnOrder(words: string, at: string, problems: Problem[]): readonly number[] | undefined {
  const given = words.split(",").map((word) => word.trim());
  const missing = NAMES.filter((name) => !given.includes(name));
  const foreign = given.filter((name, index) => !NAMES.includes(name) || given.indexOf(name) !== index);
  if (missing.length === 0 && foreign.length === 0) return NAMES.map((name) => given.indexOf(name));
  const faults = [
    missing.length === 0 ? "" : `lacks ${missing.join(", ")}`,
    foreign.length === 0 ? "" : `has ${foreign.join(", ")} too much`,
  ].filter((fault) => fault !== "");
  problems.push({
    at,
    what: `names the columns, but ${faults.join(" and ")}`,
    mend: `write ${NAMES.join(",")}`,
  });
  return undefined;
}

function readLine(
  words: string,
  at: string,
  order: readonly number[],
  problems: Problem[],
): CameraSample | undefined {
  const cells = words.split(",").map((cell) => cell.trim());
  if (cells.length !== NAMES.length) {
    const what = `has ${cells.length} values, but there are ${NAMES.length} columns`;
    problems.push({
      at,
      what,
      mend: "give one value a column, with commas between them and points for decimals",
    });
    return undefined;
  }
  const numbers = order.map((place) => (cells[place] === "" ? Number.NaN : Number(cells[place])));
  let isUsable = true;
  for (const [index, value] of numbers.entries()) {
    if (Number.isFinite(value)) continue;
    isUsable = false;
    const what = `${NAMES[index]} is ${JSON.stringify(cells[order[index]!])}, which is no finite number`;
    problems.push({ at, what, mend: "give a finite number, such as 0.25 or 1e-3" });
  }
  return isUsable ? sampleOf(numbers) : undefined;
}

function sampleOf(numbers: readonly number[]): CameraSample {
  const [frame, tauM, tKsM, x, y, z, ut, ux, uy, uz, fx, fy, fz, upx, upy, upz, hfovDeg, exposure] =
    numbers as number[] & { readonly length: 18 };
  return {
    frame: frame!,
    tauM: tauM!,
    tKsM: tKsM!,
    position: [x!, y!, z!],
    fourVelocity: [ut!, ux!, uy!, uz!],
    forward: [fx!, fy!, fz!],
    up: [upx!, upy!, upz!],
    hfovDeg: hfovDeg!,
    exposure: exposure!,
  };
}

function follows(frame: number, frameBefore: number): boolean {
  return Number.isInteger(frame) && frame > frameBefore && frame <= LAST_FRAME;
}

/** What a line of finite numbers may still have wrong. */
function sampleProblems(
  sample: CameraSample,
  at: string,
  spacetime: Spacetime,
  frameBefore: number,
): Problem[] {
  const { frame, position, fourVelocity, tKsM, exposure } = sample;
  const problems: Problem[] = [];
  const refuse = (what: string, mend: string): number => problems.push({ at, what, mend });
  if (!follows(frame, frameBefore)) {
    const least = frameBefore < 0 ? "from 0" : `above that of the line before (${frameBefore})`;
    refuse(`frame is ${frame}`, `give a whole number ${least}, up to ${LAST_FRAME}`);
  }
  if (exposure <= 0) refuse(`exposure is ${exposure}`, "give a multiplier above 0; 1 changes nothing");
  const { mass, spin } = kerrSchildParameters(spacetime);
  if (mass > 0 && !(radiusAt(spin, position) > 0)) {
    refuse(`x, y, z are ${position.join(", ")}, in the singularity`, "end the trajectory before it");
    return problems;
  }
  const fault = fourVelocityProblem({ spacetime, position, tKsM }, fourVelocity);
  if (fault !== undefined) {
    refuse(fault.what, fault.mend);
    return problems;
  }
  problems.push(...hintProblems(sample, at, spacetime));
  return problems;
}

/** A field of view that the projection cannot show; a panorama shows everything and asks for none. */
function viewProblems({ hfovDeg }: CameraSample, at: string, projection: Projection["kind"]): Problem[] {
  const widestDeg = projection === "pinhole" ? PINHOLE_LIMIT_DEG : 360;
  if (hfovDeg >= NARROWEST_VIEW_DEG && hfovDeg <= widestDeg) return [];
  const what = `hfov_deg is ${hfovDeg}${hfovDeg > widestDeg ? `, more than the camera (${projection}) can show` : ""}`;
  return [{ at, what, mend: `give degrees from ${NARROWEST_VIEW_DEG} to ${widestDeg}` }];
}

/** Hints from which no camera can be set: zero, or along each other. */
function hintProblems(sample: CameraSample, at: string, spacetime: Spacetime): Problem[] {
  try {
    cameraTetrad({ ...sample, spacetime }, sample);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.problems.map(({ at: inside, what, mend }) => ({ at, what: `${inside} ${what}`, mend }));
  }
}

function told(problems: readonly Problem[], name: string): readonly Problem[] {
  if (problems.length <= LINES_TOLD) return problems;
  const rest = problems.length - LINES_TOLD;
  return [
    ...problems.slice(0, LINES_TOLD),
    { at: name, what: `has ${rest} more problem(s)`, mend: "mend those told above first" },
  ];
}
