import * as schedules from "../schedule.ts";
import { staticBegin } from "../schedule.ts";
import * as machine from "./machine.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const { STATIC } = schedules;
const { BEGIN, CHUNK, COUNT, END, KIND, RANK, RANKS, TURN } = machine;

/**
 * Next range of a dealt-out part: the machine's RANK and TURN decide it, no shared word is touched.
 * @returns whether there was one; then BEGIN and END hold it
 */
export function dealNext(r: Int32Array): boolean {
  const turn = r[TURN]!++;
  const count = r[COUNT]!;
  if (r[KIND] === STATIC) {
    if (turn > 0) return false;
    r[BEGIN] = staticBegin(r[RANK]!, r[RANKS]!, count);
    r[END] = staticBegin(r[RANK]! + 1, r[RANKS]!, count);
    return r[BEGIN]! < r[END]!;
  }
  const begin = (turn * r[RANKS]! + r[RANK]!) * r[CHUNK]!;
  if (begin >= count) return false;
  r[BEGIN] = begin;
  r[END] = Math.min(begin + r[CHUNK]!, count);
  return true;
}
