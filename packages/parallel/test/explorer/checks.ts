import {
  CALLER_LEFTOVER,
  CALLER_PART,
  CALLER_POST_READ,
  CALLER_RELEASE,
} from "../../src/protocol/callerOrder.ts";
import { LANE_TAKE } from "../../src/protocol/laneSteps.ts";
import {
  AT,
  BEGIN,
  CALLER,
  COUNT,
  DIED,
  END,
  MAIL_READ,
  NOTIFY,
  PLACE,
  PROGRAM,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_OUTCOME,
  TEAM_SIZE,
  TEAM_STRIDE,
  VALUE,
} from "../../src/protocol/machine.ts";
import {
  LANE_STATE,
  LOCK,
  laneBase,
  MAIL,
  PARAM_COUNT,
  PARAM_POINTER,
  POSTED,
  RUNNING,
  stateOf,
} from "../../src/protocol/words.ts";
import { type Agent, ALIVE, ASLEEP, batchOf, DEAD, EFFECT, LIFE, REQUEST, type World } from "./world.ts";

/** A promise of the protocol that was broken. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** No lane runs while NEXT, the parameters or its own rank are rewritten; and the writer holds the pool. */
export function checkWrite(world: World, caller: Agent, step: number): void {
  const { registers: r } = caller;
  if (world.shared[LOCK] !== r[CALLER]) throw new Violation(`${caller.name} writes without holding the pool`);
  const rewritten =
    step === CALLER_POST_READ
      ? [world.lanes[r[TEAM + TEAM_STRIDE * r[PLACE]! + TEAM_LANE]! - 1]!]
      : world.lanes;
  for (const lane of rewritten) {
    if (lane.state[LIFE] === ALIVE && isRunning(world, lane)) {
      throw new Violation(`${caller.name} rewrites parameters while ${lane.name} runs`);
    }
  }
  if (step !== CALLER_POST_READ) batchOf(world, caller).progress[0] = 1;
}

function isRunning(world: World, lane: Agent): boolean {
  return stateOf(world.shared[laneBase(lane.lane) + LANE_STATE]!) === RUNNING;
}

/** A range runs: of the batch that is published, with its program, each job once unless a lane died over it. */
export function checkRun(world: World, agent: Agent): void {
  const { registers: r } = agent;
  const batch = world.batches[world.shared[PARAM_POINTER]!]!;
  const where = `jobs ${r[BEGIN]} to ${r[END]} of batch ${batch.number} on ${agent.name}`;
  if (batch.progress[0] !== 1) throw new Violation(`${where}: run outside of their batch`);
  if (r[PROGRAM] !== (batch.request.program ?? 0))
    throw new Violation(`${where}: wrong program ${r[PROGRAM]}`);
  if (agent.lane > 0 && r[PROGRAM]! >= r[MAIL_READ]!)
    throw new Violation(`${where}: the lane lacks the program`);
  if (r[COUNT] !== world.shared[PARAM_COUNT]) throw new Violation(`${where}: parameters of another batch`);
  const repeated = repeatedClaims(world, agent);
  for (let job = r[BEGIN]!; job < r[END]!; job++) {
    if (batch.runs[job] === undefined) throw new Violation(`${where}: no such job`);
    const isRepeat = repeated.some(([begin, end]) => job >= begin && job < end);
    if (batch.runs[job]! > 0 && !isRepeat) throw new Violation(`${where}: job ${job} runs twice`);
    // How often is of no interest beyond "again".
    batch.runs[job] = 1;
  }
}

/** The jobs that a caller may run again: those a lane that died had in hand, or was about to have. */
function repeatedClaims(world: World, { lane, registers: r }: Agent): [begin: number, end: number][] {
  const step = r[STEP];
  const member = TEAM + TEAM_STRIDE * r[PLACE]!;
  if (lane > 0 || r[TEAM_SIZE] === 0) return [];
  if (step === CALLER_PART) return r[member + TEAM_OUTCOME] === DIED ? [[0, r[COUNT]!]] : [];
  // After the words of a dead lane were read, the step is already the next lane's, or the last.
  if (step !== CALLER_LEFTOVER && step !== CALLER_RELEASE) return [];
  const previous = step === CALLER_RELEASE ? TEAM + TEAM_STRIDE * (r[TEAM_SIZE]! - 1) : member - TEAM_STRIDE;
  if (r[previous + TEAM_OUTCOME] !== DIED) return [];
  const [begin = 0, end = 0, begin2 = 0, end2 = 0] = world.claims.subarray(4 * r[previous + TEAM_LANE]!);
  return [
    [begin, end],
    [begin2, end2],
  ];
}

/** A request is answered: every job has run, and no lane is still at it. */
export function checkAnswer(world: World, caller: Agent): void {
  const { number, request, runs } = batchOf(world, caller);
  const missing = runs.indexOf(0);
  if (missing >= 0) throw new Violation(`batch ${number} is answered before job ${missing} ran`);
  if (request.count === undefined) return;
  for (const { state, registers, name } of world.lanes) {
    if (state[LIFE] === ALIVE && registers[STEP]! > LANE_TAKE && world.shared[PARAM_POINTER] === number) {
      throw new Violation(`batch ${number} is answered while ${name} is still at it`);
    }
  }
}

/** Nobody sleeps on a word that has changed, unless whoever changed it is about to wake him, or died. */
export function checkSleepers(world: World): void {
  for (const sleeper of world.agents) {
    const { state, registers: r, name } = sleeper;
    if (state[ASLEEP] === 0 || world.shared[r[AT]!] === r[VALUE]) continue;
    // A caller that waits for a lane to start may sleep on until it is done: then it is woken.
    if (sleeper.lane === 0 && r[AT] !== LOCK && isStarted(world, r)) continue;
    const isComing = world.agents.some(
      (agent) =>
        agent.state[LIFE] === DEAD || (agent.state[EFFECT] === NOTIFY && agent.registers[AT] === r[AT]),
    );
    if (!isComing && !(r[AT] === LOCK && isReleasing(world)))
      throw new Violation(`${name} missed its wake-up`);
  }
}

function isStarted(world: World, r: Int32Array): boolean {
  return stateOf(r[VALUE]!) === POSTED && stateOf(world.shared[r[AT]!]!) === RUNNING;
}

/** Between the store that frees the pool and the look at the waiters. */
function isReleasing(world: World): boolean {
  return world.callers.some(
    ({ state, registers }) => state[LIFE] === ALIVE && registers[STEP]! > CALLER_RELEASE,
  );
}

/** Nothing can happen any more: every live caller has its answers, and every live lane has read its mail. */
export function checkEnd(world: World): void {
  for (const { state, requests, name } of world.callers) {
    if (state[LIFE] === ALIVE && state[REQUEST]! < requests.length)
      throw new Violation(`${name} waits for ever`);
  }
  for (const { state, registers, name } of world.lanes) {
    if (state[LIFE] === ALIVE && registers[MAIL_READ] !== world.shared[MAIL]) {
      throw new Violation(`${name} never reads its mail`);
    }
  }
}
