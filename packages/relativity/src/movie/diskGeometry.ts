import { InputError } from "../problem.ts";
import type { Shot } from "../shot/shot.ts";
import { innermostStableRadius } from "../spacetime/circularOrbits.ts";
import { horizonRadius } from "../spacetime/horizon.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { DiskGeometry } from "../trace/tracer.ts";

/** Where a shot's disk begins and ends; undefined when it has none. @throws InputError for a disk in the hole */
export function diskGeometryOf({ disk }: Shot, spacetime: Spacetime): DiskGeometry | undefined {
  if (disk === undefined) return undefined;
  const innerRadiusM = disk.innerRadiusM ?? innermostStableRadius(spacetime);
  const horizonM = horizonRadius(spacetime);
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
