/** What waking lanes costs on this machine; measured when the first lane is up. */
export interface WakeCost {
  /** Time that the caller spends to wake one sleeping lane. */
  notifyMs: number;
  /** Time from then until the lane runs. */
  latencyMs: number;
}

/** Typical of a virtual machine; stands until measured. */
export const ASSUMED_WAKE_COST: WakeCost = { notifyMs: 0.02, latencyMs: 0.05 };

/** Cost of a further wake-up in the same batch, as a share of the first. */
const FURTHER_NOTIFY_SHARE = 0.15;
/** What handing a batch to a lane that spins costs. */
const HOT_COST: WakeCost = { notifyMs: 0.0002, latencyMs: 0.0008 };
/** Weight of the newest batch in the average time of a job. */
const JOB_WEIGHT = 0.25;
/** A batch must gain at least this share of its own time: what is won by less is lost by noise. */
const LEAST_GAIN = 0.05;

/** Keeps batches that are too small to gain from more lanes on the caller. Timing only: no result depends on it. */
export interface CostGate {
  /** Whether waking `helpers` lanes, `hotHelpers` of which spin already, makes the batch sooner done. */
  isWorthWaking(request: GateRequest): boolean;
  /** Learns how long the caller's own jobs of a program's entry took. */
  noteJobs(key: number, jobs: number, busyMs: number): void;
  wakeCost: WakeCost;
}

/** A batch that asks to be shared. */
export interface GateRequest {
  /** Program and entry as one number. */
  readonly key: number;
  readonly jobs: number;
  readonly helpers: number;
  readonly hotHelpers: number;
  /** CPUs that the lanes share. */
  readonly cpus: number;
}

/** A gate that has seen nothing: it lets every batch pass until it knows what a job takes. */
export function createCostGate(): CostGate {
  const jobMs = new Map<number, number>();
  const gate: CostGate = {
    wakeCost: ASSUMED_WAKE_COST,
    isWorthWaking(request) {
      const perJobMs = jobMs.get(request.key);
      if (perJobMs === undefined) return true;
      const aloneMs = perJobMs * request.jobs;
      return sharedMs(request, aloneMs, gate.wakeCost) < (1 - LEAST_GAIN) * aloneMs;
    },
    noteJobs(key, jobs, busyMs) {
      if (jobs === 0) return;
      const before = jobMs.get(key);
      const newest = busyMs / jobs;
      jobMs.set(key, before === undefined ? newest : before + JOB_WEIGHT * (newest - before));
    },
  };
  return gate;
}

/** Time of the batch if it is shared: the caller works alone until the others are awake. */
function sharedMs({ helpers, hotHelpers, cpus }: GateRequest, aloneMs: number, cold: WakeCost): number {
  const { notifyMs, latencyMs } = hotHelpers >= Math.min(helpers, cpus - 1) ? HOT_COST : cold;
  const spentMs = notifyMs * (1 + FURTHER_NOTIFY_SHARE * (helpers - 1));
  if (aloneMs <= latencyMs) return spentMs + aloneMs;
  const parallel = Math.min(helpers + 1, Math.max(cpus, 1));
  return spentMs + (aloneMs + (parallel - 1) * latencyMs) / parallel;
}
