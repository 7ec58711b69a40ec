import * as caller from "../../src/protocol/callerOrder.ts";
import { callerSteps } from "../../src/protocol/callerSteps.ts";
import * as lane from "../../src/protocol/laneSteps.ts";
import {
  AT,
  BASE,
  BEGIN,
  CALLER,
  CONTINUE,
  DEATH,
  DIED,
  END,
  FINISHED,
  KIND,
  MAIL_WANTED,
  NOTIFY,
  PENDING,
  PLACE,
  POOL_LANES,
  RUN,
  STEP,
  type Step,
  type StepTable,
  TEAM,
  TEAM_LANE,
  TEAM_OUTCOME,
  TEAM_SIZE,
  TEAM_STRIDE,
  TEAM_WORD,
  VALUE,
  WAIT,
  WORD,
} from "../../src/protocol/machine.ts";
import {
  DONE,
  IDLE,
  LANE_RANK,
  LANE_STATE,
  LOCK,
  LOCK_WAITERS,
  laneBase,
  MAIL,
  NEXT,
  POSTED,
  RUNNING,
} from "../../src/protocol/words.ts";
import { isDealtOut } from "../../src/schedule.ts";
import { engineSteps, type Steps } from "./world.ts";

/** The protocol with one step weakened. */
export interface Mutation {
  readonly title: string;
  readonly steps: Steps;
}

/** Number of a step that a mutation adds to the caller's. */
const EXTRA = callerSteps.length;

function withStep(table: StepTable, changes: Readonly<Record<number, Step>>): StepTable {
  const changed = [...table];
  for (const [number, step] of Object.entries(changes)) changed[Number(number)] = step;
  return changed;
}

function inLane(title: string, changes: Readonly<Record<number, Step>>): Mutation {
  return { title, steps: { ...engineSteps, lane: withStep(lane.laneSteps, changes) } };
}

function inCaller(title: string, changes: Readonly<Record<number, Step>>): Mutation {
  return { title, steps: { ...engineSteps, caller: withStep(callerSteps, changes) } };
}

/** A step that does what the engine's does, and then something else. */
function then(original: Step, after: (shared: Int32Array, r: Int32Array, effect: number) => number): Step {
  return (shared, r) => after(shared, r, original(shared, r));
}

const laneStep = (number: number): Step => lane.laneSteps[number]!;
const callerStep = (number: number): Step => callerSteps[number]!;
const silently = (original: Step): Step =>
  then(original, (_shared, _r, effect) => (effect === NOTIFY ? CONTINUE : effect));
const teamMember = (r: Int32Array): number => TEAM + TEAM_STRIDE * r[PLACE]!;

const laneMutations: readonly Mutation[] = [
  inLane("a lane takes a batch with a plain store", {
    [lane.LANE_TAKE]: (shared, r) => {
      Atomics.store(shared, r[BASE]! + LANE_STATE, r[WORD]! - POSTED + RUNNING);
      r[STEP] = lane.LANE_PARAMS;
      return CONTINUE;
    },
  }),
  inLane("a lane runs without taking the batch", {
    [lane.LANE_TAKE]: (_shared, r) => {
      r[STEP] = lane.LANE_PARAMS;
      return CONTINUE;
    },
  }),
  inLane("a lane reports a batch done when it takes it", {
    [lane.LANE_TAKE]: then(laneStep(lane.LANE_TAKE), (shared, r, effect) => {
      if (r[STEP] === lane.LANE_PARAMS) shared[r[BASE]! + LANE_STATE] = r[WORD]! - POSTED + DONE;
      return effect;
    }),
  }),
  inLane("a lane that is done wakes nobody", { [lane.LANE_DONE]: silently(laneStep(lane.LANE_DONE)) }),
  inLane("a lane that is done does not say so", {
    [lane.LANE_DONE]: (_shared, r) => {
      r[STEP] = lane.LANE_LOOK;
      return CONTINUE;
    },
  }),
  inLane("a lane claims with a plain store", {
    [lane.LANE_ADVANCE]: (shared, r) => {
      Atomics.store(shared, NEXT, r[END]!);
      r[STEP] = lane.LANE_CLAIM;
      return RUN;
    },
  }),
  inLane("a lane logs its claim after it was made", {
    [lane.LANE_CLAIM]: then(laneStep(lane.LANE_CLAIM), advanceFirst),
    [lane.LANE_ADVANCE]: then(laneStep(lane.LANE_ADVANCE), (_shared, r, effect) => {
      if (effect === RUN) r[STEP] = lane.LANE_LOG_BEGIN;
      else advanceFirst(_shared, r, effect);
      return CONTINUE;
    }),
    [lane.LANE_LOG_END]: then(laneStep(lane.LANE_LOG_END), (_shared, r) => {
      r[STEP] = lane.LANE_CLAIM;
      return RUN;
    }),
  }),
  inLane("a lane logs no begin of its claim", { [lane.LANE_LOG_BEGIN]: goOn(lane.LANE_LOG_END) }),
  inLane("a lane logs no end of its claim", { [lane.LANE_LOG_END]: goOn(lane.LANE_ADVANCE) }),
  inLane("a lane leaves its last claim standing", { [lane.LANE_CLEAR]: goOn(lane.LANE_DONE) }),
  inLane("a lane sleeps on its word as it is now, not as it was looked at", {
    [lane.LANE_MAIL]: then(laneStep(lane.LANE_MAIL), (shared, r, effect) => {
      if (effect === WAIT) r[VALUE] = shared[r[AT]!]!;
      return effect;
    }),
  }),
  inLane("a lane that wakes takes it that there is a batch", {
    [lane.LANE_MAIL]: then(laneStep(lane.LANE_MAIL), (_shared, r, effect) => {
      if (effect === WAIT) r[STEP] = lane.LANE_PARAMS;
      return effect;
    }),
  }),
  inLane("a lane does not look for mail", {
    [lane.LANE_MAIL]: (_shared, r) => {
      r[AT] = r[BASE]! + LANE_STATE;
      r[VALUE] = r[WORD]!;
      r[STEP] = lane.LANE_LOOK;
      return WAIT;
    },
  }),
  inLane("a lane does not look which program a batch wants", { [lane.LANE_PEEK]: goOn(lane.LANE_TAKE) }),
  inLane("a lane takes a batch of a program that it lacks", {
    [lane.LANE_PEEK]: then(laneStep(lane.LANE_PEEK), (_shared, r, effect) => {
      r[STEP] = lane.LANE_TAKE;
      return effect;
    }),
  }),
];

function advanceFirst(_shared: Int32Array, r: Int32Array, effect: number): number {
  if (r[STEP] === lane.LANE_LOG_BEGIN) r[STEP] = lane.LANE_ADVANCE;
  return effect;
}

/** A step that does nothing but go on. */
function goOn(step: number): Step {
  return (_shared, r) => {
    r[STEP] = step;
    return CONTINUE;
  };
}

const publishing: readonly Mutation[] = [
  inCaller("a post wakes nobody", { [caller.CALLER_POST]: silently(callerStep(caller.CALLER_POST)) }),
  inCaller("a post wakes before it stores", {
    [caller.CALLER_POST]: (_shared, r) => {
      r[AT] = laneBase(r[teamMember(r) + TEAM_LANE]!) + LANE_STATE;
      r[STEP] = EXTRA;
      return NOTIFY;
    },
    [EXTRA]: silently(callerStep(caller.CALLER_POST)),
  }),
  inCaller("a post keeps the sequence", {
    [caller.CALLER_POST_READ]: then(callerStep(caller.CALLER_POST_READ), (_shared, r, effect) => {
      r[teamMember(r) + TEAM_WORD]! -= 4;
      return effect;
    }),
  }),
  inCaller("a rank is written after its post", {
    [caller.CALLER_POST_READ]: (shared, r) => {
      const word = laneBase(r[teamMember(r) + TEAM_LANE]!) + LANE_RANK;
      const rank = shared[word]!;
      const effect = callerStep(caller.CALLER_POST_READ)(shared, r);
      shared[word] = rank;
      return effect;
    },
    [caller.CALLER_POST]: then(callerStep(caller.CALLER_POST), (_shared, r, effect) => {
      if (r[STEP] === caller.CALLER_CLAIM) r[STEP] = EXTRA;
      return effect;
    }),
    [EXTRA]: (shared, r) => {
      for (let place = 0; place < r[TEAM_SIZE]!; place++) {
        shared[laneBase(r[TEAM + TEAM_STRIDE * place + TEAM_LANE]!) + LANE_RANK] = place + 1;
      }
      r[STEP] = caller.CALLER_CLAIM;
      return CONTINUE;
    },
  }),
  inCaller("parameters are written after the posts", {
    [caller.CALLER_PARAMS]: goOn(caller.CALLER_PROGRAM),
    [caller.CALLER_POST]: then(callerStep(caller.CALLER_POST), (_shared, r, effect) => {
      if (r[STEP] === caller.CALLER_CLAIM) r[STEP] = EXTRA;
      return effect;
    }),
    [EXTRA]: then(callerStep(caller.CALLER_PARAMS), (_shared, r, effect) => {
      r[STEP] = caller.CALLER_CLAIM;
      return effect;
    }),
  }),
  inCaller("the program is not written", { [caller.CALLER_PROGRAM]: goOn(caller.CALLER_RESET) }),
  inCaller("the claim counter is not reset", {
    [caller.CALLER_RESET]: (shared, r) => {
      const next = shared[NEXT]!;
      const effect = callerStep(caller.CALLER_RESET)(shared, r);
      shared[NEXT] = next;
      return effect;
    },
  }),
  inCaller("mail keeps the sequence", {
    [caller.CALLER_BUMP_READ]: then(callerStep(caller.CALLER_BUMP_READ), (_shared, r, effect) => {
      r[VALUE]! -= 4;
      return effect;
    }),
  }),
  inCaller("mail wakes nobody", { [caller.CALLER_BUMP]: silently(callerStep(caller.CALLER_BUMP)) }),
  inCaller("mail is counted after the lanes were woken for it", {
    [caller.CALLER_MAIL]: (_shared, r) => {
      r[STEP] = r[TEAM_SIZE]! > 0 ? caller.CALLER_BUMP_READ : EXTRA;
      return CONTINUE;
    },
    [caller.CALLER_BUMP]: then(callerStep(caller.CALLER_BUMP), (_shared, r, effect) => {
      if (r[STEP] === caller.CALLER_RELEASE) r[STEP] = EXTRA;
      return effect;
    }),
    [EXTRA]: (shared, r) => {
      Atomics.store(shared, MAIL, r[MAIL_WANTED]!);
      r[STEP] = caller.CALLER_RELEASE;
      return CONTINUE;
    },
  }),
];

const collecting: readonly Mutation[] = [
  inCaller("the caller claims with a plain store", {
    [caller.CALLER_ADVANCE]: (shared, r) => {
      Atomics.store(shared, NEXT, r[END]!);
      r[STEP] = caller.CALLER_CLAIM;
      return RUN;
    },
  }),
  inCaller("a batch is taken back with a plain store", {
    [caller.CALLER_CANCEL]: (shared, r) => {
      const member = teamMember(r);
      const posted = r[member + TEAM_WORD]!;
      const word = laneBase(r[member + TEAM_LANE]!) + LANE_STATE;
      if (Atomics.load(shared, word) === posted) {
        r[STEP] = EXTRA;
        return CONTINUE;
      }
      return callerStep(caller.CALLER_CANCEL)(shared, r);
    },
    [EXTRA]: (shared, r) => {
      const member = teamMember(r);
      const posted = r[member + TEAM_WORD]!;
      shared[laneBase(r[member + TEAM_LANE]!) + LANE_STATE] = posted;
      r[STEP] = caller.CALLER_CANCEL;
      return callerStep(caller.CALLER_CANCEL)(shared, r);
    },
  }),
  inCaller("a lane that has not started is not taken back", {
    [caller.CALLER_CANCEL_LOOK]: then(callerStep(caller.CALLER_CANCEL_LOOK), (_shared, r, effect) => {
      if (r[STEP] === caller.CALLER_CANCEL) r[STEP] = caller.CALLER_COLLECT;
      return effect;
    }),
  }),
  inCaller("a lane that could not be cancelled is not waited for", {
    [caller.CALLER_COLLECT]: (shared, r) => {
      const member = teamMember(r);
      if (r[member + TEAM_OUTCOME] === PENDING) r[member + TEAM_OUTCOME] = FINISHED;
      return callerStep(caller.CALLER_COLLECT)(shared, r);
    },
  }),
  inCaller("a death is not heeded", {
    [caller.CALLER_COLLECT]: (shared, r) => {
      r[DEATH] = 0;
      return callerStep(caller.CALLER_COLLECT)(shared, r);
    },
  }),
  inCaller("a waiting caller does not heed a death", {
    [caller.CALLER_AWAIT]: (shared, r) => {
      r[DEATH] = 0;
      return callerStep(caller.CALLER_AWAIT)(shared, r);
    },
  }),
  inCaller("the part of a lane that was taken back is forgotten", {
    [caller.CALLER_LEFTOVER]: (shared, r) => {
      const member = teamMember(r);
      if (isDealtOut(r[KIND]!) && r[member + TEAM_OUTCOME] !== DIED) r[member + TEAM_OUTCOME] = FINISHED;
      return callerStep(caller.CALLER_LEFTOVER)(shared, r);
    },
  }),
  inCaller("what a dead lane had is forgotten", {
    [caller.CALLER_LEFTOVER]: (shared, r) => {
      const member = teamMember(r);
      if (r[member + TEAM_OUTCOME] === DIED) r[member + TEAM_OUTCOME] = FINISHED;
      return callerStep(caller.CALLER_LEFTOVER)(shared, r);
    },
  }),
  inCaller("a dead lane's claim is read from its begin only", {
    [caller.CALLER_LEFT_END]: then(callerStep(caller.CALLER_LEFT_END), (_shared, r) => {
      r[END] = r[BEGIN]!;
      return CONTINUE;
    }),
  }),
];

const locking: readonly Mutation[] = [
  inCaller("the pool is taken with a plain store", {
    [caller.CALLER_LOCK]: (shared, r) => {
      if (Atomics.load(shared, LOCK) !== 0) return callerStep(caller.CALLER_LOCK)(shared, r);
      r[STEP] = EXTRA;
      return CONTINUE;
    },
    [EXTRA]: (shared, r) => {
      shared[LOCK] = 0;
      return callerStep(caller.CALLER_LOCK)(shared, r);
    },
  }),
  inCaller("the pool is used without being taken", {
    [caller.CALLER_LOCK]: (shared, r) => {
      const holder = shared[LOCK]!;
      shared[LOCK] = 0;
      const effect = callerStep(caller.CALLER_LOCK)(shared, r);
      shared[LOCK] = holder === 0 ? r[CALLER]! : holder;
      return effect;
    },
  }),
  inCaller("the pool is not given back", { [caller.CALLER_RELEASE]: goOn(caller.CALLER_RELEASE_CHECK) }),
  inCaller("giving the pool back wakes nobody", {
    [caller.CALLER_RELEASE_CHECK]: silently(callerStep(caller.CALLER_RELEASE_CHECK)),
  }),
  inCaller("waiters are looked for before the pool is free", {
    [caller.CALLER_RELEASE]: (shared, r) => {
      const waiters = Atomics.load(shared, LOCK_WAITERS);
      r[AT] = LOCK;
      r[STEP] = EXTRA;
      return waiters === 0 ? CONTINUE : NOTIFY;
    },
    [EXTRA]: (shared, r) => {
      Atomics.store(shared, LOCK, 0);
      r[STEP] = caller.CALLER_END;
      return CONTINUE;
    },
  }),
  inCaller("a waiter does not enlist", {
    [caller.CALLER_ENLIST]: (_shared, r) => {
      r[AT] = LOCK;
      r[STEP] = caller.CALLER_LOCK;
      return WAIT;
    },
  }),
  inCaller("nobody takes the pool from a dead holder", {
    [caller.CALLER_LEAVE]: (shared, r) => {
      r[DEATH] = 0;
      return callerStep(caller.CALLER_LEAVE)(shared, r);
    },
  }),
  inCaller("the pool is seized with a plain store", {
    [caller.CALLER_SEIZE]: (shared, r) => {
      Atomics.store(shared, LOCK, r[CALLER]!);
      r[PLACE] = 1;
      r[STEP] = caller.CALLER_SETTLE;
      return CONTINUE;
    },
  }),
  inCaller("what a dead holder left posted or running is not brought to rest", {
    [caller.CALLER_SETTLE]: (shared, r) => {
      r[PLACE] = r[POOL_LANES]!;
      return callerStep(caller.CALLER_SETTLE)(shared, r);
    },
  }),
  inCaller("a dead holder's post is taken back with a plain store", {
    [caller.CALLER_SETTLE_CANCEL]: (shared, r) => {
      Atomics.store(shared, r[AT]!, r[VALUE]! - POSTED + IDLE);
      r[STEP] = caller.CALLER_SETTLE;
      return CONTINUE;
    },
  }),
];

/** Every step of the protocol, weakened in turn: the explorer must find fault with each. */
export const mutations: readonly Mutation[] = [...laneMutations, ...publishing, ...collecting, ...locking];
