import type { FrameCamera } from "../camera/frameCamera.ts";
import { hexOf } from "../lensMap/sha256.ts";
import type { PoolTracer } from "../trace/poolTracer.ts";
import { thumbnailFrames } from "./finishMovie.ts";
import { type FrameRecord, frameFile } from "./frameRecord.ts";
import type { MovieJournal } from "./journal.ts";
import type { LensGroups } from "./lensGroups.ts";
import type { FrameGroup, MoviePlan } from "./moviePlan.ts";
import type { MovieStore } from "./movieStore.ts";
import type { LanePaintedFrame, Painter, UnpaintedFrame } from "./painter.ts";
import type { OnProgress } from "./progress.ts";
import type { Tracers } from "./tracers.ts";

/** Frames painted in one run: enough that lanes wait little for each other, few enough that a kill costs little. */
const PAINTED_TOGETHER = 16;

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

/** Renders all frames, group by group; those that were drawn before a kill are taken from the journal. */
export function renderGroups(means: RenderMeans): FrameRecord[] {
  const run = new RenderRun(means);
  try {
    return means.plan.groups.flatMap((group) => run.renderGroup(group));
  } finally {
    means.painter.close();
  }
}

/** Counts what was done, for progress. */
class RenderRun {
  readonly #means: RenderMeans;
  readonly #thumbnailFrames: ReadonlySet<number>;
  #framesDone = 0;
  /** Rays of closed tracers and of painted frames. */
  #raysBefore = 0;

  constructor(means: RenderMeans) {
    this.#means = means;
    this.#thumbnailFrames = thumbnailFrames(means.plan);
  }

  renderGroup(group: FrameGroup): FrameRecord[] {
    const { journal, lens, tracers } = this.#means;
    const tracer = tracers.open(group.cameras);
    try {
      this.#tell("trace", tracer);
      const blocks = lens.read(group, tracer);
      const records = new Map<number, FrameRecord>();
      for (const { frame } of group.cameras) {
        const record = journal.frame(frame);
        if (record !== undefined) records.set(frame, record);
      }
      this.#framesDone += records.size;
      const missing = group.cameras.flatMap((camera, index) =>
        records.has(camera.frame) ? [] : [this.#unpainted(camera, blocks[index]!, index)],
      );
      for (let begin = 0; begin < missing.length; begin += PAINTED_TOGETHER) {
        this.#tell("draw", tracer);
        const part = missing.slice(begin, begin + PAINTED_TOGETHER);
        for (const record of this.#paint(part, tracer)) records.set(record.frame, record);
        this.#framesDone += part.length;
      }
      this.#tell("draw", tracer);
      return group.cameras.map(({ frame }) => records.get(frame)!);
    } finally {
      this.#raysBefore += tracer.census().rays;
      tracer.close();
    }
  }

  #unpainted(camera: FrameCamera, lensBlock: Uint8Array, sceneIndex: number): UnpaintedFrame {
    return { camera, lensBlock, sceneIndex, hasThumbnail: this.#thumbnailFrames.has(camera.frame) };
  }

  #paint(part: readonly UnpaintedFrame[], tracer: PoolTracer): FrameRecord[] {
    const { painter, tracers } = this.#means;
    return painter.paint(part, tracer.contextPointer).map((painted) => {
      tracers.addPainted(painted.lane, painted.counts);
      this.#raysBefore += painted.counts.rays.rays;
      return this.#keep(painted);
    });
  }

  #keep({ record: { frame, ...rest }, picture, eventLines, thumbnail }: LanePaintedFrame): FrameRecord {
    const { store, journal } = this.#means;
    const file = frameFile(frame);
    store.write(file, picture);
    const hash = store.hash();
    hash.update(picture);
    const record = { frame, file, bytes: picture.length, sha256: hexOf(hash.digest()), ...rest };
    journal.putFrame({ record, eventLines, thumbnail });
    return record;
  }

  #tell(stage: "trace" | "draw", tracer: PoolTracer): void {
    const { onProgress, plan } = this.#means;
    const rays = this.#raysBefore + tracer.census().rays;
    onProgress({ stage, framesDone: this.#framesDone, frameCount: plan.cameras.length, rays });
  }
}
