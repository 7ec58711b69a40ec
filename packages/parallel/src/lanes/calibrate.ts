import {
  COUNT,
  HELPS,
  KIND,
  MAIL_WANTED,
  PROGRAM,
  RANKS,
  TEAM,
  TEAM_LANE,
  TEAM_SIZE,
} from "../protocol/machine.ts";
import { DYNAMIC } from "../schedule.ts";
import { answerBlocking, type CallerParts, openRequest } from "./caller.ts";
import type { WakeCost } from "./costGate.ts";
import { isParked } from "./team.ts";

/** Empty batches that are timed, and how many of them say enough. */
const ROUNDS = 15;
const LEAST_ROUNDS = 5;
/** The calibration ends after this time, whatever it has. */
const BUDGET_MS = 5;

/**
 * Measures what waking lane 1 costs, with empty batches of the ordinary protocol that the caller only waits for.
 * @returns undefined if the lane did not come to rest often enough in time
 */
export function calibrate(caller: CallerParts, r: Int32Array): WakeCost | undefined {
  const { host, site } = caller;
  const untilMs = host.now() + BUDGET_MS;
  const notifies: number[] = [];
  const latencies: number[] = [];
  while (notifies.length < ROUNDS && host.now() < untilMs) {
    if (!isParked(site.shared, 1)) continue;
    prepareEmpty(r);
    const request = openRequest(r, false);
    request.notifyMs = 0;
    const beganMs = host.now();
    answerBlocking(caller, request);
    notifies.push(request.notifyMs);
    latencies.push(Math.max(0, host.now() - beganMs - request.notifyMs));
  }
  if (notifies.length < LEAST_ROUNDS) return undefined;
  return { notifyMs: lowerQuartile(notifies), latencyMs: lowerQuartile(latencies) };
}

function prepareEmpty(r: Int32Array): void {
  r[TEAM_SIZE] = 1;
  r[TEAM + TEAM_LANE] = 1;
  r[HELPS] = 0;
  r[RANKS] = 1;
  r[MAIL_WANTED] = 0;
  r[PROGRAM] = 0;
  r[COUNT] = 0;
  r[KIND] = DYNAMIC;
}

/** Other processes can only make a wake-up look dearer than it is. */
function lowerQuartile(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 2]!;
}
