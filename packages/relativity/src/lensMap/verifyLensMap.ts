import { InputError, type Problem } from "../problem.ts";
import { openLensMap } from "./decodeLensMap.ts";
import { lensFrameFaults } from "./lensFrameFaults.ts";
import { createSha256, hexOf, type Sha256 } from "./sha256.ts";

/** What `lightcone lensmap verify` says of a file. */
export interface LensMapVerdict {
  readonly isSound: boolean;
  /** What is wrong, worst first: a file that cannot be read has one problem alone. */
  readonly problems: readonly Problem[];
  readonly frameCount: number;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
}

/**
 * Checks a lens map file wholly: bytes first, then the mesh of every frame.
 * @param newHash  the platform's own SHA-256, where it is faster
 */
export function verifyLensMap(
  bytes: Uint8Array,
  name: string,
  newHash: () => Sha256 = createSha256,
): LensMapVerdict {
  const hash = newHash();
  hash.update(bytes);
  const sha256 = hexOf(hash.digest());
  try {
    const map = openLensMap(bytes, name, newHash());
    const problems: Problem[] = [];
    for (let index = 0; index < map.header.frameCount; index++) {
      const frame = map.frame(index);
      for (const what of lensFrameFaults(frame, map.header)) {
        problems.push({
          at: `${name}: frame ${frame.camera.frame}`,
          what,
          mend: "its writer is at fault: render again",
        });
      }
    }
    return { isSound: problems.length === 0, problems, frameCount: map.header.frameCount, sha256 };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { isSound: false, problems: error.problems, frameCount: 0, sha256 };
  }
}
