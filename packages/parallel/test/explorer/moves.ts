import {
  CALLER_PARAMS,
  CALLER_POST_READ,
  CALLER_PROGRAM,
  CALLER_RESET,
} from "../../src/protocol/callerOrder.ts";
import { LANE_LOG_BEGIN, LANE_PARAMS } from "../../src/protocol/laneSteps.ts";
import {
  AT,
  BEGIN,
  CONTINUE,
  DEATH,
  END,
  FINISH,
  MAIL_READ,
  NOTIFY,
  READ_MAIL,
  RUN,
  STEP,
  VALUE,
  WAIT,
} from "../../src/protocol/machine.ts";
import { LANE_WORDS, LOCK, laneBase, MAIL } from "../../src/protocol/words.ts";
import { checkAnswer, checkRun, checkWrite, Violation } from "./checks.ts";
import { forget, isOwnMatter } from "./reduction.ts";
import {
  type Agent,
  ALIVE,
  ASLEEP,
  batchOf,
  beginRequest,
  DEAD,
  DEAD_SLICES,
  DEATHS_LEFT,
  EFFECT,
  IDLE_WAKES_LEFT,
  KNOWN_DEAD,
  LIFE,
  REQUEST,
  UNBORN,
  type World,
} from "./world.ts";

// What can happen next in a world: each move is one atomic event of one thread.

/** One move: whose, and which of the things that can happen to it. */
export interface Move {
  readonly agent: Agent;
  readonly what: "step" | "start" | "die" | "idle wake" | "learn of death";
}

/**
 * Whether a possible move happens sooner or later. Threads need not die, and idle wake-ups need not come. A late
 * lane need not ever start, unless a caller only waits: that one relies on lanes to start or to die.
 */
export function isBoundToHappen({ hasAsync }: World, what: Move["what"]): boolean {
  return what === "step" || what === "learn of death" || (what === "start" && hasAsync);
}

/** All moves that are possible now; with `isReduced`, only one thread's if what it does next concerns itself alone. */
export function possibleMoves(world: World, isReduced: boolean): readonly Move[] {
  if (isReduced) {
    for (const agent of world.agents) {
      if (isOwnMatter(world, agent)) return addMovesOf(world, agent, []);
    }
  }
  const moves: Move[] = [];
  for (const agent of world.agents) addMovesOf(world, agent, moves);
  return moves;
}

function addMovesOf(world: World, agent: Agent, moves: Move[]): Move[] {
  const { state, lane } = agent;
  if (state[LIFE] === DEAD || hasAllAnswers(agent)) return moves;
  const mayDie = world.fate[DEATHS_LEFT]! > 0 && (lane > 0 || world.scenario.callersDie === true);
  if (mayDie) moves.push({ agent, what: "die" });
  if (state[LIFE] === UNBORN) moves.push({ agent, what: "start" });
  else if (state[ASLEEP] === 0) moves.push({ agent, what: "step" });
  else if (lane > 0 && world.fate[IDLE_WAKES_LEFT]! > 0) moves.push({ agent, what: "idle wake" });
  else if (lane === 0 && isWaitedForDead(world, agent)) moves.push({ agent, what: "learn of death" });
  return moves;
}

function hasAllAnswers({ lane, state, requests }: Agent): boolean {
  return lane === 0 && state[REQUEST] === requests.length;
}

/** Whether whom a sleeping caller waits for has died. */
function isWaitedForDead(world: World, { registers: r }: Agent): boolean {
  return waitedFor(world, r)?.state[LIFE] === DEAD;
}

function waitedFor(world: World, r: Int32Array): Agent | undefined {
  if (r[AT] === LOCK) return world.callers[r[VALUE]! - 1];
  return world.lanes[Math.floor((r[AT]! - laneBase(0)) / LANE_WORDS) - 1];
}

/** Makes a move. Throws Violation if it breaks a promise of the protocol. */
export function makeMove(world: World, { agent, what }: Move): void {
  const { state } = agent;
  if (what === "step") takeStep(world, agent);
  else if (what === "start") state[LIFE] = ALIVE;
  else if (what === "die") {
    state[LIFE] = DEAD;
    state[ASLEEP] = 0;
    state[EFFECT] = CONTINUE;
    if (agent.lane > 0) agent.registers.fill(0);
    world.fate[DEATHS_LEFT]!--;
  } else if (what === "idle wake") {
    state[ASLEEP] = 0;
    world.fate[IDLE_WAKES_LEFT]!--;
  } else learnOfDeath(world, agent);
  if (state[LIFE] === ALIVE) forget(agent);
}

/** More slices than any request needs in which to find lanes or the lock's holder dead. */
const MOST_DEAD_SLICES = 8;

/** The end of a slice: as the driver, it says so only if the word has not changed. */
function learnOfDeath(world: World, { registers: r, state, name }: Agent): void {
  state[ASLEEP] = 0;
  if (++state[DEAD_SLICES]! > MOST_DEAD_SLICES) throw new Violation(`${name} waits for the dead for ever`);
  if (world.shared[r[AT]!] !== r[VALUE]) return;
  r[DEATH] = 1;
  if (r[AT] !== LOCK) world.fate[KNOWN_DEAD]! |= 1 << waitedFor(world, r)!.lane;
}

/** Lets the pending effect of the agent's last step happen, or if there is none takes its next step. */
function takeStep(world: World, agent: Agent): void {
  const { registers: r, state, steps } = agent;
  const effect = state[EFFECT]!;
  state[EFFECT] = CONTINUE;
  if (effect === CONTINUE) {
    const step = r[STEP]!;
    if (agent.lane === 0 && isWriteUnderLock(step)) checkWrite(world, agent, step);
    state[EFFECT] = steps[step]!(world.shared, r);
    if (agent.lane > 0 && world.scenario.deaths !== undefined) noteClaim(world, agent, step);
  } else if (effect === WAIT) state[ASLEEP] = world.shared[r[AT]!] === r[VALUE] ? 1 : 0;
  else if (effect === NOTIFY) wakeSleepers(world, r[AT]!);
  else if (effect === RUN) checkRun(world, agent);
  else if (effect === READ_MAIL) r[MAIL_READ] = world.shared[MAIL]!;
  else if (effect === FINISH) finish(world, agent);
}

/** Remembers what a lane set out to claim, for the check of what may be run again after its death. */
function noteClaim({ claims }: World, { lane, registers: r }: Agent, step: number): void {
  const at = 4 * lane;
  if (step === LANE_PARAMS) claims.fill(0, at, at + 4);
  if (r[STEP] !== LANE_LOG_BEGIN || step === LANE_LOG_BEGIN) return;
  claims.copyWithin(at + 2, at, at + 2);
  claims.set([r[BEGIN]!, r[END]!], at);
}

function isWriteUnderLock(step: number): boolean {
  return (
    step === CALLER_PARAMS || step === CALLER_PROGRAM || step === CALLER_RESET || step === CALLER_POST_READ
  );
}

function wakeSleepers(world: World, word: number): void {
  for (const { registers, state } of world.agents) {
    if (state[ASLEEP] === 1 && registers[AT] === word) state[ASLEEP] = 0;
  }
}

function finish(world: World, caller: Agent): void {
  checkAnswer(world, caller);
  batchOf(world, caller).progress[0] = 2;
  caller.state[REQUEST]!++;
  if (!hasAllAnswers(caller)) beginRequest(world, caller);
  else caller.registers.fill(0);
}
