import type { Engine, EngineRequest, RunReport } from "@lightcone/parallel";

/** What one run of the engine cost. */
export interface RunCost {
  readonly kernel: string;
  readonly entry: string;
  readonly jobs: number;
  /** Wall time of the run over its jobs and repeats, in nanoseconds. */
  readonly nanosecondsPerJob: number;
}

/** How runs are made dearer and watched. */
export interface Metering {
  /** Times that each run is made, each time from the same state: results stay the same. */
  readonly repeatWork: number;
  /** Milliseconds from any fixed moment. */
  readonly nowMs: () => number;
  readonly onRun: (cost: RunCost) => void;
  /** Awaited when a kernel is loaded, before work begins on it. */
  readonly onLoad?: () => Promise<void>;
}

/** The same engine, each of whose runs is repeated and timed. */
export function meteredEngine(engine: Engine, { repeatWork, nowMs, onRun, onLoad }: Metering): Engine {
  const note = ({ kernel, entry, count }: EngineRequest, startMs: number): void => {
    const nanoseconds = (nowMs() - startMs) * 1e6;
    const nanosecondsPerJob = count === 0 ? 0 : Math.round(nanoseconds / count / repeatWork);
    onRun({ kernel: kernel.name, entry, jobs: count, nanosecondsPerJob });
  };
  const keptState = ({ keepState }: EngineRequest): (() => void) | undefined =>
    repeatWork > 1 ? keepState?.() : undefined;
  return {
    get laneCount() {
      return engine.laneCount;
    },
    get tally() {
      return engine.tally;
    },
    loadKernel: async (spec) => {
      const kernel = await engine.loadKernel(spec);
      await onLoad?.();
      return kernel;
    },
    run: (request, meanwhile) => {
      const startMs = nowMs();
      const putBack = keptState(request);
      let report: RunReport = engine.run(request, meanwhile);
      for (let turn = 1; turn < repeatWork; turn += 1) {
        putBack?.();
        report = engine.run(request);
      }
      note(request, startMs);
      return report;
    },
    runAsync: async (request) => {
      const startMs = nowMs();
      const putBack = keptState(request);
      let report: RunReport = await engine.runAsync(request);
      for (let turn = 1; turn < repeatWork; turn += 1) {
        putBack?.();
        report = await engine.runAsync(request);
      }
      note(request, startMs);
      return report;
    },
    startLanes: () => engine.startLanes(),
    preWake: (lane) => engine.preWake(lane),
    counters: () => engine.counters(),
    share: () => engine.share(),
    close: () => engine.close(),
  };
}
