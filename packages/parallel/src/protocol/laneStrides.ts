import * as schedules from "../schedule.ts";
import { staticBegin } from "../schedule.ts";
import * as order from "./laneSteps.ts";
import * as machine from "./machine.ts";
import * as words from "./words.ts";
import { stateOf } from "./words.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  AT,
  BASE,
  BEGIN,
  CHUNK,
  CONTINUE,
  COUNT,
  END,
  KIND,
  MAIL_READ,
  PROGRAM,
  RANK,
  RANKS,
  READ_MAIL,
  RUN,
  STEP,
  TURN,
  VALUE,
  WAIT,
  WORD,
} = machine;
const {
  LANE_RANK,
  LANE_STATE,
  MAIL,
  PARAM_CHUNK,
  PARAM_COUNT,
  PARAM_KIND,
  PARAM_PROGRAM,
  PARAM_RANKS,
  POSTED,
  RUNNING,
} = words;
const { STATIC } = schedules;
const { LANE_CLAIM, LANE_DONE } = order;

// Strides of a lane; what a stride is stands in callerStrides.ts.

/** From LANE_LOOK to the first claim of the batch that is posted, to the jobs of a static one, or to rest. */
export function takeBatch(shared: Int32Array, r: Int32Array): number {
  const base = r[BASE]!;
  const mailRead = r[MAIL_READ]!;
  const word = Atomics.load(shared, base + LANE_STATE);
  r[WORD] = word;
  if (stateOf(word) === POSTED) {
    const program = shared[PARAM_PROGRAM]!;
    r[PROGRAM] = program;
    if (program < mailRead) return takePosted(shared, r, word);
  }
  if (Atomics.load(shared, MAIL) > mailRead) return READ_MAIL;
  r[AT] = base + LANE_STATE;
  r[VALUE] = word;
  return WAIT;
}

function takePosted(shared: Int32Array, r: Int32Array, posted: number): number {
  const base = r[BASE]!;
  const found = Atomics.compareExchange(shared, base + LANE_STATE, posted, posted - POSTED + RUNNING);
  if (found !== posted) return CONTINUE;
  const count = shared[PARAM_COUNT]!;
  const kind = shared[PARAM_KIND]!;
  const chunk = shared[PARAM_CHUNK]!;
  const ranks = shared[PARAM_RANKS]!;
  const rank = shared[base + LANE_RANK]!;
  r[COUNT] = count;
  r[KIND] = kind;
  r[CHUNK] = chunk;
  r[RANKS] = ranks;
  r[RANK] = rank;
  r[TURN] = 0;
  r[STEP] = LANE_CLAIM;
  if (kind !== STATIC) return CONTINUE;
  const begin = staticBegin(rank, ranks, count);
  const end = staticBegin(rank + 1, ranks, count);
  r[TURN] = 1;
  r[BEGIN] = begin;
  r[END] = end;
  r[STEP] = LANE_DONE;
  return begin < end ? RUN : CONTINUE;
}
