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

/** Empty batches that are timed. */
const ROUNDS = 15;
/** The calibration ends after this time, whatever it has. */
const BUDGET_MS = 5;

/**
 * Measures what waking lane 1 costs, with empty batches of the ordinary protocol that the caller only waits for.
 * @returns undefined if the lane did not come to rest in time
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
  return notifies.length === 0 ? undefined : { notifyMs: median(notifies), latencyMs: median(latencies) };
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

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}
