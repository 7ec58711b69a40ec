import { describe, expect, it } from "vitest";
import { STATUS_CAPTURED, STATUS_ESCAPED } from "../kernel/layout.ts";
import { KEEP, SPLIT_MIXED_STATUS, SPLIT_ORDER, SPLIT_POSITION } from "../kernel/meshLayout.ts";
import { plainAnalyst } from "../lensMap/meshAnalyst.ts";
import { edgeAnalyst } from "./edgeAnalyst.ts";

/** A disk from 6 to 16 M around a hole without spin. */
const reach = { outer: 1 / 16, inner: 1 / 6, horizon: 1 / 2 };
const EDGES_FROM_LEVEL = 3;

/** A cell of the five vertices 0 to 4, the last one in its middle. */
interface Cell {
  /** Radius of the first crossing at each vertex, 0 for none. */
  readonly radiiM: readonly number[];
  readonly status?: number;
  readonly level?: number;
  /** What the other analyst says. */
  readonly answer?: number;
  readonly hasDisk?: boolean;
}

function judged({
  radiiM,
  status = STATUS_CAPTURED,
  level = 0,
  answer = KEEP,
  hasDisk = true,
}: Cell): number {
  const columns = plainAnalyst.allocate(5);
  columns.status.fill(status);
  const record = { radiusM: (vertex: number, crossing: number) => (crossing === 0 ? radiiM[vertex]! : 0) };
  const inner = { ...plainAnalyst, judge: () => Int32Array.of(answer) };
  const search = { record, reach: hasDisk ? reach : undefined, edgesFromLevel: EDGES_FROM_LEVEL };
  return edgeAnalyst(inner, search).judge(columns, Int32Array.of(0, 1, 2, 3, 4, level), 16)[0]!;
}

describe("an analyst of edges", () => {
  it("splits a cell in which an image of the disk ends", () => {
    // As even as numbers can be: those that fall in before they cross count as crossing at the horizon.
    expect(judged({ radiiM: [8, 8, 0, 0, 3.2] })).toBe(SPLIT_ORDER);
    expect(judged({ radiiM: [8, 8, 0, 0, 8], status: STATUS_ESCAPED })).toBe(SPLIT_ORDER);
  });

  it("splits a cell across which the radius runs unevenly", () => {
    expect(judged({ radiiM: [12, 12, 7, 7, 11.5] })).toBe(SPLIT_ORDER);
  });

  it("keeps a cell across which the inverse radius runs evenly, on the disk and over its edges", () => {
    expect(judged({ radiiM: [8, 8, 8, 8, 8] })).toBe(KEEP);
    expect(judged({ radiiM: [1 / 0.2, 1 / 0.2, 1 / 0.1, 1 / 0.1, 1 / 0.15] })).toBe(KEEP);
  });

  it("keeps a cell that has nothing of the disk: farther out, farther in, no crossing, or no disk", () => {
    expect(judged({ radiiM: [40, 40, 0, 0, 900], status: STATUS_ESCAPED })).toBe(KEEP);
    expect(judged({ radiiM: [3, 3, 0, 0, 5] })).toBe(KEEP);
    expect(judged({ radiiM: [0, 0, 0, 0, 0] })).toBe(KEEP);
    expect(judged({ radiiM: [8, 8, 0, 0, 8], hasDisk: false })).toBe(KEEP);
  });

  it("splits deep cells for edges alone", () => {
    const even = { radiiM: [8, 8, 8, 8, 8], level: EDGES_FROM_LEVEL };
    expect(judged({ ...even, answer: SPLIT_POSITION })).toBe(KEEP);
    expect(judged({ ...even, answer: SPLIT_POSITION, level: EDGES_FROM_LEVEL - 1 })).toBe(SPLIT_POSITION);
    expect(judged({ ...even, answer: SPLIT_MIXED_STATUS })).toBe(SPLIT_MIXED_STATUS);
    expect(judged({ ...even, radiiM: [8, 8, 0, 0, 8], answer: SPLIT_POSITION })).toBe(SPLIT_ORDER);
  });
});
