import type { Arena } from "@lightcone/parallel";
import { type OpenLensMap, openLensMap, splitLensBlocks } from "../lensMap/decodeLensMap.ts";
import { LensMapWriter } from "../lensMap/encodeLensMap.ts";
import { openLensBlock } from "../lensMap/lensBlock.ts";
import type { LensMapHeader } from "../lensMap/lensMap.ts";
import { eachLensFrame, type LensFrameMeans } from "../lensMap/traceLensFrames.ts";
import { InputError } from "../problem.ts";
import type { RayTracer } from "../trace/tracer.ts";
import { damagedRemains, type MovieJournal } from "./journal.ts";
import { LensBlocks } from "./lensBlocks.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { FrameGroup, MoviePlan } from "./moviePlan.ts";
import type { FileDigest, MovieStore } from "./movieStore.ts";

/** The lens map of a movie, group by group: no more than one group is in memory. */
export interface LensGroups {
  /** Whether a lens map of the same cameras was there, so that nothing need be traced. */
  readonly isReused: boolean;
  /**
   * The blocks of a group's frames: from a former lens map, from the journal, or traced. Each group once, in order.
   * They are the caller's to free.
   */
  read(group: FrameGroup, tracer: RayTracer): LensBlocks;
  /** Writes the whole file, once every group has been read; gives its digest. */
  finish(): FileDigest;
}

/** What a lens map is read from, and where it goes. */
export interface LensPlaces {
  readonly plan: MoviePlan;
  readonly store: MovieStore;
  readonly journal: MovieJournal;
  /** Memory that blocks are read into. */
  readonly arena: Arena;
  /** Hears, in one sentence, why the lens map that is there cannot be read. */
  readonly onNotice: (sentence: string) => void;
}

/** Opens the lens map: that of a former movie in the same folder where it is the same, else a new one. */
export function openLensGroups(places: LensPlaces): LensGroups {
  const former = openFormer(places);
  return former === undefined ? newLensGroups(places) : formerLensGroups(former, places);
}

/**
 * The lens map in the folder, if it is whole and of the very frames and settings of the plan. Exposure, stars and
 * point spread are no part of it: it serves any of them.
 */
function openFormer({ plan, store, onNotice }: LensPlaces): OpenLensMap | undefined {
  const bytes = store.read(MOVIE_FILES.lensMap);
  const former = bytes === undefined ? undefined : openWhole(bytes, store, onNotice);
  if (former === undefined || !isSameHeader(former.header, plan.header)) return undefined;
  const isSame = plan.cameras.every((camera, index) => {
    const { exposure: _of, ...placed } = camera;
    const { exposure: _other, ...formerPlaced } = former.frame(index).camera as typeof camera;
    return canonical(placed) === canonical(formerPlaced);
  });
  return isSame ? former : undefined;
}

/** A lens map file, or undefined when it is damaged or of another version: it is traced again then, and that is told. */
function openWhole(
  bytes: Uint8Array,
  store: MovieStore,
  onNotice: LensPlaces["onNotice"],
): OpenLensMap | undefined {
  try {
    return openLensMap(bytes, MOVIE_FILES.lensMap, store.hash());
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    for (const { at, what } of error.problems)
      onNotice(`${at} of a former movie ${what}: every ray is traced anew`);
    return undefined;
  }
}

function isSameHeader(a: LensMapHeader, b: LensMapHeader): boolean {
  return canonical(a) === canonical(b);
}

/** JSON with the fields of every object in the order of their names, and no negative zero. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function formerLensGroups(former: OpenLensMap, { plan, store, arena }: LensPlaces): LensGroups {
  const indexOf = new Map(plan.cameras.map(({ frame }, index) => [frame, index]));
  return {
    isReused: true,
    read: ({ cameras }) =>
      filled(arena, (blocks) => {
        for (const { frame } of cameras) blocks.add(former.block(indexOf.get(frame)!));
      }),
    finish: () => store.digest(MOVIE_FILES.lensMap),
  };
}

function newLensGroups({ plan, store, journal, arena }: LensPlaces): LensGroups {
  const writer = new LensMapWriter(plan.header, store.hash());
  const { sampling } = plan.header;
  return {
    isReused: false,
    read: (group, tracer) =>
      filled(arena, (blocks) => {
        const kept = keptGroup(group, journal);
        if (kept === undefined) {
          traceBlocks(group, { sampling, tracer }, blocks);
          journal.putGroup(group.index, blocks.contents());
        } else for (const block of kept) blocks.add(block);
        for (const block of blocks.contents()) writer.add(block);
      }),
    finish: () => {
      const [head, tail] = [journal.file("lensmap-head"), journal.file("lensmap-tail")];
      store.write(head, writer.headerBytes);
      store.write(tail, writer.finish());
      const groups = plan.groups.map(({ index }) => journal.groupFile(index));
      return store.join(MOVIE_FILES.lensMap, [head, ...groups, tail]);
    },
  };
}

/** Traces the frames of a group, each into a block of its own. */
function traceBlocks({ cameras }: FrameGroup, means: LensFrameMeans, blocks: LensBlocks): void {
  eachLensFrame(cameras, means, ({ shape, fill }) => {
    const block = openLensBlock(shape, (bytes) => blocks.room(bytes));
    block.close(fill(block.columns));
  });
}

/** Blocks as `fill` adds them, which are given back where it fails. */
function filled(arena: Arena, fill: (blocks: LensBlocks) => void): LensBlocks {
  const blocks = new LensBlocks(arena);
  try {
    fill(blocks);
    return blocks;
  } catch (error) {
    blocks.free();
    throw error;
  }
}

/** The blocks of a group that was traced before the movie was broken off; undefined when there are none. */
function keptGroup({ index, cameras }: FrameGroup, journal: MovieJournal): Uint8Array[] | undefined {
  const bytes = journal.group(index);
  if (bytes === undefined) return undefined;
  return splitLensBlocks(bytes, cameras.length, (what) => damagedRemains(journal.groupFile(index), what));
}
