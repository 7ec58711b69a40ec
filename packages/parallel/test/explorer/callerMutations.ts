import * as caller from "../../src/protocol/callerOrder.ts";
import {
  AT,
  BEGIN,
  CONTINUE,
  DEATH,
  DIED,
  END,
  FINISHED,
  KIND,
  MAIL_WANTED,
  NOTIFY,
  PENDING,
  RUN,
  STEP,
  TEAM,
  TEAM_LANE,
  TEAM_OUTCOME,
  TEAM_SIZE,
  TEAM_STRIDE,
  TEAM_WORD,
  UNFINISHED,
  VALUE,
} from "../../src/protocol/machine.ts";
import { LANE_RANK, LANE_STATE, laneBase, MAIL, NEXT } from "../../src/protocol/words.ts";
import { isDealtOut } from "../../src/schedule.ts";
import {
  callerStep,
  EXTRA,
  followedBy,
  goOn,
  inCaller,
  type Mutation,
  silently,
  teamMember,
} from "./weakening.ts";

/** Each step by which a caller makes a batch or mail known, weakened. */
export const postMutations: readonly Mutation[] = [
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
    [caller.CALLER_POST_READ]: followedBy(callerStep(caller.CALLER_POST_READ), (_shared, r, effect) => {
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
    [caller.CALLER_POST]: followedBy(callerStep(caller.CALLER_POST), (_shared, r, effect) => {
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
    [caller.CALLER_POST]: followedBy(callerStep(caller.CALLER_POST), (_shared, r, effect) => {
      if (r[STEP] === caller.CALLER_CLAIM) r[STEP] = EXTRA;
      return effect;
    }),
    [EXTRA]: followedBy(callerStep(caller.CALLER_PARAMS), (_shared, r, effect) => {
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
    [caller.CALLER_BUMP_READ]: followedBy(callerStep(caller.CALLER_BUMP_READ), (_shared, r, effect) => {
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
    [caller.CALLER_BUMP]: followedBy(callerStep(caller.CALLER_BUMP), (_shared, r, effect) => {
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

/** Each step by which a caller sees a batch through, weakened. */
export const collectMutations: readonly Mutation[] = [
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
    [caller.CALLER_CANCEL_LOOK]: followedBy(callerStep(caller.CALLER_CANCEL_LOOK), (_shared, r, effect) => {
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
  inCaller("a lane that was taken back counts as one that has finished", {
    [caller.CALLER_CANCEL]: followedBy(callerStep(caller.CALLER_CANCEL), (_shared, r, effect) => {
      r[UNFINISHED]!--;
      return effect;
    }),
  }),
  inCaller("a lane that died counts as one that has finished", {
    [caller.CALLER_COLLECT]: followedBy(callerStep(caller.CALLER_COLLECT), (_shared, r, effect) => {
      if (r[STEP] === caller.CALLER_LEFTOVER) r[STEP] = caller.CALLER_RELEASE;
      return effect;
    }),
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
    [caller.CALLER_LEFT_END]: followedBy(callerStep(caller.CALLER_LEFT_END), (_shared, r) => {
      r[END] = r[BEGIN]!;
      return CONTINUE;
    }),
  }),
];
