import { parseSchedule } from "@lightcone/parallel";
import { shareOut, timeOn } from "./shareOut.ts";

/** What a run of the engine cost, as --costs writes it. */
export interface RunCosts {
  readonly jobs: number;
  readonly nanosecondsPerJob: number;
}

/** What lanes make of recorded runs. */
export interface RunReplay {
  readonly lanes: number;
  /** Time in the engine's runs, in milliseconds. */
  readonly engineMs: number;
  /** The whole command: what lies outside runs, and the runs. */
  readonly wallMs: number;
  /** Wall time on one lane over that on these. */
  readonly speedUp: number;
  /** Lanes that a run keeps busy, averaged over the time in runs. */
  readonly busyLanes: number;
}

/** What lanes have and cost. */
export interface LaneCosts {
  /** Cores that the lanes have, see {@link timeOn}. */
  readonly cores: number;
  /** Milliseconds of each run that wakes lanes: the first lane's wake-up; the others wake meanwhile. */
  readonly wakeMs: number;
  /** Milliseconds of starting a lane, once; they start one after the other while the caller goes on. */
  readonly startMs: number;
}

/** Jobs are claimed one by one. */
const RULE = parseSchedule("dynamic,1");

/**
 * Replays recorded runs of a program on any number of lanes, each run with a barrier after it. Jobs of a run cost the
 * same; a run is kept on the caller where waking lanes would cost more than it saves.
 * @param outsideMs  time of the command outside of runs, which no lane shortens
 */
export function replayRuns(
  runs: readonly RunCosts[],
  outsideMs: number,
  lanes: number,
  { cores, wakeMs, startMs }: LaneCosts,
): RunReplay {
  let [engineMs, alone] = [0, 0];
  for (const { jobs, nanosecondsPerJob } of runs) {
    const jobMs = nanosecondsPerJob / 1e6;
    const aloneMs = jobs * jobMs;
    const costs = new Float64Array(jobs).fill(jobMs);
    const sharedMs = lanes < 2 ? aloneMs : wakeMs + timeOn(shareOut(costs, RULE, lanes, 0), cores);
    engineMs += Math.min(aloneMs, sharedMs);
    alone += aloneMs;
  }
  const wallMs = outsideMs + engineMs + (lanes < 2 ? 0 : startMs);
  return {
    lanes,
    engineMs,
    wallMs,
    speedUp: (outsideMs + alone) / wallMs,
    busyLanes: engineMs === 0 ? 1 : alone / engineMs,
  };
}
