import type { Engine } from "@lightcone/parallel";
import {
  createMemoryStore,
  type InputFile,
  type InputFiles,
  type LensMapMovie,
  type MemoryStore,
  MOVIE_FILES,
  openLensMapMovie,
  readRays,
  readShot,
  readSkyLight,
  renderMovie,
  sha256Hex,
  traceDiskCrossings,
  traceObserverView,
  traceRayPath,
  traceRequests,
} from "@lightcone/relativity";
import { skyCubes } from "../gpu/skyCubes.ts";
import type { Answer, Ask, GivenFile, HoleProgress, OpenedMovie, QuestionKind } from "./holeMessages.ts";
import { inputFiles } from "./shippedFiles.ts";

/** Answers the page's questions on one engine. */
export interface HoleStudio {
  /** @throws InputError with everything that is wrong with the question */
  answerTo<Kind extends QuestionKind>(
    kind: Kind,
    ask: Ask<Kind>,
    onProgress: (progress: HoleProgress) => void,
  ): Promise<Answer<Kind>>;
}

type Answerer<Kind extends QuestionKind> = (
  ask: Ask<Kind>,
  onProgress: (progress: HoleProgress) => void,
) => Promise<Answer<Kind>> | Answer<Kind>;

type NamedMovie = Pick<OpenedMovie, "name" | "framesPerSecond">;

/** A movie that is kept open. */
interface Kept {
  readonly opened: OpenedMovie;
  readonly movie: LensMapMovie;
  readonly store: MemoryStore;
}

/** @param loadShipped  loads the renderer's own files: what is answered without them need not wait for them */
export function createHoleStudio(
  engine: Engine,
  loadShipped: () => Promise<ReadonlyMap<string, InputFile>>,
): HoleStudio {
  const withShipped = async (given?: readonly GivenFile[]): Promise<InputFiles> =>
    inputFiles(await loadShipped(), given);
  const withoutFiles = inputFiles(new Map());
  let kept: Kept | undefined;
  const keep = async (named: NamedMovie, store: MemoryStore): Promise<OpenedMovie> => {
    const next = await openStored(named, store, await withShipped(), engine);
    kept?.movie.close();
    kept = next;
    return next.opened;
  };
  const answerers: { readonly [Kind in QuestionKind]: Answerer<Kind> } = {
    view: async ({ shot, detail }) => {
      const beginMs = performance.now();
      const view = await traceObserverView({ shot, files: withoutFiles, detail }, engine);
      return { view, tookMs: performance.now() - beginMs };
    },
    sky: async ({ shot, pixelSolidAngle }) =>
      skyCubes(readSkyLight(shot, await withShipped()), pixelSolidAngle),
    still: async ({ shot }) => {
      const beginMs = performance.now();
      const store = createMemoryStore();
      const report = await renderMovie({ shot, files: await withShipped(), store }, engine);
      return {
        png: store.read(report.frames[0]!.file)!,
        lensMapSha256: store.digest(MOVIE_FILES.lensMap).sha256,
        rays: report.totals.rays,
        tookMs: performance.now() - beginMs,
        laneCount: engine.laneCount,
      };
    },
    ray: async ({ line, shot }) => {
      const request = readRays(line, refuseTable)[0]!;
      const [ray] = await traceRequests(engine, [request]);
      const crossings = await traceDiskCrossings(engine, request, shot);
      return { ray: ray!, path: await traceRayPath(engine, request), crossings };
    },
    check: ({ shot }) => {
      readShot(shot);
      return {};
    },
    movie: async ({ shot, given }, onProgress) => {
      const store = createMemoryStore();
      await renderMovie({ shot, files: await withShipped(given), store, onProgress }, engine);
      return keep({ name: "movie", framesPerSecond: framesPerSecondOf(store) }, store);
    },
    lensMap: ({ file }) => keepLensMap(file, keep),
    frame: ({ index, shot }) => {
      if (kept === undefined) throw new RangeError("no movie is open: open one first");
      const beginMs = performance.now();
      return { png: kept.movie.paint(index, shot), tookMs: performance.now() - beginMs };
    },
    file: ({ name }) => {
      const bytes = kept?.store.read(name);
      if (bytes === undefined) throw new RangeError(`the open movie has no file ${name}`);
      return { bytes };
    },
  };
  return { answerTo: async (kind, ask, onProgress) => answerers[kind](ask, onProgress) };
}

/** Opens the lens map of a movie in memory. */
async function openStored(
  named: NamedMovie,
  store: MemoryStore,
  files: InputFiles,
  engine: Engine,
): Promise<Kept> {
  const bytes = store.read(MOVIE_FILES.lensMap)!;
  const movie = await openLensMapMovie({ bytes, name: named.name, files }, engine);
  const { frameCount, widthPx, heightPx, hasDisk } = movie;
  const size = { frameCount, widthPx, heightPx, hasDisk };
  const opened = { ...named, ...size, files: store.names(), lensMapSha256: sha256Hex(bytes) };
  return { opened, movie, store };
}

/** A lens map alone says nothing of the movie's speed. */
const USUAL_FRAMES_PER_SECOND = 24;

function keepLensMap(
  { name, bytes }: GivenFile,
  keep: (named: NamedMovie, store: MemoryStore) => Promise<OpenedMovie>,
): Promise<OpenedMovie> {
  const store = createMemoryStore();
  store.write(MOVIE_FILES.lensMap, bytes);
  return keep({ name, framesPerSecond: USUAL_FRAMES_PER_SECOND }, store);
}

function framesPerSecondOf(store: MemoryStore): number {
  const manifest = new TextDecoder().decode(store.read(MOVIE_FILES.manifest));
  const { shot } = JSON.parse(manifest) as {
    readonly shot: { readonly output: { readonly framesPerSecond: number } };
  };
  return shot.output.framesPerSecond;
}

function refuseTable(file: string): never {
  throw new RangeError(`the explorer's rays need no table, but one asks for ${file}`);
}
