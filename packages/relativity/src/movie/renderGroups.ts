import type { FrameCamera } from "../camera/frameCamera.ts";
import type { LensFrame } from "../lensMap/lensMap.ts";
import { encodePng } from "../picture/png.ts";
import { POLISH_FAILURES } from "../sky/polishImages.ts";
import type { StarStatistics } from "../sky/starImages.ts";
import type { PoolTracer } from "../trace/poolTracer.ts";
import { RAY_STATUSES } from "../trace/tracer.ts";
import { eventsCsvLines } from "./eventsCsv.ts";
import { thumbnailFrames } from "./finishMovie.ts";
import { type FrameRecord, frameFile } from "./frameRecord.ts";
import type { MovieJournal } from "./journal.ts";
import type { LensGroups } from "./lensGroups.ts";
import type { FrameGroup, MoviePlan } from "./moviePlan.ts";
import type { MovieStore } from "./movieStore.ts";
import { type PaintedFrame, type Palette, paintFrames } from "./paintFrames.ts";
import type { OnProgress } from "./progress.ts";
import { thumbnailOf } from "./thumbnail.ts";

/** Frames painted together: enough that their star images fill the lanes, few enough that a kill costs little. */
const PAINTED_TOGETHER = 16;

/** What frames are rendered with. */
export interface RenderMeans {
  readonly plan: MoviePlan;
  readonly store: MovieStore;
  readonly journal: MovieJournal;
  readonly lens: LensGroups;
  readonly palette: Palette;
  /** A tracer of the rays of these cameras; closed after their group. */
  readonly openTracer: (cameras: readonly FrameCamera[]) => PoolTracer;
  readonly onProgress: OnProgress;
}

/** Renders all frames, group by group; those that were drawn before a kill are taken from the journal. */
export function renderGroups(means: RenderMeans): FrameRecord[] {
  const run = new RenderRun(means);
  return means.plan.groups.flatMap((group) => run.renderGroup(group));
}

/** Counts what was done, for progress. */
class RenderRun {
  readonly #means: RenderMeans;
  readonly #thumbnailFrames: ReadonlySet<number>;
  #framesDone = 0;
  #raysOfClosedTracers = 0;

  constructor(means: RenderMeans) {
    this.#means = means;
    this.#thumbnailFrames = thumbnailFrames(means.plan);
  }

  renderGroup(group: FrameGroup): FrameRecord[] {
    const { journal, lens, openTracer } = this.#means;
    const tracer = openTracer(group.cameras);
    try {
      this.#tell("trace", tracer);
      const frames = lens.read(group, tracer);
      const records = new Map<number, FrameRecord>();
      for (const { frame } of group.cameras) {
        const record = journal.frame(frame);
        if (record !== undefined) records.set(frame, record);
      }
      this.#framesDone += records.size;
      const missing = group.cameras.flatMap((camera, index) =>
        records.has(camera.frame) ? [] : [{ camera, lens: frames[index]! }],
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
      this.#raysOfClosedTracers += tracer.census().rays;
      tracer.close();
    }
  }

  #paint(
    part: readonly { readonly camera: FrameCamera; readonly lens: LensFrame }[],
    tracer: PoolTracer,
  ): FrameRecord[] {
    const frames = part.map(({ lens }) => lens);
    const cameras = part.map(({ camera }) => camera);
    return paintFrames(frames, cameras, this.#means.palette, tracer).map((painted) => this.#keep(painted));
  }

  #keep(painted: PaintedFrame): FrameRecord {
    const { store, journal, plan } = this.#means;
    const { frame } = painted.camera;
    const file = frameFile(frame);
    store.write(file, encodePng(painted.image));
    const record = recordOf(painted, file, store);
    const eventLines = eventsCsvLines(painted.events, painted.range, plan.scene.catalogue);
    const thumbnail = this.#thumbnailFrames.has(frame) ? thumbnailOf(painted.image) : undefined;
    journal.putFrame({ record, eventLines, thumbnail });
    return record;
  }

  #tell(stage: "trace" | "draw", tracer: PoolTracer): void {
    const { onProgress, plan } = this.#means;
    const rays = this.#raysOfClosedTracers + tracer.census().rays;
    onProgress({ stage, framesDone: this.#framesDone, frameCount: plan.cameras.length, rays });
  }
}

function recordOf(
  { camera, lens, stars, light, backdrop }: PaintedFrame,
  file: string,
  store: MovieStore,
): FrameRecord {
  return {
    frame: camera.frame,
    file,
    ...store.digest(file),
    tauM: camera.tauM,
    tKsM: camera.tKsM,
    rays: Object.fromEntries(
      RAY_STATUSES.map((status, index) => [status, lens.statistics.statusCounts[index]!]),
    ),
    stars: starCounts(stars),
    backdrop: { ...backdrop },
    starLight: light.total,
    offFrameLight: light.offFrame,
  };
}

function starCounts({ failures, ...counts }: StarStatistics): Record<string, number> {
  const byReason = POLISH_FAILURES.map((reason, index) => [reason, failures[index]!] as const);
  return { ...counts, ...Object.fromEntries(byReason) };
}
