import { CALLER_LOCK } from "../../src/protocol/callerOrder.ts";
import { callerSteps } from "../../src/protocol/callerSteps.ts";
import { laneSteps } from "../../src/protocol/laneSteps.ts";
import {
  BASE,
  CALLER,
  CHUNK,
  CONTINUE,
  COUNT,
  callerRegisters,
  HELPS,
  KIND,
  LANE_REGISTERS,
  MAIL_READ,
  MAIL_WANTED,
  POINTER,
  POOL_LANES,
  PROGRAM,
  RANKS,
  STEP,
  type StepTable,
  TEAM,
  TEAM_LANE,
  TEAM_SIZE,
  TEAM_STRIDE,
} from "../../src/protocol/machine.ts";
import {
  CLAIM_BEGIN,
  CLAIM_END,
  controlWords,
  LANE_RANK,
  LANE_STATE,
  LINE_WORDS,
  LOCK,
  LOCK_WAITERS,
  laneBase,
  MAIL,
  NEXT,
  PARAM_CHUNK,
  PARAM_COUNT,
  PARAM_KIND,
  PARAM_POINTER,
  PARAM_PROGRAM,
  PARAM_RANKS,
} from "../../src/protocol/words.ts";

/** One thing a caller asks: a batch of jobs for a team of lanes, or mail for all of them. */
export interface Request {
  /** Batch: lanes it is posted to. Mail: lanes whose words are bumped. */
  readonly team: readonly number[];
  /** Jobs; undefined for mail. */
  readonly count?: number;
  readonly kind?: number;
  readonly chunk?: number;
  /** Whether the caller only waits. */
  readonly isAsync?: boolean;
  /** Number of the program; of mail: the number of programs announced. */
  readonly program?: number;
}

/** A small pool and what happens to it. */
export interface Scenario {
  readonly title: string;
  /** Lanes, the caller counted. */
  readonly lanes: number;
  /** The requests of each caller. */
  readonly callers: readonly (readonly Request[])[];
  /** How many threads may die, at any point. */
  readonly deaths?: number;
  /** Whether callers may be among them. */
  readonly callersDie?: boolean;
  /** How often a sleeping lane may be woken without reason (a pre-wake that comes to nothing). */
  readonly idleWakes?: number;
  /** Lanes that have not started at first; they start at any point or never get to. */
  readonly lateLanes?: readonly number[];
  /** Programs that the lanes have at first. Default 1. */
  readonly programs?: number;
}

/** The steps that are explored: those of the engine, or weakened ones. */
export interface Steps {
  readonly lane: StepTable;
  readonly caller: StepTable;
}

/** The engine's own steps. */
export const engineSteps: Steps = { lane: laneSteps, caller: callerSteps };

// States of an agent (a lane's or a caller's thread).
export const UNBORN = 0;
export const ALIVE = 1;
export const DEAD = 2;

// Words of an agent beside its registers.
export const LIFE = 0;
/** What its last step asked for and has not happened yet. */
export const EFFECT = 1;
export const ASLEEP = 2;
/** Caller: which of its requests is being answered. */
export const REQUEST = 3;
/** Caller: slept slices of its present request after which it found whom it waits for dead. */
export const DEAD_SLICES = 4;
const AGENT_WORDS = 5;

/** A thread: a machine of the protocol and how it stands. */
export interface Agent {
  readonly name: string;
  /** Lane number, or 0 for a caller. */
  readonly lane: number;
  readonly steps: StepTable;
  readonly registers: Int32Array;
  readonly state: Int32Array;
  readonly requests: readonly Request[];
}

/** A batch as the checks know it. */
export interface Batch {
  readonly number: number;
  readonly request: Request;
  /** Times that each job ran. */
  readonly runs: Int32Array;
  /** 0 not begun, 1 begun, 2 answered. */
  readonly progress: Int32Array;
}

/** Everything there is, all of it in the words of one array. */
export interface World {
  readonly scenario: Scenario;
  readonly shared: Int32Array;
  readonly agents: readonly Agent[];
  readonly lanes: readonly Agent[];
  readonly callers: readonly Agent[];
  readonly batches: readonly Batch[];
  /** [0] deaths left, [1] idle wakes left, [2] how many lanes' ends callers know of, as bits. */
  readonly fate: Int32Array;
  /** Begin and end of the last two claims that each lane set out to make in its batch, whatever it logged. */
  readonly claims: Int32Array;
  /** Copies the words that can change out of the world, and back. */
  save(): Int32Array;
  restore(saved: Int32Array): void;
  /** The same words as a text: equal exactly if they are. */
  key(): string;
  /** Whether any request only waits. */
  readonly hasAsync: boolean;
  /** Whether any request is mail, and whether batches differ in their program. */
  readonly hasMail: boolean;
  readonly hasPrograms: boolean;
}

export const DEATHS_LEFT = 0;
export const IDLE_WAKES_LEFT = 1;
export const KNOWN_DEAD = 2;

/** The world at its beginning. */
export function createWorld(scenario: Scenario, steps: Steps): World {
  const { lanes: laneCount, callers } = scenario;
  const memory = new Int32Array(4096);
  let used = 0;
  const take = (words: number): Int32Array => {
    used += words;
    return memory.subarray(used - words, used);
  };
  const shared = take(controlWords(laneCount));
  const live = sharedWords(laneCount);
  const firstLive = used;
  const fate = take(3);
  const claims = take(4 * laneCount);
  const laneAgents = Array.from({ length: laneCount - 1 }, (_, index) => createLane(index + 1, steps, take));
  const callerAgents = callers.map((requests, index) =>
    createCaller({ number: index + 1, laneCount, requests, steps, take }),
  );
  const batches = callers.flat().map((request, number) => ({
    number,
    request,
    runs: take(request.count ?? 0),
    progress: take(1),
  }));
  for (let word = firstLive; word < used; word++) live.push(word);
  fate.set([scenario.deaths ?? 0, scenario.idleWakes ?? 0, 0]);
  shared[MAIL] = scenario.programs ?? 1;
  for (const lane of laneAgents) {
    lane.state[LIFE] = scenario.lateLanes?.includes(lane.lane) ? UNBORN : ALIVE;
    lane.registers[MAIL_READ] = scenario.programs ?? 1;
  }
  const world: World = {
    ...{ scenario, shared, fate, claims, batches },
    ...{ lanes: laneAgents, callers: callerAgents, agents: [...laneAgents, ...callerAgents] },
    hasAsync: batches.some(({ request }) => request.isAsync === true),
    hasMail: batches.some(({ request }) => request.count === undefined),
    hasPrograms: new Set(batches.map(({ request }) => request.program ?? 0)).size > 1,
    ...snapshots(memory, Int32Array.from(live)),
  };
  for (const caller of callerAgents) beginRequest(world, caller);
  return world;
}

/** Every word that can change fits a byte, addresses of words (multiples of a line) divided by its length. */
function snapshots(memory: Int32Array, live: Int32Array): Pick<World, "save" | "restore" | "key"> {
  const bytes = Buffer.alloc(live.length);
  return {
    key() {
      for (let index = 0; index < live.length; index++) {
        const word = memory[live[index]!]!;
        const byte = word < LOCK ? word : LOCK + word / LINE_WORDS;
        if (byte < -1 || byte > 254 || byte % 1 !== 0)
          throw new RangeError(`word ${word} does not fit a byte`);
        bytes[index] = byte;
      }
      return bytes.toString("latin1");
    },
    save() {
      const saved = new Int32Array(live.length);
      for (let index = 0; index < live.length; index++) saved[index] = memory[live[index]!]!;
      return saved;
    },
    restore(saved) {
      for (let index = 0; index < live.length; index++) memory[live[index]!] = saved[index]!;
    },
  };
}

function sharedWords(laneCount: number): number[] {
  const words = [NEXT, LOCK, LOCK_WAITERS, MAIL, PARAM_PROGRAM, PARAM_POINTER, PARAM_COUNT, PARAM_KIND];
  words.push(PARAM_CHUNK, PARAM_RANKS);
  for (let lane = 1; lane < laneCount; lane++) {
    for (const word of [LANE_STATE, LANE_RANK, CLAIM_BEGIN, CLAIM_END]) words.push(laneBase(lane) + word);
  }
  return words;
}

type Take = (words: number) => Int32Array;

function createLane(lane: number, steps: Steps, take: Take): Agent {
  const registers = take(LANE_REGISTERS);
  registers[BASE] = laneBase(lane);
  return { name: `lane ${lane}`, lane, steps: steps.lane, registers, state: take(AGENT_WORDS), requests: [] };
}

interface CallerParts {
  readonly number: number;
  readonly laneCount: number;
  readonly requests: readonly Request[];
  readonly steps: Steps;
  readonly take: Take;
}

function createCaller({ number, laneCount, requests, steps, take }: CallerParts): Agent {
  const registers = take(callerRegisters(laneCount));
  registers[CALLER] = number;
  registers[POOL_LANES] = laneCount;
  const state = take(AGENT_WORDS);
  state[LIFE] = ALIVE;
  return { name: `caller ${number}`, lane: 0, steps: steps.caller, registers, state, requests };
}

/** The batch that a caller's present request is, by its place among all requests. */
export function batchOf(world: World, caller: Agent): Batch {
  const before = world.callers.slice(0, world.callers.indexOf(caller));
  const first = before.reduce((sum, { requests }) => sum + requests.length, 0);
  return world.batches[first + caller.state[REQUEST]!]!;
}

/** Fills a caller's registers for its present request, as the pool does. */
export function beginRequest(world: World, caller: Agent): void {
  const { number, request } = batchOf(world, caller);
  const r = caller.registers;
  const team = request.team.filter((lane) => (world.fate[KNOWN_DEAD]! & (1 << lane)) === 0);
  const fixed = [r[CALLER]!, r[POOL_LANES]!];
  r.fill(0);
  r[CALLER] = fixed[0]!;
  r[POOL_LANES] = fixed[1]!;
  for (const [place, lane] of team.entries()) r[TEAM + TEAM_STRIDE * place + TEAM_LANE] = lane;
  r[TEAM_SIZE] = team.length;
  r[HELPS] = request.isAsync && team.length > 0 ? 0 : 1;
  r[RANKS] = team.length + r[HELPS]!;
  r[MAIL_WANTED] = request.count === undefined ? request.program! : 0;
  r[PROGRAM] = request.program ?? 0;
  r[POINTER] = number;
  r[COUNT] = request.count ?? 0;
  r[KIND] = request.kind ?? 0;
  r[CHUNK] = request.chunk ?? 1;
  r[STEP] = CALLER_LOCK;
  caller.state[EFFECT] = CONTINUE;
  caller.state[DEAD_SLICES] = 0;
}
