import type { Engine } from "@lightcone/parallel";
import { relativityKernelSpec } from "./kernelTables/spec.ts";
import { type EncodeVideo, finishMovie } from "./movie/finishMovie.ts";
import type { FrameRecord } from "./movie/frameRecord.ts";
import type { InputFiles } from "./movie/inputFiles.ts";
import { beginMovie } from "./movie/journal.ts";
import { openLensGroups } from "./movie/lensGroups.ts";
import { type FrameRange, planMovie } from "./movie/moviePlan.ts";
import type { MovieStore } from "./movie/movieStore.ts";
import { openPainter } from "./movie/painter.ts";
import type { OnProgress } from "./movie/progress.ts";
import { renderGroups } from "./movie/renderGroups.ts";
import { readScene } from "./movie/scene.ts";
import { type TraceTotals, tracersOn } from "./movie/tracers.ts";
import { readShot } from "./shot/readShot.ts";
import type { SlabCosts } from "./trace/tracer.ts";

/** A movie to be made. */
export interface MovieRequest {
  /** Text of the shot file. */
  readonly shot: string;
  readonly files: InputFiles;
  readonly store: MovieStore;
  /** Frames to render, by number; all when left out. */
  readonly frames?: FrameRange;
  /** Go on with what a killed run left in the store. */
  readonly isResuming?: boolean;
  /** How slabs of rays are shared out to lanes. */
  readonly schedule?: string;
  readonly encodeVideo?: EncodeVideo;
  readonly onProgress?: OnProgress;
  /** Hears, in one sentence, why the lens map of a former movie in the store cannot serve though it is there. */
  readonly onNotice?: (sentence: string) => void;
  /** Hears what every slab of rays cost that all lanes share. */
  readonly onSlab?: (costs: SlabCosts) => void;
}

/** What was made. */
export interface MovieReport {
  readonly frames: readonly FrameRecord[];
  /** Files besides the frames, by their names in the store. */
  readonly files: readonly string[];
  /** Whether the lens map of a former movie served, so that no ray of the mesh was traced, only those of the pictures. */
  readonly isLensMapReused: boolean;
  readonly totals: TraceTotals;
}

/** Renders a movie: the same inputs give the same bytes, on any number of lanes, and after a kill at any point. */
export async function renderMovie(request: MovieRequest, engine: Engine): Promise<MovieReport> {
  const { store, encodeVideo, onProgress = () => undefined, onNotice = () => undefined } = request;
  const kernel = await engine.loadKernel(relativityKernelSpec);
  // They come up while the scene is read.
  engine.startLanes();
  const shot = readShot(request.shot, (name, at) => request.files.open(name, at));
  const scene = readScene(shot, request.files);
  const plan = planMovie(scene, request.frames);
  const journal = beginMovie(store, plan.identity, request.isResuming ?? false);
  const tracers = tracersOn(engine, kernel, plan, request);
  const lens = openLensGroups({ plan, store, journal, arena: kernel.arena, onNotice });
  const painter = openPainter(engine, kernel, plan);
  const records = renderGroups({ plan, store, journal, lens, painter, tracers, onProgress });
  const files = await finishMovie({ plan, store, journal, records, lensMap: lens.finish(), encodeVideo });
  return { frames: records, files, isLensMapReused: lens.isReused, totals: tracers.totals() };
}
