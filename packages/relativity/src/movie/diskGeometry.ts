import { InputError } from "../problem.ts";
import type { Shot } from "../shot/shot.ts";
import { innermostStableRadius } from "../spacetime/circularOrbits.ts";
import { horizonRadius } from "../spacetime/horizon.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { DiskGeometry } from "../trace/tracer.ts";

/** How far above the horizon a disk ends that reaches down to it: no ray arrives at the horizon itself. */
const HORIZON_GAP = 1e-6;

/** Where a shot's disk begins and ends; undefined when it has none. @throws InputError for a disk in the hole */
export function diskGeometryOf({ disk }: Shot, spacetime: Spacetime): DiskGeometry | undefined {
  if (disk === undefined) return undefined;
  const horizonM = horizonRadius(spacetime);
  const innerRadiusM =
    disk.innerRadiusM === "horizon"
      ? horizonM * (1 + HORIZON_GAP)
      : (disk.innerRadiusM ?? innermostStableRadius(spacetime));
  if (innerRadiusM > horizonM && innerRadiusM < disk.outerRadiusM) {
    return { innerRadiusM, outerRadiusM: disk.outerRadiusM, opacity: disk.opacity };
  }
  throw new InputError("shot", [
    {
      at: "disk.innerRadiusM",
      what: `is ${innerRadiusM} M, not between the horizon at ${horizonM} M and outerRadiusM (${disk.outerRadiusM} M)`,
      mend: "give a radius between them",
    },
  ]);
}
