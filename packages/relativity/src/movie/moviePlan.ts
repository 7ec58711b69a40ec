import type { FrameCamera } from "../camera/frameCamera.ts";
import { ABI_VERSION, PARITY_REVISION } from "../kernel/layout.ts";
import type { LensMapHeader, LensSpacetime } from "../lensMap/lensMap.ts";
import { groupFrames } from "../lensMap/traceLensFrames.ts";
import { InputError } from "../problem.ts";
import type { DiskGeometry } from "../trace/tracer.ts";
import { frameCameras } from "../trajectory/frameCameras.ts";
import type { Scene } from "./scene.ts";
import { MOVIE_FORMAT, RENDERER_VERSION } from "./version.ts";

/** Frames [begin, end) of a movie, by number. */
export interface FrameRange {
  readonly begin: number;
  readonly end: number;
}

/** Frames that are traced together. */
export interface FrameGroup {
  readonly index: number;
  readonly cameras: readonly FrameCamera[];
  /** Its frames as they are painted. */
  readonly parts: readonly FramePart[];
}

/** Frames of a group that are painted and put down together. */
export interface FramePart {
  /** Names it among all parts of the movie. */
  readonly name: string;
  readonly cameras: readonly FrameCamera[];
}

/** Frames of a part: enough that lanes wait little for each other, few enough that a kill costs little. */
const PART_FRAMES = 32;

/** What is to be done, in which parts: a function of the inputs alone. */
export interface MoviePlan {
  readonly scene: Scene;
  readonly cameras: readonly FrameCamera[];
  readonly groups: readonly FrameGroup[];
  readonly disk: DiskGeometry | undefined;
  /** What all frames of the lens map share. */
  readonly header: LensMapHeader;
  /** Text that is the same for two movies when their bytes are. */
  readonly identity: string;
}

/**
 * Cuts a movie into groups of frames. They are cut over the whole movie, so that a frame's group does not depend on
 * the frames that are asked for.
 * @throws InputError when no frame is asked for
 */
export function planMovie(scene: Scene, range: FrameRange | undefined): MoviePlan {
  const { shot, spacetime, samples, disk } = scene;
  const everyCamera = frameCameras(samples, spacetime, shot.camera);
  const { coarseCellPx, refinementLevel: refinementLevels, groupSlots } = shot.sampling;
  const sampling = { coarseCellPx, refinementLevels };
  const isWanted = ({ frame }: FrameCamera): boolean =>
    range === undefined || (frame >= range.begin && frame < range.end);
  const groups = groupFrames(everyCamera, sampling, groupSlots)
    .map((group, index) => frameGroup(index, group.filter(isWanted)))
    .filter(({ cameras }) => cameras.length > 0);
  const cameras = groups.flatMap((group) => group.cameras);
  if (cameras.length === 0) throw noFrames(range, everyCamera);
  const { backend, tolerance, stepBudget, slab } = shot.sampling;
  const header: LensMapHeader = {
    spacetime: lensSpacetime(scene),
    backend,
    tolerance,
    stepBudget,
    slab,
    ...(disk === undefined ? {} : { disk }),
    sampling,
    parityRevision: PARITY_REVISION,
    frameCount: cameras.length,
  };
  const frames = cameras.map(({ frame }) => frame);
  const code = { format: MOVIE_FORMAT, version: RENDERER_VERSION, parity: PARITY_REVISION, abi: ABI_VERSION };
  const identity = JSON.stringify({ ...code, shot, inputs: scene.inputs, frames });
  return { scene, cameras, groups, disk, header, identity };
}

function frameGroup(index: number, cameras: readonly FrameCamera[]): FrameGroup {
  const parts: FramePart[] = [];
  for (let begin = 0; begin < cameras.length; begin += PART_FRAMES) {
    const name = `${fiveDigits(index)}-${fiveDigits(begin / PART_FRAMES)}`;
    parts.push({ name, cameras: cameras.slice(begin, begin + PART_FRAMES) });
  }
  return { index, cameras, parts };
}

function fiveDigits(value: number): string {
  return String(value).padStart(5, "0");
}

/** The spacetime as a lens map names it. */
function lensSpacetime({ spacetime, inputs }: Scene): LensSpacetime {
  if (spacetime.kind !== "tabulated") return spacetime;
  const table = inputs.find(({ field }) => field === "spacetime.file");
  return { kind: "tabulated", tableSha256: table?.sha256 ?? "" };
}

function noFrames(range: FrameRange | undefined, cameras: readonly FrameCamera[]): InputError {
  const [first, last] = [cameras[0]?.frame ?? 0, cameras.at(-1)?.frame ?? 0];
  const at = "--frames";
  const what = `${range?.begin}:${range?.end} holds no frame of the movie, whose frames are ${first} to ${last}`;
  return new InputError("frames", [{ at, what, mend: `give a part of ${first}:${last + 1}` }]);
}
