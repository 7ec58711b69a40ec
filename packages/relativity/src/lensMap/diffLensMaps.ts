import { openLensMap } from "./decodeLensMap.ts";
import type { LensFrame } from "./lensMap.ts";

/** What `lightcone lensmap diff` says. */
export interface LensMapDifference {
  readonly isSame: boolean;
  /** Header fields and frames that differ, as sentences. */
  readonly notes: readonly string[];
  /** Columns that differ, of frames that both maps have. */
  readonly columns: readonly ColumnDifference[];
}

/** How a column of one frame differs. */
export interface ColumnDifference {
  readonly frame: number;
  readonly column: string;
  /** Values that differ, among those at places that both frames have. */
  readonly count: number;
  /** Largest absolute difference. */
  readonly largest: number;
  /** Place of the first vertex that differs, in units. */
  readonly firstX: number;
  readonly firstY: number;
}

/** A lens map file and its name. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Compares two lens maps, value by value.
 * @throws InputError `lens-map` for a file that cannot be read
 */
export function diffLensMaps(a: NamedFile, b: NamedFile): LensMapDifference {
  const left = openLensMap(a.bytes, a.name);
  const right = openLensMap(b.bytes, b.name);
  const notes = headerNotes(left.header, right.header, "");
  const columns: ColumnDifference[] = [];
  const rightPlaces = new Map<number, number>();
  for (let index = 0; index < right.header.frameCount; index++) {
    rightPlaces.set(right.frame(index).camera.frame, index);
  }
  for (let index = 0; index < left.header.frameCount; index++) {
    const frame = left.frame(index);
    const number = frame.camera.frame;
    const place = rightPlaces.get(number);
    rightPlaces.delete(number);
    if (place === undefined) {
      notes.push(`frame ${number} is only in ${a.name}`);
      continue;
    }
    const other = right.frame(place);
    notes.push(...frameNotes(frame, other));
    columns.push(...vertexDifferences(frame, other));
  }
  for (const number of rightPlaces.keys()) notes.push(`frame ${number} is only in ${b.name}`);
  return { isSame: notes.length === 0 && columns.length === 0, notes, columns };
}

function headerNotes(a: object, b: object, path: string): string[] {
  const left = new Map(Object.entries(a) as [string, unknown][]);
  const right = new Map(Object.entries(b) as [string, unknown][]);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((field) => {
    const x = left.get(field);
    const y = right.get(field);
    if (isObject(x) && isObject(y)) return headerNotes(x, y, `${path}${field}.`);
    return JSON.stringify(x) === JSON.stringify(y) ? [] : [`${path}${field}: ${text(x)} and ${text(y)}`];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function text(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

function frameNotes(a: LensFrame, b: LensFrame): string[] {
  const number = a.camera.frame;
  const camera = headerNotes(
    { ...a.camera, exposure: 1 },
    { ...b.camera, exposure: 1 },
    `frame ${number}: camera.`,
  );
  const statistics = headerNotes(a.statistics, b.statistics, `frame ${number}: statistics.`);
  const places = placesOf(a);
  const otherPlaces = placesOf(b);
  const lost = [...places.keys()].filter((place) => !otherPlaces.has(place)).length;
  const won = [...otherPlaces.keys()].filter((place) => !places.has(place)).length;
  const mesh =
    lost + won === 0 && sameCells(a, b)
      ? []
      : [`frame ${number}: meshes differ: ${lost} vertices only in the first, ${won} only in the second`];
  return [...camera, ...statistics, ...mesh];
}

function sameCells(a: LensFrame, b: LensFrame): boolean {
  return (
    a.cells.count === b.cells.count &&
    a.cells.level.every((level, cell) => level === b.cells.level[cell]) &&
    a.cells.corners.every((vertex, corner) => vertex === b.cells.corners[corner])
  );
}

/** Vertices by place. */
function placesOf({ vertices }: LensFrame): Map<number, number> {
  const places = new Map<number, number>();
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    places.set(vertices.y[vertex]! * 2 ** 24 + vertices.x[vertex]!, vertex);
  }
  return places;
}

function vertexDifferences(a: LensFrame, b: LensFrame): ColumnDifference[] {
  const places = placesOf(b);
  const pairs: [number, number][] = [];
  for (const [place, vertex] of placesOf(a)) {
    const other = places.get(place);
    if (other !== undefined) pairs.push([vertex, other]);
  }
  const columns = ["status", "reason", "direction", "redshiftG", "order", "marginU"] as const;
  return columns.flatMap((column) => {
    const width = column === "direction" ? 3 : 1;
    let count = 0;
    let largest = 0;
    let first = -1;
    for (const [vertex, other] of pairs) {
      for (let word = 0; word < width; word++) {
        const gap = a.vertices[column][width * vertex + word]! - b.vertices[column][width * other + word]!;
        if (gap === 0) continue;
        count++;
        largest = Math.max(largest, Math.abs(gap));
        if (first < 0) first = vertex;
      }
    }
    if (count === 0) return [];
    const { x, y } = a.vertices;
    return [{ frame: a.camera.frame, column, count, largest, firstX: x[first]!, firstY: y[first]! }];
  });
}
