import { crc32 } from "../picture/crc32.ts";
import { InputError } from "../problem.ts";
import { photonOrbitRadius } from "./circularOrbits.ts";
import { MINIMUM_NODES } from "./cubicSpline.ts";
import { horizonRadius, spacetimeProblems } from "./horizon.ts";
import type { Spacetime } from "./spacetime.ts";
import { type SpacetimeTable, TABLE_FIELDS } from "./spacetimeTable.ts";
import {
  TABLE_MAGIC,
  TABLE_PREAMBLE_BYTES,
  TABLE_VERSION,
  type TableHeader,
  valuesOffset,
} from "./spacetimeTableFile.ts";
import { valueFault } from "./tableValues.ts";

/**
 * Reads a tabulated spacetime (format: spacetimeTableFile).
 * @param name  of the file, for messages
 * @throws InputError with what is wrong, where, and how to mend it
 */
export function readSpacetimeTable(bytes: Uint8Array, name: string): SpacetimeTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(bytes, view, name);
  checkHeader(header, name);
  const axes = {
    t: Float64Array.from(header.axes.t),
    x: Float64Array.from(header.axes.x),
    y: Float64Array.from(header.axes.y),
    z: Float64Array.from(header.axes.z),
  };
  const count = axes.t.length * axes.x.length * axes.y.length * axes.z.length * TABLE_FIELDS.length;
  const first = valuesOffset(view.getUint32(12, true));
  const width = header.precision === "f32" ? 4 : 8;
  const wanted = first + width * count + 4;
  if (bytes.length !== wanted) {
    const what = `has ${bytes.length} bytes, but its axes and precision need ${wanted}`;
    throw refusal(name, what, "write the table again: it is cut off or its axes are not those of its values");
  }
  const stated = view.getUint32(bytes.length - 4, true);
  const found = crc32(bytes.subarray(0, bytes.length - 4));
  if (stated !== found) {
    const what = `has the checksum ${hex(found)}, but ends with ${hex(stated)}`;
    throw refusal(name, what, "copy or write the file again: some of its bytes have changed");
  }
  const values = Float64Array.from({ length: count }, (_, index) =>
    width === 4 ? view.getFloat32(first + 4 * index, true) : view.getFloat64(first + 8 * index, true),
  );
  const { exterior, captureRadiusM, outsideTime } = header;
  const table = { name: header.name, axes, values, exterior, captureRadiusM, outsideTime };
  const fault = valueFault(table);
  if (fault) throw refusal(`${name}: ${fault.at}`, fault.what, fault.mend);
  return table;
}

/** The header, as JSON gives it. */
function readHeader(bytes: Uint8Array, view: DataView, name: string): TableHeader {
  const magic = new TextDecoder("latin1").decode(bytes.subarray(0, TABLE_MAGIC.length));
  if (bytes.length < TABLE_PREAMBLE_BYTES || magic !== TABLE_MAGIC) {
    const what = `begins with ${JSON.stringify(magic)}, not with ${JSON.stringify(TABLE_MAGIC)}: it is no table of a spacetime`;
    throw refusal(name, what, "name a file that writeSpacetimeTable wrote");
  }
  const version = view.getUint32(8, true);
  if (version !== TABLE_VERSION) {
    const what = `is of version ${version}, but this reads version ${TABLE_VERSION}`;
    throw refusal(name, what, "write the table again with this version");
  }
  const length = view.getUint32(12, true);
  if (TABLE_PREAMBLE_BYTES + length + 4 > bytes.length) {
    const what = `says that its header has ${length} bytes, but the file has ${bytes.length}`;
    throw refusal(name, what, "write the table again: it is cut off");
  }
  const text = bytes.subarray(TABLE_PREAMBLE_BYTES, TABLE_PREAMBLE_BYTES + length);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as TableHeader;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw refusal(`${name}: header`, `is no JSON: ${error.message}`, "write the table again");
  }
}

/** Refuses a header that is not one, with all that is wrong with it. */
function checkHeader(header: TableHeader, name: string): void {
  const problems: { at: string; what: string; mend: string }[] = [];
  const problem = (path: string, what: string, mend: string): void => {
    problems.push({ at: `${name}: header.${path}`, what, mend });
  };
  const said = (value: unknown): string => JSON.stringify(value) ?? "missing";
  if (typeof header.name !== "string") problem("name", `is ${said(header.name)}`, "give a text");
  if (said(header.fields) !== said(TABLE_FIELDS)) {
    problem("fields", `is ${said(header.fields)}`, `give ${said(TABLE_FIELDS)}: those fields, in that order`);
  }
  if (header.interpolation !== "cubic-spline") {
    problem("interpolation", `is ${said(header.interpolation)}`, 'give "cubic-spline"');
  }
  if (header.precision !== "f32" && header.precision !== "f64") {
    problem("precision", `is ${said(header.precision)}`, 'give "f32" or "f64"');
  }
  if (header.outsideTime !== "refuse" && header.outsideTime !== "hold") {
    problem("outsideTime", `is ${said(header.outsideTime)}`, 'give "refuse" or "hold"');
  }
  for (const axis of ["t", "x", "y", "z"] as const) {
    const fault = axisFault(axis, header.axes?.[axis]);
    if (fault) problem(`axes.${axis}`, fault.what, fault.mend);
  }
  checkExterior(header, problem);
  if (problems.length > 0) throw new InputError("spacetime-table", problems);
}

function axisFault(axis: string, nodes: unknown): { what: string; mend: string } | undefined {
  const mayBeOne = axis === "t" ? "one level or " : "";
  const mend = `give ${mayBeOne}at least ${MINIMUM_NODES} ascending coordinates in M`;
  if (!Array.isArray(nodes)) return { what: `is ${JSON.stringify(nodes) ?? "missing"}`, mend };
  if (nodes.length < MINIMUM_NODES && !(axis === "t" && nodes.length === 1)) {
    return { what: `has ${nodes.length} nodes`, mend };
  }
  const wrong = nodes.findIndex(
    (node, index) => !Number.isFinite(node) || (index > 0 && !(node > nodes[index - 1])),
  );
  if (wrong < 0) return undefined;
  return {
    what: `has ${JSON.stringify(nodes[wrong])} as node ${wrong}, which is not above the one before`,
    mend,
  };
}

function checkExterior(
  { exterior, captureRadiusM, axes }: TableHeader,
  problem: (path: string, what: string, mend: string) => void,
): void {
  const { mass, spin, charge } = exterior ?? {};
  if (typeof mass !== "number" || typeof spin !== "number" || typeof charge !== "number" || !(mass >= 0)) {
    problem(
      "exterior",
      `is ${JSON.stringify(exterior) ?? "missing"}`,
      "give mass (0 or more), spin and charge in M",
    );
    return;
  }
  const around = { kind: "tabulated", table: { exterior } } as unknown as Spacetime;
  for (const { at, what, mend } of spacetimeProblems(around, "exterior")) problem(at, what, mend);
  if (mass === 0) return;
  const horizon = horizonRadius(around);
  const ring = photonOrbitRadius(around, "prograde");
  if (!(captureRadiusM > horizon && captureRadiusM < ring)) {
    const what = `is ${captureRadiusM}, not between the horizon at ${horizon} and the photon orbit at ${ring}`;
    problem("captureRadiusM", what, "give a radius between them: rays that go inward there never come back");
  }
  const reach = (nodes: readonly number[] | undefined): number =>
    Array.isArray(nodes) && nodes.length > 0 ? Math.min(-nodes[0]!, nodes[nodes.length - 1]!) : 0;
  if (!axes || [axes.x, axes.y, axes.z].some((nodes) => !(reach(nodes) > captureRadiusM))) {
    problem(
      "axes",
      "do not hold the sphere of captureRadiusM",
      "give a grid around the hole, which is at 0, 0, 0",
    );
  }
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

function refusal(at: string, what: string, mend: string): InputError {
  return new InputError("spacetime-table", [{ at, what, mend }]);
}
