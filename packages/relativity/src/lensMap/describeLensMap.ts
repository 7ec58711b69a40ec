import { unresolvedCounts } from "../trace/rayResults.ts";
import { RAY_STATUSES } from "../trace/tracer.ts";
import { openLensMap } from "./decodeLensMap.ts";
import type { LensFrame, LensMapHeader } from "./lensMap.ts";
import { LENS_MAP_VERSION } from "./lensMapLayout.ts";
import { createSha256, hexOf, type Sha256 } from "./sha256.ts";
import { SPLIT_REASONS } from "./splitReasons.ts";

/** What `lightcone lensmap info` says, ready for JSON. */
export interface LensMapDescription {
  readonly version: number;
  readonly bytes: number;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  readonly header: LensMapHeader;
  /** Over all frames. */
  readonly vertices: number;
  readonly cells: number;
  readonly steps: number;
  readonly statusCounts: Record<string, number>;
  /** Why rays are unresolved: how many for each reason. */
  readonly unresolvedCounts: Record<string, number>;
  readonly splitCounts: Record<string, number>;
  readonly levelCounts: readonly number[];
  readonly frames: readonly LensFrameDescription[];
}

/** One frame of a {@link LensMapDescription}. */
export interface LensFrameDescription {
  readonly frame: number;
  readonly tauM: number;
  readonly vertices: number;
  readonly cells: number;
  readonly statusCounts: Record<string, number>;
  readonly generations: readonly number[];
}

/**
 * Sums up a lens map file.
 * @throws InputError `lens-map` for a file that cannot be read
 */
export function describeLensMap(
  bytes: Uint8Array,
  name: string,
  newHash: () => Sha256 = createSha256,
): LensMapDescription {
  const hash = newHash();
  hash.update(bytes);
  const map = openLensMap(bytes, name, newHash());
  const frames = Array.from({ length: map.header.frameCount }, (_, index) => map.frame(index)).map(
    ({ camera, statistics, vertices, cells }) => ({
      camera,
      statistics,
      vertices: vertices.count,
      cells: cells.count,
      unresolved: unresolvedCounts(vertices),
    }),
  );
  const total = (count: (frame: (typeof frames)[number]) => number): number =>
    frames.reduce((sum, frame) => sum + count(frame), 0);
  const totals = (names: readonly string[], counts: (frame: LensFrame["statistics"]) => readonly number[]) =>
    named(
      names,
      names.map((_, kind) => total(({ statistics }) => counts(statistics)[kind]!)),
    );
  const levels = Array.from({ length: map.header.sampling.refinementLevels + 1 }, (_, level) => level);
  return {
    version: LENS_MAP_VERSION,
    bytes: bytes.length,
    sha256: hexOf(hash.digest()),
    header: map.header,
    vertices: total(({ vertices }) => vertices),
    cells: total(({ cells }) => cells),
    steps: total(({ statistics }) => statistics.steps),
    statusCounts: totals(RAY_STATUSES, ({ statusCounts }) => statusCounts),
    unresolvedCounts: sumOfCounts(frames.map(({ unresolved }) => unresolved)),
    splitCounts: totals(SPLIT_REASONS, ({ splitCounts }) => splitCounts),
    levelCounts: levels.map((level) => total(({ statistics }) => statistics.levelCounts[level]!)),
    frames: frames.map(({ camera, statistics, vertices, cells }) => ({
      frame: camera.frame,
      tauM: camera.tauM,
      vertices,
      cells,
      statusCounts: named(RAY_STATUSES, statistics.statusCounts),
      generations: statistics.generations,
    })),
  };
}

function sumOfCounts(counts: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(Object.entries)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function named(names: readonly string[], counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, counts[index]!]));
}
