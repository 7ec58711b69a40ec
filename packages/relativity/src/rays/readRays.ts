import type { Vec3, Vec4 } from "../camera/frameCamera.ts";
import { type Observer, observerFourVelocity } from "../camera/observer.ts";
import { kerrSchildPosition } from "../camera/place.ts";
import { cameraTetrad, sphericalTetrad } from "../camera/tetrad.ts";
import { InputError, type Problem } from "../problem.ts";
import { shown } from "../shot/readFields.ts";
import { spacetimeProblems } from "../spacetime/horizon.ts";
import { kerrSchildParameters, type Spacetime } from "../spacetime/spacetime.ts";
import type { SpacetimeTable } from "../spacetime/spacetimeTable.ts";
import { angleOfDegrees, radiansOfDegrees } from "../trajectory/angle.ts";
import { isObject, JsonFields } from "./jsonFields.ts";
import type { RayPlace, RayRequest } from "./ray.ts";

/** Gives the table of a file that a ray names. @throws InputError when it cannot */
export type OpenTable = (file: string, at: string) => SpacetimeTable;

const SPACETIMES = ["minkowski", "schwarzschild", "kerr", "kerr-newman", "tabulated"] as const;
const OBSERVERS = ["static", "zamo", "circular", "rain", "drip"] as const;
const ANY = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
/** A hundred turns either way. */
const AZIMUTHS = { min: -36_000, max: 36_000 };
/** Directions are then right to some 1e-11 away from the critical curve. */
const DEFAULT_TOLERANCE = 1e-10;
/** Shorter steps than this asks for only add rounding; longer ones are no longer an integration. */
const TOLERANCES = { min: 1e-15, max: 1e-2, fallback: DEFAULT_TOLERANCE };

/**
 * Reads a rays file: one JSON object a line, empty lines left out.
 * @throws InputError with everything wrong in it, by line
 */
export function readRays(text: string, openTable: OpenTable): RayRequest[] {
  const problems: Problem[] = [];
  const tables = new Map<string, SpacetimeTable>();
  const openOnce: OpenTable = (file, at) => {
    const table = tables.get(file) ?? openTable(file, at);
    tables.set(file, table);
    return table;
  };
  const rays = text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const ray = readLine(line, `line ${index + 1}`, { problems, openTable: openOnce });
    return ray === undefined ? [] : [ray];
  });
  if (problems.length === 0 && rays.length === 0) {
    const mend =
      'give one JSON object a line, such as {"id": 1, "spacetime": {"kind": "schwarzschild"}, ...}';
    problems.push({ at: "line 1", what: "there is no ray in the file", mend });
  }
  if (problems.length > 0) throw new InputError("rays", problems);
  return rays;
}

interface Reading {
  readonly problems: Problem[];
  readonly openTable: OpenTable;
}

function readLine(line: string, at: string, reading: Reading): RayRequest | undefined {
  const { problems } = reading;
  const value = parsed(line);
  if (!isObject(value)) {
    const what =
      value === undefined ? `is no JSON: ${shown(line.trim())}` : `is ${shown(value)}, not an object`;
    problems.push({ at, what, mend: "write one JSON object on the line" });
    return undefined;
  }
  const before = problems.length;
  const fields = new JsonFields(at, value, problems);
  const id = readId(fields);
  const spacetime = readSpacetime(fields.section("spacetime"), reading.openTable);
  const backend = readBackend(fields, spacetime);
  const tolerance = fields.number("tolerance", TOLERANCES);
  const azDeg = fields.number("azDeg", AZIMUTHS);
  const elDeg = fields.number("elDeg", { min: -90, max: 90 });
  const camera = readCamera(fields.section("camera"), spacetime);
  fields.refuseUnknown();
  if (problems.length > before || camera === undefined || spacetime === undefined) return undefined;
  const angles = { azRad: radiansOfDegrees(azDeg!), elRad: radiansOfDegrees(elDeg!) };
  return { id: id!, spacetime, backend: backend!, tolerance: tolerance!, camera, ...angles };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readId(fields: JsonFields): string | number | undefined {
  const id = fields.any("id");
  if (typeof id === "string" || (typeof id === "number" && Number.isFinite(id))) return id;
  const what = id === undefined ? "is missing" : `is ${shown(id)}`;
  return fields.refuse("id", what, "give each ray a number or a text of its own");
}

function readSpacetime(fields: JsonFields | undefined, openTable: OpenTable): Spacetime | undefined {
  if (fields === undefined) return undefined;
  const before = fields.problems.length;
  const kind = fields.choice("kind", SPACETIMES);
  const spacetime = kind === undefined ? undefined : spacetimeOf(kind, fields, openTable);
  if (kind !== undefined) fields.refuseUnknown();
  if (spacetime !== undefined)
    fields.problems.push(...spacetimeProblems(spacetime, fields.path("").slice(0, -1)));
  return fields.problems.length > before ? undefined : spacetime;
}

function spacetimeOf(
  kind: (typeof SPACETIMES)[number],
  fields: JsonFields,
  openTable: OpenTable,
): Spacetime | undefined {
  if (kind === "minkowski" || kind === "schwarzschild") return { kind };
  if (kind === "tabulated") {
    const file = fields.text("file");
    return file === undefined ? undefined : tabulated(file, fields, openTable);
  }
  const spin = fields.number("spin", ANY);
  if (kind === "kerr") return spin === undefined ? undefined : { kind, spin };
  const charge = fields.number("charge", ANY);
  return spin === undefined || charge === undefined ? undefined : { kind, spin, charge };
}

function tabulated(file: string, fields: JsonFields, openTable: OpenTable): Spacetime | undefined {
  try {
    return { kind: "tabulated", table: openTable(file, fields.path("file")) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    fields.problems.push(...error.problems);
    return undefined;
  }
}

/** The fast backend where there is one, unless the ray asks for the general one. */
function readBackend(
  fields: JsonFields,
  spacetime: Spacetime | undefined,
): RayRequest["backend"] | undefined {
  const backend = fields.choice("backend", ["fast", "kerr-schild"] as const, defaultBackend(spacetime));
  if (backend === "fast" && defaultBackend(spacetime) !== "fast") {
    const what = `is fast, but the sphere form knows no ${spacetime!.kind} spacetime`;
    return fields.refuse("backend", what, "remove it, or write kerr-schild");
  }
  return backend;
}

function defaultBackend(spacetime: Spacetime | undefined): RayRequest["backend"] {
  return spacetime?.kind === "kerr-newman" || spacetime?.kind === "tabulated" ? "kerr-schild" : "fast";
}

function readCamera(fields: JsonFields | undefined, spacetime: Spacetime | undefined): RayPlace | undefined {
  if (fields === undefined) return undefined;
  const before = fields.problems.length;
  const tKsM = fields.number("tKs", { ...ANY, fallback: 0 });
  const place = fields.has("position") ? readVectors(fields) : readObserver(fields);
  fields.refuseUnknown();
  if (fields.problems.length > before || place === undefined || spacetime === undefined) return undefined;
  try {
    return place(spacetime, tKsM!);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    fields.problems.push(
      ...error.problems.map((problem) => ({ ...problem, at: relocated(problem.at, fields) })),
    );
    return undefined;
  }
}

/** `camera.observer` as the path of this line's field. */
function relocated(at: string, fields: JsonFields): string {
  return fields.path(at.replace(/^camera\./, ""));
}

type PlaceIn = (spacetime: Spacetime, tKsM: number) => RayPlace;

/** A camera by its vectors, taken in the order forward, up. */
function readVectors(fields: JsonFields): PlaceIn | undefined {
  const axes = ["x", "y", "z"];
  const position = fields.vector("position", axes) as Vec3 | undefined;
  const given = fields.vector("fourVelocity", ["t", ...axes]) as Vec4 | undefined;
  const forward = fields.vector("forward", axes) as Vec3 | undefined;
  const up = fields.vector("up", axes) as Vec3 | undefined;
  if (position === undefined || given === undefined || forward === undefined || up === undefined)
    return undefined;
  return (spacetime, tKsM) => {
    const observer: Observer = { kind: "given", fourVelocity: given };
    const at = "camera.fourVelocity";
    const fourVelocity = observerFourVelocity({ spacetime, position, tKsM }, observer, at);
    return {
      position,
      tKsM,
      tetrad: cameraTetrad({ spacetime, position, tKsM, fourVelocity }, { forward, up }),
    };
  };
}

/** A camera by radius, angles and a word for its motion. */
function readObserver(fields: JsonFields): PlaceIn | undefined {
  const r = fields.number("r", { min: 0, max: Number.POSITIVE_INFINITY });
  const thetaDeg = fields.number("thetaDeg", { min: 0, max: 180 });
  const phiDeg = fields.number("phiDeg", { ...ANY, fallback: 0 });
  const kind = fields.choice("observer", OBSERVERS);
  const restRadiusM = kind === "drip" ? fields.number("restRadius", { min: 0, max: ANY.max }) : 0;
  if (kind === "circular" && thetaDeg !== undefined && thetaDeg !== 90) {
    fields.refuse("thetaDeg", `is ${thetaDeg}, but circular orbits lie in the equator`, "write 90");
  }
  if (r === 0) fields.refuse("r", "is 0, where no camera can be", "give a radius above 0, in M");
  if (r === undefined || thetaDeg === undefined || kind === undefined || restRadiusM === undefined)
    return undefined;
  const observer: Observer = kind === "drip" ? { kind, restRadiusM } : { kind };
  return (spacetime, tKsM) => {
    const { spin } = kerrSchildParameters(spacetime);
    const angles = { theta: angleOfDegrees(thetaDeg), phi: angleOfDegrees(phiDeg!) };
    const position = kerrSchildPosition(spin, r, angles);
    const fourVelocity = observerFourVelocity({ spacetime, position, tKsM }, observer);
    return { position, tKsM, tetrad: sphericalTetrad({ spacetime, position, tKsM, fourVelocity }) };
  };
}
