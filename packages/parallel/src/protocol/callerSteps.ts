import * as order from "./callerOrder.ts";
import {
  advance,
  cancel,
  cancelLook,
  claim,
  collect,
  leftBegin,
  leftEnd,
  leftover,
  part,
} from "./collectSteps.ts";
import { end, enlist, leave, lock, release, releaseCheck, seize, settle, settleCancel } from "./lockSteps.ts";
import type { StepTable } from "./machine.ts";
import {
  awaitLate,
  awaitTeam,
  bump,
  bumpRead,
  mail,
  params,
  post,
  postRead,
  program,
  reset,
} from "./postSteps.ts";

// Own constants end up in the machine code, imported ones are read from memory at each use: see protocol/README.md.
const {
  CALLER_ADVANCE,
  CALLER_AWAIT,
  CALLER_AWAIT_LATE,
  CALLER_BUMP,
  CALLER_BUMP_READ,
  CALLER_CANCEL,
  CALLER_CANCEL_LOOK,
  CALLER_CLAIM,
  CALLER_COLLECT,
  CALLER_END,
  CALLER_ENLIST,
  CALLER_LEAVE,
  CALLER_LEFTOVER,
  CALLER_LEFT_BEGIN,
  CALLER_LOCK,
  CALLER_MAIL,
  CALLER_PARAMS,
  CALLER_PART,
  CALLER_POST,
  CALLER_POST_READ,
  CALLER_PROGRAM,
  CALLER_RELEASE,
  CALLER_RELEASE_CHECK,
  CALLER_RESET,
  CALLER_SEIZE,
  CALLER_SETTLE,
  CALLER_SETTLE_CANCEL,
} = order;

/**
 * Takes the step of a caller that has this number in callerOrder.ts. Called by name, the steps of a batch that
 * nobody disturbs become one piece of machine code; through a table each would be a call of its own.
 */
export function takeCallerStep(step: number, shared: Int32Array, r: Int32Array): number {
  switch (step) {
    case CALLER_LOCK:
      return lock(shared, r);
    case CALLER_PARAMS:
      return params(shared, r);
    case CALLER_RESET:
      return reset(shared, r);
    case CALLER_POST_READ:
      return postRead(shared, r);
    case CALLER_POST:
      return post(shared, r);
    case CALLER_CLAIM:
      return claim(shared, r);
    case CALLER_ADVANCE:
      return advance(shared, r);
    case CALLER_CANCEL_LOOK:
      return cancelLook(shared, r);
    case CALLER_CANCEL:
      return cancel(shared, r);
    case CALLER_COLLECT:
      return collect(shared, r);
    case CALLER_LEFTOVER:
      return leftover(shared, r);
    case CALLER_RELEASE:
      return release(shared, r);
    case CALLER_RELEASE_CHECK:
      return releaseCheck(shared, r);
    case CALLER_END:
      return end();
    default:
      return takeRareStep(step, shared, r);
  }
}

/** Apart, because the compiler inlines only what is small. */
function takeRareStep(step: number, shared: Int32Array, r: Int32Array): number {
  switch (step) {
    case CALLER_ENLIST:
      return enlist(shared, r);
    case CALLER_LEAVE:
      return leave(shared, r);
    case CALLER_SEIZE:
      return seize(shared, r);
    case CALLER_SETTLE:
      return settle(shared, r);
    case CALLER_SETTLE_CANCEL:
      return settleCancel(shared, r);
    case CALLER_PROGRAM:
      return program(shared, r);
    case CALLER_AWAIT:
      return awaitTeam(shared, r);
    case CALLER_AWAIT_LATE:
      return awaitLate(shared, r);
    case CALLER_MAIL:
      return mail(shared, r);
    case CALLER_BUMP_READ:
      return bumpRead(shared, r);
    case CALLER_BUMP:
      return bump(shared, r);
    case CALLER_PART:
      return part(shared, r);
    case CALLER_LEFT_BEGIN:
      return leftBegin(shared, r);
    default:
      return leftEnd(shared, r);
  }
}

/** The same steps one by one, indexed by the numbers in callerOrder.ts. */
export const callerSteps: StepTable = Array.from(
  { length: CALLER_END + 1 },
  (_, step) => (shared: Int32Array, r: Int32Array) => takeCallerStep(step, shared, r),
);
