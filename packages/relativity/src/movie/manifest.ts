import { ABI_VERSION, PARITY_REVISION } from "../kernel/layout.ts";
import type { FrameRecord } from "./frameRecord.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { MoviePlan } from "./moviePlan.ts";
import type { MovieStore } from "./movieStore.ts";
import { MOVIE_FORMAT, RENDERER_VERSION } from "./version.ts";

/** What a manifest is written from. */
export interface ManifestParts {
  readonly plan: MoviePlan;
  readonly records: readonly FrameRecord[];
  /** Outputs besides frames and manifest. */
  readonly files: readonly string[];
}

/**
 * Writes what a movie was made from and what it is: inputs and outputs with their SHA-256, versions, and what became
 * of each frame's rays. It holds no time of day, no duration and nothing of the machine, so that the same inputs give
 * the same manifest.
 */
export function writeManifest(store: MovieStore, { plan, records, files }: ManifestParts): void {
  const { scene, groups } = plan;
  const manifest = {
    format: MOVIE_FORMAT,
    versions: { relativity: RENDERER_VERSION },
    kernel: { abiVersion: ABI_VERSION, parityRevision: PARITY_REVISION },
    inputs: scene.inputs,
    shot: scene.shot,
    catalogueStars: scene.catalogue.count,
    frameGroups: groups.length,
    frames: records,
    outputs: files.map((file) => ({ file, ...store.digest(file) })),
  };
  store.write(MOVIE_FILES.manifest, `${JSON.stringify(manifest, undefined, 1)}\n`);
}
