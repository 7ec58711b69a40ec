import { ESCAPED, UNRESOLVED } from "../trace/tracer.ts";
import type { LensFrame, LensMapHeader } from "./lensMap.ts";
import { STATUS_KINDS } from "./lensMapLayout.ts";

/** How far a direction's square may be from 1. */
const UNIT_TOLERANCE = 1e-12;
/** Faults named of a frame; one wrong column would otherwise give thousands. */
const MOST_FAULTS = 10;

/**
 * What is wrong with a frame of a lens map although its bytes are as they were written: numbers that are not
 * canonical, vertices out of order, cells that do not fit their vertices or do not cover the image once.
 * @returns sentences, at most ten; empty for a sound frame
 */
export function lensFrameFaults(frame: LensFrame, header: Pick<LensMapHeader, "sampling">): string[] {
  const faults: string[] = [];
  const { vertices, cells } = frame;
  for (let vertex = 0; vertex < vertices.count && faults.length < MOST_FAULTS; vertex++) {
    const fault = vertexFault(frame, vertex);
    if (fault !== undefined) faults.push(`vertex ${vertex} ${fault}`);
  }
  if (faults.length > 0) return faults;
  let area = 0;
  for (let cell = 0; cell < cells.count && faults.length < MOST_FAULTS; cell++) {
    const fault = cellFault(frame, cell, header);
    if (fault !== undefined) faults.push(`cell ${cell} ${fault}`);
    area += 4 ** (header.sampling.refinementLevels - cells.level[cell]!);
  }
  if (faults.length > 0) return faults;
  return [...coverFaults(frame, header, area), ...countFaults(frame)];
}

function vertexFault({ vertices }: LensFrame, vertex: number): string | undefined {
  const { x, y, status, reason, direction, redshiftG, marginU } = vertices;
  const isAfter =
    vertex === 0 ||
    y[vertex]! > y[vertex - 1]! ||
    (y[vertex] === y[vertex - 1] && x[vertex]! > x[vertex - 1]!);
  if (!isAfter) return `at (${x[vertex]}, ${y[vertex]}) does not come after the one before it`;
  if (status[vertex]! >= STATUS_KINDS) return `has status ${status[vertex]}, which is none`;
  const [u, v, w] = direction.subarray(3 * vertex, 3 * vertex + 3) as unknown as [number, number, number];
  const wrong = [u, v, w, redshiftG[vertex]!, marginU[vertex]!].find(
    (value) => !Number.isFinite(value) || Object.is(value, -0),
  );
  if (wrong !== undefined) return `holds ${Object.is(wrong, -0) ? "-0" : wrong}, which no file may`;
  const square = u * u + v * v + w * w;
  const isEscaped = status[vertex] === ESCAPED;
  if (isEscaped ? Math.abs(square - 1) > UNIT_TOLERANCE : square !== 0) {
    return `has a direction whose square is ${square}, but should have ${isEscaped ? 1 : 0}`;
  }
  if (isEscaped && !(redshiftG[vertex]! > 0)) return `escaped with redshift factor ${redshiftG[vertex]}`;
  if (reason[vertex] !== 0 && status[vertex] !== UNRESOLVED)
    return `is resolved but has reason ${reason[vertex]}`;
  return undefined;
}

function cellFault(
  { vertices, cells }: LensFrame,
  cell: number,
  { sampling }: Pick<LensMapHeader, "sampling">,
): string | undefined {
  const level = cells.level[cell]!;
  if (level > sampling.refinementLevels)
    return `is of level ${level}, deeper than ${sampling.refinementLevels}`;
  const corners = cells.corners.subarray(4 * cell, 4 * cell + 4);
  const missing = corners.find((vertex) => vertex >= vertices.count);
  if (missing !== undefined) return `has corner ${missing}, but there are ${vertices.count} vertices`;
  const size = (2 << sampling.refinementLevels) >> level;
  const x = vertices.x[corners[0]!]!;
  const y = vertices.y[corners[0]!]!;
  const isSquare =
    x % size === 0 &&
    y % size === 0 &&
    [...corners].every(
      (vertex, corner) =>
        vertices.x[vertex] === x + size * (corner % 2) && vertices.y[vertex] === y + size * (corner >> 1),
    );
  return isSquare ? undefined : `at (${x}, ${y}) is not the square of ${size} units that its level is`;
}

/** Cells of a quadtree cannot overlap unless one holds another, so area tells gaps, and order repeated corners. */
function coverFaults(
  { camera, vertices, cells }: LensFrame,
  { sampling }: Pick<LensMapHeader, "sampling">,
  area: number,
): string[] {
  const columns = Math.ceil(camera.projection.widthPx / sampling.coarseCellPx);
  const rows = Math.ceil(camera.projection.heightPx / sampling.coarseCellPx);
  const whole = columns * rows * 4 ** sampling.refinementLevels;
  if (area !== whole) return [`cells cover ${area} of ${whole} deepest squares`];
  const last = 2 << sampling.refinementLevels;
  for (let cell = 1; cell < cells.count; cell++) {
    if (cells.corners[4 * cell]! <= cells.corners[4 * cell - 4]!) {
      return [`cell ${cell} does not come after the one before it`];
    }
  }
  const inside = [...vertices.x.subarray(0, vertices.count)].every(
    (x, vertex) =>
      x >= 0 && x <= columns * last && vertices.y[vertex]! >= 0 && vertices.y[vertex]! <= rows * last,
  );
  return inside ? [] : ["a vertex lies outside the mesh"];
}

function countFaults({ vertices, cells, statistics }: LensFrame): string[] {
  const faults: string[] = [];
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const compare = (what: string, counted: number, there: number): void => {
    if (counted !== there) faults.push(`statistics count ${counted} ${what}, but there are ${there}`);
  };
  compare("vertices by status", sum(statistics.statusCounts), vertices.count);
  compare("vertices by generation", sum(statistics.generations), vertices.count);
  compare("cells by level", sum(statistics.levelCounts), cells.count);
  return faults;
}
