import * as lane from "../../src/protocol/laneSteps.ts";
import { AT, BASE, CONTINUE, END, RUN, STEP, VALUE, WAIT, WORD } from "../../src/protocol/machine.ts";
import { DONE, LANE_STATE, NEXT, POSTED, RUNNING } from "../../src/protocol/words.ts";
import { followedBy, goOn, inLane, laneStep, type Mutation, silently } from "./weakening.ts";

/** Each step of a lane, weakened. */
export const laneMutations: readonly Mutation[] = [
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
    [lane.LANE_TAKE]: followedBy(laneStep(lane.LANE_TAKE), (shared, r, effect) => {
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
    [lane.LANE_CLAIM]: followedBy(laneStep(lane.LANE_CLAIM), advanceFirst),
    [lane.LANE_ADVANCE]: followedBy(laneStep(lane.LANE_ADVANCE), (_shared, r, effect) => {
      if (effect === RUN) r[STEP] = lane.LANE_LOG_BEGIN;
      else advanceFirst(_shared, r, effect);
      return CONTINUE;
    }),
    [lane.LANE_LOG_END]: followedBy(laneStep(lane.LANE_LOG_END), (_shared, r) => {
      r[STEP] = lane.LANE_CLAIM;
      return RUN;
    }),
  }),
  inLane("a lane logs no begin of its claim", { [lane.LANE_LOG_BEGIN]: goOn(lane.LANE_LOG_END) }),
  inLane("a lane logs no end of its claim", { [lane.LANE_LOG_END]: goOn(lane.LANE_ADVANCE) }),
  inLane("a lane leaves its last claim standing", { [lane.LANE_CLEAR]: goOn(lane.LANE_DONE) }),
  inLane("a lane sleeps on its word as it is now, not as it was looked at", {
    [lane.LANE_MAIL]: followedBy(laneStep(lane.LANE_MAIL), (shared, r, effect) => {
      if (effect === WAIT) r[VALUE] = shared[r[AT]!]!;
      return effect;
    }),
  }),
  inLane("a lane that wakes takes it that there is a batch", {
    [lane.LANE_MAIL]: followedBy(laneStep(lane.LANE_MAIL), (_shared, r, effect) => {
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
    [lane.LANE_PEEK]: followedBy(laneStep(lane.LANE_PEEK), (_shared, r, effect) => {
      r[STEP] = lane.LANE_TAKE;
      return effect;
    }),
  }),
];

function advanceFirst(_shared: Int32Array, r: Int32Array, effect: number): number {
  if (r[STEP] === lane.LANE_LOG_BEGIN) r[STEP] = lane.LANE_ADVANCE;
  return effect;
}
