import * as caller from "../../src/protocol/callerOrder.ts";
import * as lane from "../../src/protocol/laneSteps.ts";
import {
  AT,
  BASE,
  BEGIN,
  CONTINUE,
  END,
  KIND,
  LANE_REGISTERS,
  MAIL_READ,
  NOTIFY,
  PROGRAM,
  RUN,
  STEP,
  TURN,
  VALUE,
  WAIT,
  WORD,
} from "../../src/protocol/machine.ts";
import { isDealtOut } from "../../src/schedule.ts";
import { type Agent, ALIVE, ASLEEP, EFFECT, LIFE, type World } from "./world.ts";

// What makes the explorer finish in seconds: states that differ only in what nobody reads are one state, and
// steps that concern their own thread alone are not tried in every order with everybody else's.

// Steps that touch only words which no other thread looks at before a later step of the same thread. A lane's
// claim words are read only after its death, which stays possible before and after each of them. Parameters and
// NEXT are read only by lanes that run, and `checkWrite` fails if one runs when they are written.
const ownLaneSteps = new Set([lane.LANE_PARAMS, lane.LANE_LOG_BEGIN, lane.LANE_LOG_END, lane.LANE_CLEAR]);
const ownCallerSteps = new Set([
  ...[caller.CALLER_PARAMS, caller.CALLER_RESET, caller.CALLER_POST_READ],
  ...[caller.CALLER_LEFTOVER, caller.CALLER_PART, caller.CALLER_LEFT_BEGIN, caller.CALLER_LEFT_END],
]);
/** Steps about the lock, which concern a caller alone if there is no other. */
const lockSteps = new Set([
  caller.CALLER_LOCK,
  caller.CALLER_RELEASE,
  caller.CALLER_RELEASE_CHECK,
  caller.CALLER_END,
]);

/** Whether an agent's next step concerns itself alone, so that it may be taken before all others. */
export function isOwnMatter(world: World, agent: Agent): boolean {
  const { state, registers: r } = agent;
  if (state[LIFE] !== ALIVE || state[ASLEEP] === 1) return false;
  const effect = state[EFFECT]!;
  const step = r[STEP]!;
  // Jobs touch only their own slots. That no answer comes too early `checkAnswer` sees from the lane's step.
  if (effect === RUN) return true;
  if (effect !== CONTINUE) return false;
  if (agent.lane > 0) return isLaneMatter(world, step, r);
  if (world.callers.length === 1 && lockSteps.has(step)) return !isAtRest(agent);
  return ownCallerSteps.has(step) || (step === caller.CALLER_CLAIM && isDealtOut(r[KIND]!));
}

function isLaneMatter(world: World, step: number, r: Int32Array): boolean {
  if (step === lane.LANE_MAIL) return !world.hasMail;
  if (step === lane.LANE_PEEK) return !world.hasPrograms;
  return ownLaneSteps.has(step) || (step === lane.LANE_CLAIM && isDealtOut(r[KIND]!));
}

function isAtRest({ state, requests }: Agent): boolean {
  return state[3] === requests.length;
}

/** What forgotten registers hold: any value will do, which a test shows. */
let forgotten = 0;

/** Makes forgotten registers hold another value from now on. */
export function setForgotten(value: number): void {
  forgotten = value;
}

/** Overwrites registers whose value the machine's later steps never read, which makes equal states equal. */
export function forget(agent: Agent): void {
  if (agent.lane === 0) forgetOfCaller(agent);
  else forgetOfLane(agent);
}

function forgetOfLane({ registers: r, state }: Agent): void {
  const step = r[STEP]!;
  const isWaiting = state[ASLEEP] === 1 || state[EFFECT] === WAIT || state[EFFECT] === NOTIFY;
  const isRunning = state[EFFECT] === RUN;
  for (let register = 0; register < LANE_REGISTERS; register++) {
    if (register === STEP || register === BASE || register === MAIL_READ) continue;
    if (isWaiting && (register === AT || register === VALUE)) continue;
    if (step === lane.LANE_LOOK) r[register] = forgotten;
    else if (step <= lane.LANE_PARAMS && register !== WORD && register !== PROGRAM) r[register] = forgotten;
    else if (register === AT || register === VALUE) r[register] = forgotten;
    else if (step === lane.LANE_CLAIM && !isRunning && (register === BEGIN || register === END)) {
      r[register] = forgotten;
    }
  }
}

const forgetfulCallerSteps = new Set([
  ...[caller.CALLER_RESET, caller.CALLER_POST_READ, caller.CALLER_CLAIM, caller.CALLER_CANCEL_LOOK],
  ...[caller.CALLER_COLLECT, caller.CALLER_LEFTOVER, caller.CALLER_PART, caller.CALLER_RELEASE],
]);

function forgetOfCaller({ registers: r, state }: Agent): void {
  if (state[ASLEEP] === 1 || state[EFFECT] !== CONTINUE || !forgetfulCallerSteps.has(r[STEP]!)) return;
  for (const register of [AT, VALUE, BEGIN, END]) r[register] = forgotten;
  const isDealing = r[STEP] === caller.CALLER_CLAIM || r[STEP] === caller.CALLER_PART;
  if (!isDealing) r[TURN] = forgotten;
}
