import { BOXES_PER_AXIS } from "../kernel/starLayout.ts";

/** Finds the directions in a box of space: no seams and no poles, unlike maps of the sky. */
export interface SkyIndex {
  /** Directions, three components each. */
  readonly direction: Float64Array;
  /** Indices of directions, box by box, ascending within a box. */
  readonly members: Int32Array;
  /** Where each box begins in `members`, and one more; x runs fastest. */
  readonly firstOfBox: Int32Array;
}

/** Sorts unit vectors into boxes. */
export function createSkyIndex(direction: Float64Array): SkyIndex {
  const count = direction.length / 3;
  const boxOf = (i: number): number =>
    (boxAlong(direction[3 * i + 2]!) * BOXES_PER_AXIS + boxAlong(direction[3 * i + 1]!)) * BOXES_PER_AXIS +
    boxAlong(direction[3 * i]!);
  const firstOfBox = new Int32Array(BOXES_PER_AXIS ** 3 + 1);
  for (let i = 0; i < count; i++) firstOfBox[boxOf(i) + 1]!++;
  for (let box = 1; box < firstOfBox.length; box++) firstOfBox[box]! += firstOfBox[box - 1]!;
  const next = firstOfBox.slice();
  const members = new Int32Array(count);
  for (let i = 0; i < count; i++) members[next[boxOf(i)]!++] = i;
  return { direction, members, firstOfBox };
}

/** Number of the box along an axis that a coordinate is in; outside -1 to 1 the first or the last. */
export function boxAlong(coordinate: number): number {
  const box = Math.floor((coordinate + 1) * (BOXES_PER_AXIS / 2));
  return box < 0 ? 0 : box >= BOXES_PER_AXIS ? BOXES_PER_AXIS - 1 : box;
}

/** Coordinate at which a box begins; the box before it ends there. */
export function boxEdge(box: number): number {
  return (box * 2) / BOXES_PER_AXIS - 1;
}

/** Where in `firstOfBox` the row of boxes at (y, z) begins: boxes beside each other in x have members side by side. */
export function rowOfBoxes(boxY: number, boxZ: number): number {
  return (boxZ * BOXES_PER_AXIS + boxY) * BOXES_PER_AXIS;
}
