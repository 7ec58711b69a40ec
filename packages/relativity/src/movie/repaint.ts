import type { Engine, Kernel } from "@lightcone/parallel";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { type OpenLensMap, openLensMap } from "../lensMap/decodeLensMap.ts";
import { InputError } from "../problem.ts";
import { readShot } from "../shot/readShot.ts";
import type { Shot } from "../shot/shot.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { InputFiles } from "./inputFiles.ts";
import { LensBlocks } from "./lensBlocks.ts";
import type { MoviePlan } from "./moviePlan.ts";
import { openPainter, type Painter } from "./painter.ts";
import { readSky } from "./scene.ts";
import { tracersOn } from "./tracers.ts";

/** A lens map whose frames can be painted in any light. */
export interface LensMapMovie {
  readonly frameCount: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether its rays met a disk, whose light a shot then decides. */
  readonly hasDisk: boolean;
  /**
   * Paints a frame. No mesh is traced; stars' images and pixels at edges still follow rays of their own.
   * @param index  of the frame in the file, from 0
   * @param shot   text of a shot file, of which sky, stars, psf, exposure and the disk's light count
   * @returns the picture's file, a PNG
   * @throws InputError with everything that is wrong with the shot
   */
  paint(index: number, shot: string): Uint8Array;
  close(): void;
}

/** What a movie is opened from. */
export interface LensMapFile {
  readonly bytes: Uint8Array;
  /** For messages. */
  readonly name: string;
  readonly files: InputFiles;
}

/** A painter and what it paints. */
interface OpenPainting {
  readonly shot: string;
  readonly plan: MoviePlan;
  readonly painter: Painter;
}

/**
 * Opens a lens map file for painting; to be closed.
 * @throws InputError for a file that is damaged or none, and for one that was traced in a tabulated spacetime
 */
export async function openLensMapMovie(file: LensMapFile, engine: Engine): Promise<LensMapMovie> {
  const kernel = await engine.loadKernel(relativityKernelSpec);
  const map = openLensMap(file.bytes, file.name);
  const spacetime = spacetimeOf(map, file.name);
  let open: OpenPainting | undefined;
  const close = (): void => {
    open?.painter.close();
    open = undefined;
  };
  const { widthPx, heightPx } = map.frame(0).camera.projection;
  return {
    frameCount: map.header.frameCount,
    widthPx,
    heightPx,
    hasDisk: map.header.disk !== undefined,
    paint(index, shot) {
      if (open?.shot !== shot) {
        const plan = paintingPlan(map, spacetime, { text: shot, files: file.files });
        close();
        open = { shot, plan, painter: openPainter(engine, kernel, plan) };
      }
      return paintFrameAt({ index, map, engine, kernel }, open);
    },
    close,
  };
}

function spacetimeOf({ header: { spacetime } }: OpenLensMap, name: string): Spacetime {
  if (spacetime.kind !== "tabulated") return spacetime;
  const what = `was traced in a table with SHA-256 ${spacetime.tableSha256}, which it does not hold`;
  const mend = "render its shot file instead, beside the table's file";
  throw new InputError("lens-map", [{ at: name, what, mend }]);
}

function paintingPlan(
  { header }: OpenLensMap,
  spacetime: Spacetime,
  { text, files }: { readonly text: string; readonly files: InputFiles },
): MoviePlan {
  const shot: Shot = readShot(text);
  const { catalogue, panorama, inputs } = readSky(shot, files);
  const scene = { shot, spacetime, disk: header.disk, samples: [], catalogue, panorama, inputs };
  const identity = JSON.stringify({ header, shot, inputs });
  return { scene, cameras: [], groups: [], disk: header.disk, header, identity };
}

/** Which frame to paint, and with what. */
interface FrameAt {
  readonly index: number;
  readonly map: OpenLensMap;
  readonly engine: Engine;
  readonly kernel: Kernel;
}

function paintFrameAt({ index, map, engine, kernel }: FrameAt, { plan, painter }: OpenPainting): Uint8Array {
  const { camera } = map.frame(index);
  const tracer = tracersOn(engine, kernel, plan).open([camera]);
  const blocks = new LensBlocks(kernel.arena);
  try {
    blocks.add(map.block(index));
    const frame = { camera, lensBlock: blocks.at(0), sceneIndex: 0, wanted: 0 };
    const { frames, free } = painter.paint([frame], tracer.contextPointer);
    // What a lane left is read where it stands, as long as it is not given back.
    const picture = frames[0]!.picture.slice();
    free();
    return picture;
  } finally {
    blocks.free();
    tracer.close();
  }
}
