import type { Arena, KernelEntry, KernelInstance } from "@lightcone/parallel";
import * as layout from "../kernel/eventLayout.ts";
import type { EventRange } from "../picture/drawStars.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import type { StarEvents } from "../sky/starEvent.ts";
import { type EventColumns, eventColumns } from "./eventColumns.ts";
import { eventTables } from "./eventTables.ts";

/** Lines that are written together, an even number: their text stays in a processor's cache. Any number gives the same bytes. */
const MOST_TOGETHER = 1024;
/** Bytes to begin with, for some hundreds of lines. */
const FIRST_BYTES = 1 << 16;

/** A lane, as far as lines are concerned. */
export interface EventLane {
  readonly kernel: KernelInstance;
  readonly arena: Arena;
  readonly scratchPointer: number;
}

/** Star images, and the stars that they are of. */
export interface LoggedEvents {
  readonly events: StarEvents;
  readonly catalogue: StarCatalogue;
}

/** Writes lines of the event log with the kernel on the lane that calls, always into the same bytes. */
export class LaneEvents {
  readonly #tables = eventTables();
  #bytes = new Uint8Array(FIRST_BYTES);

  /** The lines of some star images, in their order. They stand until the next call. */
  lines(
    { kernel, arena, scratchPointer }: EventLane,
    logged: LoggedEvents,
    { begin, end }: EventRange,
  ): Uint8Array {
    const rowBytes = layout.EVENT_ROW_BYTES * MOST_TOGETHER;
    const paramsPointer = arena.allocate(
      layout.EVENTS_BYTES + layout.TABLE_BYTES + rowBytes + layout.LINE_BYTES * MOST_TOGETHER,
    );
    const tables = paramsPointer + layout.EVENTS_BYTES;
    const rows = tables + layout.TABLE_BYTES;
    arena.bytes(tables, layout.TABLE_BYTES).set(this.#tables);
    const params = arena.i32(paramsPointer, layout.EVENTS_BYTES / 4);
    params[layout.EVENTS_ROWS / 4] = rows;
    params[layout.EVENTS_CAPACITY / 4] = MOST_TOGETHER;
    params[layout.EVENTS_TABLES / 4] = tables;
    params[layout.EVENTS_TEXT / 4] = rows + rowBytes;
    const columns = eventColumns(arena.memory.buffer, rows, MOST_TOGETHER);
    let length = 0;
    try {
      for (let first = begin; first < end; first += MOST_TOGETHER) {
        const count = Math.min(MOST_TOGETHER, end - first);
        putEvents(columns, logged, first, count);
        params[layout.EVENTS_LENGTH / 4] = 0;
        (kernel.writeEvents as KernelEntry)(paramsPointer, 0, count, scratchPointer);
        const written = params[layout.EVENTS_LENGTH / 4]!;
        this.#reserve(length, written);
        this.#bytes.set(arena.bytes(rows + rowBytes, written), length);
        length += written;
      }
    } finally {
      arena.free(paramsPointer);
    }
    return this.#bytes.subarray(0, length);
  }

  /** Makes room for some bytes behind those that are there. */
  #reserve(length: number, more: number): void {
    if (length + more <= this.#bytes.length) return;
    const before = this.#bytes;
    this.#bytes = new Uint8Array(Math.max(2 * before.length, length + more));
    this.#bytes.set(before.subarray(0, length));
  }
}

/** Puts some events into the first rows of columns. */
function putEvents(
  columns: EventColumns,
  { events, catalogue }: LoggedEvents,
  first: number,
  count: number,
): void {
  const end = first + count;
  columns.frame.set(events.frame.subarray(first, end));
  columns.star.set(events.star.subarray(first, end));
  columns.parity.set(events.parity.subarray(first, end));
  columns.order.set(events.order.subarray(first, end));
  columns.flag.set(events.flag.subarray(first, end));
  columns.x.set(events.x.subarray(first, end));
  columns.y.set(events.y.subarray(first, end));
  columns.magnification.set(events.magnification.subarray(first, end));
  columns.redshiftG.set(events.redshiftG.subarray(first, end));
  columns.flux.set(events.flux.subarray(3 * first, 3 * end));
  for (let row = 0; row < count; row++) columns.id[row] = catalogue.id[events.star[first + row]!]!;
}
