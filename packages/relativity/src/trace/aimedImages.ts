import type { Arena } from "@lightcone/parallel";
import * as layout from "../kernel/aimLayout.ts";
import type { AngleScale } from "../sky/pixelSolidAngle.ts";
import { projectionNumbers } from "./sceneTables.ts";

/** Images to be moved to where their rays come from their targets, as columns; those after `target` are written. */
export interface AimedImages {
  readonly count: number;
  /** Place, px: where the search begins, then where it ended. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Longest step, px: the size of the triangle that the image was found in. */
  readonly reachPx: Float64Array;
  /** Move times magnification, px, within which an image is where its star is: what light is off by goes as that. */
  readonly settledPx: Float64Array;
  /** Unit direction that each image's ray is to come from, three components. */
  readonly target: Float64Array;
  /** One of AIMED_ of aimLayout.ts. */
  readonly outcome: { set(values: Int32Array): void };
  /** 1 as the naked sky shows it, -1 mirrored. */
  readonly parity: Int8Array;
  readonly order: Int32Array;
  /** Solid angle of the image over that of the sky it shows. */
  readonly magnification: Float64Array;
  readonly redshiftG: Float64Array;
}

/** A call of entry aimRays on all images of its params. */
export interface AimCall {
  readonly paramsPointer: number;
  readonly count: number;
  /** Keeps the images as they are; gives what puts them back. */
  readonly keep: () => () => void;
}

/**
 * Moves images through entry aimRays, in a block of the kernel's memory that is given back.
 * @param contextPointer  of a scene that has slopes
 * @param run             makes the call
 * @returns the number of rays
 */
export function aimThrough(
  arena: Arena,
  { contextPointer, scale }: { readonly contextPointer: number; readonly scale: AngleScale },
  images: AimedImages,
  run: (call: AimCall) => void,
): number {
  const { count } = images;
  const paramsPointer = arena.allocate(layout.AIM_BYTES + layout.AIM_ROW_BYTES * count);
  const first = paramsPointer + layout.AIM_BYTES;
  const numbers = (column: number, columns = 1): Float64Array =>
    arena.f64(first + 8 * column * count, columns * count);
  const integers = (column: number): Int32Array =>
    arena.i32(first + 8 * layout.AIM_F64_COLUMNS * count + 4 * column * count, count);
  const words = arena.i32(paramsPointer, layout.AIM_BYTES / 4);
  words[layout.AIM_CONTEXT / 4] = contextPointer;
  words[layout.AIM_IMAGES / 4] = first;
  words[layout.AIM_CAPACITY / 4] = count;
  words[layout.AIM_PROJECTION / 4] = projectionNumbers[scale.kind];
  const lengths = arena.f64(paramsPointer, layout.AIM_BYTES / 8);
  lengths[layout.AIM_FOCAL / 8] = scale.focalPx;
  lengths[layout.AIM_MIDDLE_X / 8] = scale.middleX;
  lengths[layout.AIM_MIDDLE_Y / 8] = scale.middleY;
  numbers(layout.AIM_X).set(images.x);
  numbers(layout.AIM_Y).set(images.y);
  numbers(layout.AIM_REACH_PX).set(images.reachPx);
  numbers(layout.AIM_SETTLED_PX).set(images.settledPx);
  numbers(layout.AIM_TARGET, 3).set(images.target);
  const keep = (): (() => void) => {
    const block = (): Uint8Array => arena.bytes(first, layout.AIM_ROW_BYTES * count);
    const kept = block().slice();
    return () => block().set(kept);
  };
  try {
    run({ paramsPointer, count, keep });
    images.x.set(numbers(layout.AIM_X));
    images.y.set(numbers(layout.AIM_Y));
    images.magnification.set(numbers(layout.AIM_MAGNIFICATION));
    images.redshiftG.set(numbers(layout.AIM_REDSHIFT_G));
    images.outcome.set(integers(layout.AIM_OUTCOME));
    images.parity.set(integers(layout.AIM_PARITY));
    images.order.set(integers(layout.AIM_ORDER));
    let rays = 0;
    for (const each of integers(layout.AIM_RAYS)) rays += each;
    return rays;
  } finally {
    arena.free(paramsPointer);
  }
}
