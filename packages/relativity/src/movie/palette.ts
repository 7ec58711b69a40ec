import { pageThorneFlux } from "../disk/diskFlux.ts";
import type { MeshSampling } from "../lensMap/lensMap.ts";
import { createPointSpread, type PointSpread } from "../picture/pointSpread.ts";
import type { DiskChoice, Shot } from "../shot/shot.ts";
import type { Backdrop } from "../sky/backdrop.ts";
import { diskLight } from "../sky/diskLight.ts";
import type { Panorama } from "../sky/panorama.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import type { StarSky } from "../sky/starSky.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { PoolSetup } from "../trace/tracer.ts";
import type { MoviePlan } from "./moviePlan.ts";

/** What a movie's frames are painted by, as far as it is plain data: the same for all frames, ready for JSON. */
export interface Painting {
  readonly stars: Shot["stars"];
  readonly psf: Shot["psf"];
  /** Multiplier of light that all frames share. */
  readonly exposure: number;
  readonly panoramaBrightness: number;
  readonly sampling: MeshSampling;
  readonly rays: Omit<PoolSetup, "frames" | "schedule">;
  readonly disk: LitDisk | undefined;
}

interface LitDisk {
  /** Never a tabulated one, in which no disk can shine. */
  readonly spacetime: Spacetime;
  readonly outerRadiusM: number;
  readonly heat: DiskChoice;
}

/** What frames are painted with: a painting and its sky, made ready. */
export interface Palette {
  readonly painting: Painting;
  readonly catalogue: StarCatalogue;
  readonly sky: StarSky;
  readonly backdrop: Backdrop;
  readonly spread: PointSpread;
}

/** @throws InputError for a disk in a spacetime where none can shine */
export function paintingOf({ scene, header, disk: geometry }: MoviePlan): Painting {
  const { shot, spacetime } = scene;
  const { backend, stepBudget, slab } = header;
  return {
    stars: shot.stars,
    psf: shot.psf,
    exposure: shot.exposure,
    panoramaBrightness: shot.sky.panoramaBrightness,
    sampling: header.sampling,
    rays: { backend, stepBudget, ...(slab === undefined ? {} : { slab }) },
    disk: litDisk(shot.disk, geometry?.outerRadiusM, spacetime),
  };
}

function litDisk(
  heat: DiskChoice | undefined,
  outerRadiusM: number | undefined,
  spacetime: Spacetime,
): LitDisk | undefined {
  if (heat === undefined || outerRadiusM === undefined) return undefined;
  // Refuses before anything is traced what no disk can shine in.
  pageThorneFlux(spacetime);
  return { spacetime, outerRadiusM, heat };
}

/** Prepares panorama, disk and point spread, once for all frames that a thread paints. */
export function openPalette(painting: Painting, sky: StarSky, panorama: Panorama | undefined): Palette {
  const { psf, panoramaBrightness, disk } = painting;
  const backdrop: Backdrop = {
    panoramaBrightness,
    ...(panorama === undefined ? {} : { panorama }),
    ...(disk === undefined
      ? {}
      : { disk: diskLight(pageThorneFlux(disk.spacetime), disk.outerRadiusM, disk.heat) }),
  };
  return { painting, catalogue: sky.catalogue, sky, backdrop, spread: createPointSpread(psf) };
}
