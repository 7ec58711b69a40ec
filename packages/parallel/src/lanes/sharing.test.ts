import { expect, test } from "vitest";
import { createHost } from "../host/node.ts";
import { callerRegisters, TEAM, TEAM_LANE, TEAM_SIZE } from "../protocol/machine.ts";
import { controlWords, SPIN_LANES } from "../protocol/words.ts";
import { DYNAMIC } from "../schedule.ts";
import { openRequest } from "./caller.ts";
import type { Crew } from "./crew.ts";
import { jobSite } from "./jobs.ts";
import { Sharing } from "./sharing.ts";

const LANES = 2;
const JOB_MS = 1;
const JOBS = 12;
/** As many batches as the gate needs to give sharing up, and many more. */
const BATCHES = 200;

/**
 * How often the gate lets a batch be shared that takes twice as long when it is.
 * @param isStarting  whether lanes are starting all that time
 */
function sharedBatches(isStarting: boolean): number {
  const shared = new Int32Array(controlWords(LANES));
  shared[SPIN_LANES] = LANES;
  let nowMs = 0;
  const host = { ...createHost(), now: () => nowMs };
  const crew = { laneCount: () => LANES, isStarting: () => isStarting } as Crew;
  const sharing = new Sharing({ site: jobSite(shared, 0, []), host, crew }, true);
  const request = {
    ...{ program: 0, entry: 0, paramsPointer: 0, count: JOBS },
    schedule: { kind: DYNAMIC, chunk: 1 },
  };
  let sharedCount = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const opened = openRequest(new Int32Array(callerRegisters(LANES)), false);
    sharing.begin(request, opened);
    const helpers = sharing.helpersFor(request, 1);
    opened.registers[TEAM_SIZE] = helpers;
    opened.registers[TEAM + TEAM_LANE] = 1;
    opened.ownJobs = JOBS;
    opened.busyMs = JOBS * JOB_MS;
    nowMs += (helpers > 0 ? 2 : 1) * JOBS * JOB_MS;
    sharing.end(request, opened, helpers);
    sharedCount += helpers;
  }
  return sharedCount;
}

test("batches whose lanes lose are kept on the caller for a while; not so while lanes are still starting", () => {
  expect(sharedBatches(false)).toBeLessThan(BATCHES / 2);
  expect(sharedBatches(true)).toBe(BATCHES);
});
