/** How a star image's place and magnification are known, by the number that stands in columns and files. */
export const EVENT_FLAGS = ["refined", "unrefined", "caustic"] as const;
/**
 * `refined`: by true rays. `unrefined`: fainter than the flux floor, from the mesh. `caustic`: a fold of the
 * image lies within half a pixel (the magnification is the mean over a pixel), or no true ray was found (the
 * place is the mesh's).
 */
type EventFlag = (typeof EVENT_FLAGS)[number];
export const REFINED = 0;
export const UNREFINED = 1;
export const CAUSTIC = 2;

/** One image of one star in one frame. */
export interface StarEvent {
  readonly frame: number;
  /** Index into the catalogue. */
  readonly star: number;
  /** +1 as the naked sky shows it, -1 mirrored. */
  readonly parity: 1 | -1;
  /** Half turns of its light around the hole. */
  readonly order: number;
  /** Pixels from the image's left edge; pixel i has its centre at i + 0.5. */
  readonly x: number;
  /** Pixels down from the image's top edge. */
  readonly y: number;
  /** Solid angle of the image over that of the sky it shows: holds aberration too, always positive. */
  readonly magnification: number;
  /** nu_observed / nu_emitted. */
  readonly redshiftG: number;
  /** Light in linear red, green, blue; a white star of magnitude 0 unlensed and unshifted gives 1, 1, 1. */
  readonly flux: readonly [number, number, number];
  readonly flag: EventFlag;
}

/** Star images as columns, `count` of them, sorted by (frame, star, order, parity, y, x): the event sink. */
export interface StarEvents {
  readonly count: number;
  readonly frame: Int32Array;
  readonly star: Int32Array;
  readonly parity: Int8Array;
  readonly order: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly magnification: Float64Array;
  readonly redshiftG: Float64Array;
  /** Red, green, blue, three an event. */
  readonly flux: Float64Array;
  /** Index into {@link EVENT_FLAGS}. */
  readonly flag: Uint8Array;
}

/** Columns for that many events, all zero. */
export function createStarEvents(count: number): StarEvents {
  return {
    count,
    frame: new Int32Array(count),
    star: new Int32Array(count),
    parity: new Int8Array(count),
    order: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    magnification: new Float64Array(count),
    redshiftG: new Float64Array(count),
    flux: new Float64Array(3 * count),
    flag: new Uint8Array(count),
  };
}

/** One row of the columns. */
export function starEvent(events: StarEvents, index: number): StarEvent {
  return {
    frame: events.frame[index]!,
    star: events.star[index]!,
    parity: events.parity[index]! < 0 ? -1 : 1,
    order: events.order[index]!,
    x: events.x[index]!,
    y: events.y[index]!,
    magnification: events.magnification[index]!,
    redshiftG: events.redshiftG[index]!,
    flux: [events.flux[3 * index]!, events.flux[3 * index + 1]!, events.flux[3 * index + 2]!],
    flag: EVENT_FLAGS[events.flag[index]!]!,
  };
}
