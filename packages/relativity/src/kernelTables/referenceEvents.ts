import * as layout from "../kernel/eventLayout.ts";
import { eventColumns } from "../movie/eventColumns.ts";
import { writeEventLine } from "../movie/eventsCsv.ts";

/** Entry writeEvents in TypeScript. */
export function writeEventsIn(memory: WebAssembly.Memory, params: number, begin: number, end: number): void {
  const { buffer } = memory;
  const words = new Int32Array(buffer, params, layout.EVENTS_BYTES / 4);
  const text = new DataView(buffer, words[layout.EVENTS_TEXT / 4]!);
  const events = eventColumns(buffer, words[layout.EVENTS_ROWS / 4]!, words[layout.EVENTS_CAPACITY / 4]!);
  let at = words[layout.EVENTS_LENGTH / 4]!;
  for (let event = begin; event < end; event++) at = writeEventLine(text, at, events, event);
  words[layout.EVENTS_LENGTH / 4] = at;
}
