import * as layout from "../kernel/eventLayout.ts";

/** Events as columns, as eventLayout.ts has them. */
export interface EventColumns {
  readonly frame: Int32Array;
  readonly star: Int32Array;
  readonly id: Int32Array;
  readonly parity: Int32Array;
  readonly order: Int32Array;
  readonly flag: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly magnification: Float64Array;
  readonly redshiftG: Float64Array;
  /** Red, green, blue, three an event. */
  readonly flux: Float64Array;
}

/** The columns of events in memory. @param capacity  rows that there is room for */
export function eventColumns(buffer: ArrayBufferLike, rows: number, capacity: number): EventColumns {
  const numbers = (column: number, columns = 1): Float64Array =>
    new Float64Array(buffer, rows + 8 * column * capacity, columns * capacity);
  const integers = (column: number): Int32Array =>
    new Int32Array(buffer, rows + (8 * layout.EVENT_F64_COLUMNS + 4 * column) * capacity, capacity);
  return {
    frame: integers(layout.EVENT_FRAME),
    star: integers(layout.EVENT_STAR),
    id: integers(layout.EVENT_ID),
    parity: integers(layout.EVENT_PARITY),
    order: integers(layout.EVENT_ORDER),
    flag: integers(layout.EVENT_FLAG),
    x: numbers(layout.EVENT_X),
    y: numbers(layout.EVENT_Y),
    magnification: numbers(layout.EVENT_MAGNIFICATION),
    redshiftG: numbers(layout.EVENT_REDSHIFT_G),
    flux: numbers(layout.EVENT_FLUX, 3),
  };
}
