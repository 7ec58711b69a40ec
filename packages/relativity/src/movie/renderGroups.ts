import type { PoolTracer } from "../trace/poolTracer.ts";
import { type FrameRecord, frameFile } from "./frameRecord.ts";
import type { KeptFrame, MovieJournal } from "./journal.ts";
import type { LensBlocks } from "./lensBlocks.ts";
import type { LensGroups } from "./lensGroups.ts";
import type { FrameGroup, FramePart, MoviePlan } from "./moviePlan.ts";
import { digestOf, type MovieStore } from "./movieStore.ts";
import type { LanePaintedFrame, PaintedFrames, Painter, UnpaintedFrame } from "./painter.ts";
import type { OnProgress } from "./progress.ts";
import { wantedOf } from "./smallPictures.ts";
import type { Tracers } from "./tracers.ts";

/** What frames are rendered with. */
export interface RenderMeans {
  readonly plan: MoviePlan;
  readonly store: MovieStore;
  readonly journal: MovieJournal;
  readonly lens: LensGroups;
  /** Closed when all frames are painted. */
  readonly painter: Painter;
  readonly tracers: Tracers;
  readonly onProgress: OnProgress;
}

/** Renders all frames, group by group; parts that were painted before a kill are taken from the journal. */
export function renderGroups(means: RenderMeans): FrameRecord[] {
  const run = new RenderRun(means);
  try {
    return means.plan.groups.flatMap((group) => run.renderGroup(group));
  } finally {
    means.painter.close();
  }
}

/** A group while it is rendered. */
interface OpenGroup {
  readonly group: FrameGroup;
  readonly tracer: PoolTracer;
  /** Blocks of the lens map, one a camera. */
  readonly blocks: LensBlocks;
}

/** A part that is painted and not put down yet. */
interface PaintedPart extends PaintedFrames {
  readonly part: FramePart;
}

/** Counts what was done, for progress. */
class RenderRun {
  readonly #means: RenderMeans;
  /** What is wanted of each frame besides its picture. */
  readonly #wanted: ReadonlyMap<number, number>;
  #framesDone = 0;
  /** Rays of closed tracers and of painted frames. */
  #raysBefore = 0;
  /** Put down while lanes paint the next part. */
  #painted: PaintedPart | undefined;

  constructor(means: RenderMeans) {
    this.#means = means;
    this.#wanted = wantedOf(means.plan);
  }

  renderGroup(group: FrameGroup): FrameRecord[] {
    const { lens, tracers } = this.#means;
    const tracer = tracers.open(group.cameras);
    let blocks: LensBlocks | undefined;
    try {
      this.#tell("trace", tracer);
      blocks = lens.read(group, tracer);
      const open = { group, tracer, blocks };
      const records: FrameRecord[] = [];
      const putDown = (): void => void records.push(...this.#putDown());
      for (const part of group.parts) {
        this.#tell("draw", tracer);
        const kept = this.#means.journal.records(part);
        if (kept === undefined) this.#painted = this.#paint(part, open, putDown);
        else records.push(...kept);
        this.#framesDone += part.cameras.length;
      }
      putDown();
      this.#tell("draw", tracer);
      return records;
    } finally {
      this.#painted?.free();
      blocks?.free();
      this.#raysBefore += tracer.census().rays;
      tracer.close();
    }
  }

  #paint(part: FramePart, { group, tracer, blocks }: OpenGroup, meanwhile: () => void): PaintedPart {
    const { painter, tracers } = this.#means;
    const unpainted = part.cameras.map((camera): UnpaintedFrame => {
      const sceneIndex = group.cameras.indexOf(camera);
      const wanted = this.#wanted.get(camera.frame) ?? 0;
      return { camera, lensBlock: blocks.at(sceneIndex), sceneIndex, wanted };
    });
    const painted = painter.paint(unpainted, tracer.contextPointer, meanwhile);
    for (const { lane, counts } of painted.frames) {
      tracers.addPainted(lane, counts);
      this.#raysBefore += counts.rays.rays;
    }
    return { part, ...painted };
  }

  /** Puts down what was painted last, if it is not yet, and gives its records. */
  #putDown(): FrameRecord[] {
    const painted = this.#painted;
    if (painted === undefined) return [];
    this.#painted = undefined;
    try {
      const kept = painted.frames.map((frame) => this.#keep(frame));
      this.#means.journal.putPart(painted.part, kept);
      return kept.map(({ record }) => record);
    } finally {
      painted.free();
    }
  }

  #keep({ record: painted, picture, eventLines, preview, sheet }: LanePaintedFrame): KeptFrame {
    const { store } = this.#means;
    const { frame, ...rest } = painted;
    const file = frameFile(frame);
    store.write(file, picture);
    return { record: { frame, file, ...digestOf(store, picture), ...rest }, eventLines, preview, sheet };
  }

  #tell(stage: "trace" | "draw", tracer: PoolTracer): void {
    const { onProgress, plan } = this.#means;
    const rays = this.#raysBefore + tracer.census().rays;
    onProgress({ stage, framesDone: this.#framesDone, frameCount: plan.cameras.length, rays });
  }
}
