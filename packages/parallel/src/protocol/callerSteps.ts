import { advance, cancel, claim, collect, leftBegin, leftEnd, leftover, part } from "./collectSteps.ts";
import { end, enlist, leave, lock, release, releaseCheck, seize, settle, settleCancel } from "./lockSteps.ts";
import type { Step, StepTable } from "./machine.ts";
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

const steps: Step[] = [
  ...[lock, enlist, leave, seize, settle, settleCancel],
  ...[params, program, reset, postRead, post, awaitTeam, awaitLate],
  ...[mail, bumpRead, bump],
  ...[claim, advance, cancel, collect, leftover, part, leftBegin, leftEnd],
  ...[release, releaseCheck, end],
];

/** The steps of a caller, indexed by the numbers in callerOrder.ts. */
export const callerSteps: StepTable = steps;
