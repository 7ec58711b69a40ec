import * as layout from "../kernel/layout.ts";
import { advanceRay } from "./referenceAdvance.ts";
import { aimImagesIn } from "./referenceAim.ts";
import { prepareFrame } from "./referenceCamera.ts";
import { writeEventsIn } from "./referenceEvents.ts";
import { advanceKerrSchildRange, type KerrSchildVisit, startKerrSchildRange } from "./referenceKerrSchild.ts";
import { judgeCells } from "./referenceMesh.ts";
import { addStampsIn } from "./referenceStamps.ts";
import { findStarsIn } from "./referenceStars.ts";
import { type StartFrame, startRay } from "./referenceStart.ts";
import { contextNumber, contextWord, getFlag, openJob, type RayJob, slotOf } from "./referenceTables.ts";

type Entry = (paramsPointer: number, begin: number, end: number, scratchPointer: number) => void;

/** The kernel's exports in TypeScript: bit-equal to them on the same tables. */
export type RelativityReference = {
  abiVersion(): number;
  parityRevision(): number;
  startRays: Entry;
  advanceSphere: Entry;
  startKerrSchild: Entry;
  advanceKerrSchild: Entry;
  traceRays: Entry;
  traceScenes: Entry;
  traceSlopes: Entry;
  aimRays: Entry;
  judgeCells: Entry;
  addStamps: Entry;
  findStars: Entry;
  writeEvents: Entry;
} & { readonly [entry: string]: Entry | (() => number) };

/** The reference engine on the kernel's memory: same tables, same rays, same results. */
export function createReference(memory: WebAssembly.Memory): RelativityReference {
  const open = (params: number, begin: number, end: number, scratch: number): RayJob => {
    const job = openJob(memory, params);
    const visitors = contextWord(job, layout.CONTEXT_VISITORS);
    if (visitors !== 0) job.i32.fill(scratch, visitors / 4 + begin, visitors / 4 + end);
    return job;
  };
  return {
    abiVersion: () => layout.ABI_VERSION,
    parityRevision: () => layout.PARITY_REVISION,
    startRays: (params, begin, end, scratch) => startRange(open(params, begin, end, scratch), { begin, end }),
    advanceSphere: (params, begin, end, scratch) => {
      const job = open(params, begin, end, scratch);
      advanceRange(job, { begin, end }, slabSteps(job));
    },
    startKerrSchild: (params, begin, end, scratch) => {
      const job = open(params, begin, end, scratch);
      startKerrSchildRange(job, slabVisit(job, { begin, end }));
    },
    advanceKerrSchild: (params, begin, end, scratch) => {
      const job = open(params, begin, end, scratch);
      advanceKerrSchildRange(job, slabVisit(job, { begin, end }));
    },
    traceRays: (params, begin, end, scratch) => traceRange(open(params, begin, end, scratch), { begin, end }),
    traceSlopes: (params, begin, end, scratch) => {
      startRange(open(params, begin, end, scratch), { begin, end }, true);
    },
    aimRays: (params, begin, end, scratch) => aimImagesIn(memory, params, { begin, end }, scratch),
    findStars: (params, begin, end) => findStarsIn(memory, params, begin, end),
    writeEvents: (params, begin, end) => writeEventsIn(memory, params, begin, end),
    addStamps: (params, begin, end) => addStampsIn(memory, params, begin, end),
    judgeCells: (params, begin, end) => judgeCells(memory, params, begin, end),
    traceScenes: (params, begin, end) => {
      for (let index = begin; index < end; index++) {
        const job = openJob(memory, params + layout.PARAMS_BYTES * index);
        traceRange(job, { begin: 0, end: job.capacity });
      }
    },
  };
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

/** Starts and advances whatever the slab says. */
function traceRange(job: RayJob, range: Range): void {
  if (contextWord(job, layout.CONTEXT_BACKEND) === layout.BACKEND_KERR_SCHILD) {
    const visit = { ...range, lowerTime: Number.NEGATIVE_INFINITY, steps: Number.MAX_SAFE_INTEGER };
    startKerrSchildRange(job, visit);
    advanceKerrSchildRange(job, visit);
    return;
  }
  startRange(job, range);
  advanceRange(job, range, Number.MAX_SAFE_INTEGER);
}

function slabSteps(job: RayJob): number {
  const steps = contextWord(job, layout.CONTEXT_SLAB_STEPS);
  const isLimited = contextWord(job, layout.CONTEXT_SLAB) === layout.SLAB_STEPS && steps > 0;
  return isLimited ? steps : Number.MAX_SAFE_INTEGER;
}

/** How far one slab takes the general backend's rays. */
function slabVisit(job: RayJob, range: Range): KerrSchildVisit {
  const isByTime = contextWord(job, layout.CONTEXT_SLAB) === layout.SLAB_TIME;
  const lowerTime = isByTime ? contextNumber(job, layout.CONTEXT_SLAB_LOWER_TIME) : Number.NEGATIVE_INFINITY;
  return { ...range, lowerTime, steps: slabSteps(job) };
}

function startRange(job: RayJob, { begin, end }: Range, hasSlopes = false): void {
  let frame = -1;
  let prepared: StartFrame | undefined;
  for (let index = begin; index < end; index++) {
    const slot = slotOf(job, index);
    if (getFlag(job, layout.RAY_POOL_STATUS, slot) !== layout.POOL_PENDING) continue;
    const asked = getFlag(job, layout.RAY_FRAME, slot);
    if (prepared === undefined || asked !== frame) prepared = { ...prepareFrame(job, asked), hasSlopes };
    frame = asked;
    startRay(job, slot, prepared);
  }
}

function advanceRange(job: RayJob, { begin, end }: Range, steps: number): void {
  for (let index = begin; index < end; index++) {
    const slot = slotOf(job, index);
    if (getFlag(job, layout.RAY_POOL_STATUS, slot) === layout.POOL_ACTIVE) advanceRay(job, slot, steps);
  }
}
