/** What waking lanes costs on this machine; measured when the first lane is up. */
export interface WakeCost {
  /** Time that the caller spends to wake one sleeping lane. */
  readonly notifyMs: number;
  /** Time from then until the lane runs. */
  readonly latencyMs: number;
}

/** Typical of a virtual machine; stands until measured. */
const ASSUMED_WAKE_COST: WakeCost = { notifyMs: 0.02, latencyMs: 0.05 };

/** Cost of a further wake-up in the same batch, as a share of the first. */
const FURTHER_NOTIFY_SHARE = 0.15;
/** What handing a batch to a lane that spins costs. */
const HOT_COST: WakeCost = { notifyMs: 0.0004, latencyMs: 0.0012 };
/** Weight of the newest batch in the average time of a job, and in the average gain: that one is slow to judge. */
const JOB_WEIGHT = 0.25;
const GAIN_WEIGHT = 1 / 16;
/** A job that took longer than this many times the average was interrupted: it counts as this much. */
const LONGEST_JOB_RATIO = 4;
/** A batch must gain at least this share of its own time: what is won by less is lost by noise. */
const LEAST_GAIN = 0.05;
/** Shared time over time alone from which sharing starts, and beyond which one batch says no more. */
const FIRST_SHARED_RATIO = 0.75;
const LARGEST_SHARED_RATIO = 2;
/** Batches that are shared before sharing is judged: the first ones wake lanes that spin for the next. */
const TRIAL_BATCHES = 24;
/** Batches that stay on the caller at most before sharing is tried again. */
const LONGEST_PAUSE = 512;
/** A batch that takes longer alone than so many times those that were judged is shared in a pause too. */
const DEARER_THAN_JUDGED = 4;

/** Work from which every batch is timed, and how many briefer ones go for one that is: the clock costs 60 ns a look. */
const BRIEF_MS = 0.005;
const BATCHES_PER_TIMED = 11;

/**
 * Keeps batches that are too small to gain from more lanes on the caller. It predicts from what a job and a
 * wake-up take; where the machine proves it wrong (others use the CPUs), it pauses. Timing only: no result
 * depends on it.
 */
export interface CostGate {
  /** How many of the lanes that could help are worth waking; 0 keeps the batch on the caller. */
  helpersWorthWaking(request: GateRequest): number;
  /** For how many batches this one is to be timed: of an entry's brief ones only one of several is; 0: not at all. */
  batchesToTime(key: number, jobs: number): number;
  /** Learns how long the caller's own jobs of a program's entry took. */
  noteJobs(key: number, jobs: number, busyMs: number): void;
  /** Learns how long a whole batch took that lanes were woken for. */
  noteShared(key: number, jobs: number, wallMs: number): void;
  /** Learns what waking a lane took; the least counts. */
  noteWakeCost(cost: WakeCost): void;
  /** What waking a lane was found to take; undefined until it was measured. */
  wakeCost(): WakeCost | undefined;
}

/** A batch that asks to be shared. */
export interface GateRequest {
  /** Program and entry as one number. */
  readonly key: number;
  readonly jobs: number;
  /** Lanes that could help. */
  readonly helpers: number;
  /** How many of them spin, or will for the following batches. */
  readonly hotHelpers: number;
  /** CPUs that the lanes share. */
  readonly cpus: number;
}

/** What is known of one entry. */
interface EntryHistory {
  jobMs: number;
  /** Average of shared time over predicted time alone, and how many batches it is of since the last pause. */
  sharedRatio: number;
  sharedBatches: number;
  /** What those batches take alone, on average; what is judged of brief ones says nothing of long ones. */
  judgedMs: number;
  /** Batches still to be kept on the caller, and the length of the next such pause. */
  pause: number;
  nextPause: number;
  /** Brief batches since the last that was timed. */
  untimed: number;
}

/** A gate that has seen nothing: it lets every batch pass until it knows what a job takes. */
export function createCostGate(): CostGate {
  const histories = new Map<number, EntryHistory>();
  let lastKey = -1;
  let lastHistory: EntryHistory | undefined;
  const historyOf = (key: number): EntryHistory | undefined => {
    if (key === lastKey && lastHistory !== undefined) return lastHistory;
    lastKey = key;
    lastHistory = histories.get(key);
    return lastHistory;
  };
  let wakeCost: WakeCost | undefined;
  return {
    helpersWorthWaking(request) {
      const history = historyOf(request.key);
      if (history === undefined) return request.helpers;
      const aloneMs = history.jobMs * request.jobs;
      if (history.pause > 0 && aloneMs <= DEARER_THAN_JUDGED * history.judgedMs) {
        history.pause--;
        return 0;
      }
      return cheapest(request, aloneMs, wakeCost ?? ASSUMED_WAKE_COST);
    },
    batchesToTime(key, jobs) {
      const history = historyOf(key);
      if (history === undefined || history.jobMs * jobs >= BRIEF_MS) return 1;
      history.untimed = (history.untimed + 1) % BATCHES_PER_TIMED;
      return history.untimed === 0 ? BATCHES_PER_TIMED : 0;
    },
    noteJobs(key, jobs, busyMs) {
      if (jobs === 0) return;
      const newest = busyMs / jobs;
      const history = historyOf(key);
      if (history === undefined) {
        histories.set(key, firstHistory(newest));
      } else {
        const bounded = Math.min(newest, LONGEST_JOB_RATIO * history.jobMs);
        history.jobMs = average(history.jobMs, bounded, JOB_WEIGHT);
      }
    },
    noteShared(key, jobs, wallMs) {
      const history = historyOf(key);
      if (history !== undefined) judgeSharing(history, wallMs, history.jobMs * jobs);
    },
    noteWakeCost({ notifyMs, latencyMs }) {
      wakeCost = {
        notifyMs: Math.min(notifyMs, wakeCost?.notifyMs ?? notifyMs),
        latencyMs: Math.min(latencyMs, wakeCost?.latencyMs ?? latencyMs),
      };
    },
    wakeCost: () => wakeCost,
  };
}

function firstHistory(jobMs: number): EntryHistory {
  return {
    jobMs,
    sharedRatio: FIRST_SHARED_RATIO,
    sharedBatches: 0,
    judgedMs: 0,
    pause: 0,
    nextPause: TRIAL_BATCHES,
    untimed: 0,
  };
}

/** All helpers if they cost next to nothing more, else as many as have a CPU of their own, else none. */
function cheapest(request: GateRequest, aloneMs: number, cold: WakeCost): number {
  const { helpers, cpus } = request;
  const few = Math.min(helpers, cpus - 1);
  const allMs = sharedMs(request, helpers, aloneMs, cold);
  const fewMs = few > 0 ? sharedMs(request, few, aloneMs, cold) : Number.POSITIVE_INFINITY;
  const leastGainMs = LEAST_GAIN * aloneMs;
  if (allMs < aloneMs - leastGainMs && allMs <= fewMs + leastGainMs) return helpers;
  return fewMs < aloneMs - leastGainMs ? few : 0;
}

/** Time of the batch if it is shared: the caller works alone until the others are awake. */
function sharedMs(request: GateRequest, helpers: number, aloneMs: number, cold: WakeCost): number {
  const { hotHelpers, cpus } = request;
  const coldHelpers = Math.max(0, helpers - hotHelpers);
  const coldMs = coldHelpers > 0 ? cold.notifyMs * (1 + FURTHER_NOTIFY_SHARE * (coldHelpers - 1)) : 0;
  const spentMs = coldMs + HOT_COST.notifyMs * (helpers - coldHelpers);
  const { latencyMs } = hotHelpers >= Math.min(helpers, cpus - 1) ? HOT_COST : cold;
  if (aloneMs <= latencyMs) return spentMs + aloneMs;
  const parallel = Math.min(helpers + 1, Math.max(cpus, 1));
  return spentMs + (aloneMs + (parallel - 1) * latencyMs) / parallel;
}

/** Pauses when sharing has been no gain on average, longer each time; a gain ends the series. */
function judgeSharing(history: EntryHistory, wallMs: number, aloneMs: number): void {
  const ratio = wallMs / aloneMs;
  history.judgedMs = history.judgedMs === 0 ? aloneMs : average(history.judgedMs, aloneMs, GAIN_WEIGHT);
  history.sharedRatio = average(history.sharedRatio, Math.min(ratio, LARGEST_SHARED_RATIO), GAIN_WEIGHT);
  history.sharedBatches++;
  if (history.sharedBatches < TRIAL_BATCHES) return;
  if (history.sharedRatio > 1) {
    history.pause = history.nextPause;
    history.nextPause = Math.min(LONGEST_PAUSE, 2 * history.nextPause);
    history.sharedRatio = FIRST_SHARED_RATIO;
    history.sharedBatches = 0;
  } else if (history.sharedRatio < FIRST_SHARED_RATIO) {
    history.nextPause = TRIAL_BATCHES;
  }
}

function average(before: number, newest: number, weight: number): number {
  return before + weight * (newest - before);
}
