import { ABI_VERSION, PARITY_REVISION } from "../kernel/layout.ts";
import type { FrameRecord } from "./frameRecord.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { MoviePlan } from "./moviePlan.ts";
import type { FileDigest, MovieStore } from "./movieStore.ts";
import { MOVIE_FORMAT, RENDERER_VERSION } from "./version.ts";

/** An output as the manifest names it. */
export interface OutputFile extends FileDigest {
  readonly file: string;
}

/** What a manifest is written from. */
export interface ManifestParts {
  readonly plan: MoviePlan;
  readonly records: readonly FrameRecord[];
  /** Outputs besides frames and manifest. */
  readonly files: readonly OutputFile[];
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
    outputs: files,
  };
  store.write(MOVIE_FILES.manifest, `${JSON.stringify(manifest, undefined, 1)}\n`);
}
