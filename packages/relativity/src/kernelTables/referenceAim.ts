import * as layout from "../kernel/aimLayout.ts";
import * as rays from "../kernel/layout.ts";
import { AIM_RAY } from "../kernel/scratchLayout.ts";
import { BY_X, DIRECTION, PROBE_WORDS, skyAreaPerPx2 } from "../sky/imageProbes.ts";
import { isSettledBy, type MovingImages } from "../sky/newtonStep.ts";
import { type PixelSolidAngle, solidAnglesAround } from "../sky/pixelSolidAngle.ts";
import { projectionNumbers } from "../trace/sceneTables.ts";
import { prepareFrame } from "./referenceCamera.ts";
import { type StartFrame, startRay } from "./referenceStart.ts";
import { getCell, getFlag, type RayJob, setCell, setFlag } from "./referenceTables.ts";

/** Images of a call where they stand. */
interface WrittenImages extends MovingImages {
  readonly magnification: Float64Array;
  readonly redshiftG: Float64Array;
  readonly outcome: Int32Array;
  readonly parity: Int32Array;
  readonly order: Int32Array;
  readonly rays: Int32Array;
}

/** What images are aimed with: the table of one slot, its camera, its pixels' solid angles. */
interface AimMeans {
  readonly job: RayJob;
  readonly frame: StartFrame;
  readonly solidAngle: PixelSolidAngle;
}

/** Entry aimRays in TypeScript. */
export function aimImagesIn(
  memory: WebAssembly.Memory,
  params: number,
  { begin, end }: { readonly begin: number; readonly end: number },
  scratch: number,
): void {
  const i32 = new Int32Array(memory.buffer);
  const f64 = new Float64Array(memory.buffer);
  const word = (at: number): number => i32[(params + at) >> 2]!;
  const number = (at: number): number => f64[(params + at) >> 3]!;
  const context = word(layout.AIM_CONTEXT);
  const job = { f64, i32, context, rays: scratch + AIM_RAY, capacity: 1, active: 0 };
  setFlag(job, rays.RAY_FRAME, 0, 0);
  const kinds = ["pinhole", "fisheye", "equirectangular"] as const;
  const means = {
    job,
    frame: { ...prepareFrame(job, 0), hasSlopes: true },
    solidAngle: solidAnglesAround({
      kind: kinds.find((name) => projectionNumbers[name] === word(layout.AIM_PROJECTION))!,
      focalPx: number(layout.AIM_FOCAL),
      middleX: number(layout.AIM_MIDDLE_X),
      middleY: number(layout.AIM_MIDDLE_Y),
    }),
  };
  const images = imagesAt(memory, word(layout.AIM_IMAGES), word(layout.AIM_CAPACITY));
  for (let image = begin; image < end; image++) aimImage(images, image, means);
}

function imagesAt({ buffer }: WebAssembly.Memory, first: number, capacity: number): WrittenImages {
  const numbers = (column: number, columns = 1): Float64Array =>
    new Float64Array(buffer, first + 8 * column * capacity, columns * capacity);
  const integers = (column: number): Int32Array =>
    new Int32Array(buffer, first + (8 * layout.AIM_F64_COLUMNS + 4 * column) * capacity, capacity);
  return {
    x: numbers(layout.AIM_X),
    y: numbers(layout.AIM_Y),
    reachPx: numbers(layout.AIM_REACH_PX),
    settledPx: numbers(layout.AIM_SETTLED_PX),
    target: numbers(layout.AIM_TARGET, 3),
    magnification: numbers(layout.AIM_MAGNIFICATION),
    redshiftG: numbers(layout.AIM_REDSHIFT_G),
    outcome: integers(layout.AIM_OUTCOME),
    parity: integers(layout.AIM_PARITY),
    order: integers(layout.AIM_ORDER),
    rays: integers(layout.AIM_RAYS),
  };
}

function aimImage(images: WrittenImages, image: number, { job, frame, solidAngle }: AimMeans): void {
  const probe = new Float64Array(PROBE_WORDS);
  images.outcome[image] = layout.AIMED_UNSETTLED;
  images.magnification[image] = 0;
  images.redshiftG[image] = 0;
  images.parity[image] = 0;
  images.order[image] = 0;
  images.rays[image] = 0;
  while (images.rays[image]! < layout.MOST_ROUNDS) {
    setCell(job, rays.RAY_SAMPLE_X, 0, images.x[image]!);
    setCell(job, rays.RAY_SAMPLE_Y, 0, images.y[image]!);
    startRay(job, 0, frame);
    images.rays[image]!++;
    if (getFlag(job, rays.RAY_STATUS, 0) !== rays.STATUS_ESCAPED) {
      images.outcome[image] = layout.AIMED_LOST;
      return;
    }
    for (let k = 0; k < 3; k++) probe[DIRECTION + k] = getCell(job, rays.RAY_DIRECTION + k, 0);
    for (let k = 0; k < 6; k++) probe[BY_X + k] = getCell(job, rays.RAY_SLOPES + k, 0);
    if (isSettledBy(images, image, probe, solidAngle)) break;
    if (images.x[image]! - images.x[image]! !== 0) return;
    if (images.rays[image] === layout.MOST_ROUNDS) return;
  }
  const area = skyAreaPerPx2(probe);
  images.outcome[image] = layout.AIMED_FOUND;
  images.magnification[image] = solidAngle(images.x[image]!, images.y[image]!) / Math.abs(area);
  images.redshiftG[image] = getCell(job, rays.RAY_REDSHIFT_G, 0);
  images.parity[image] = area > 0 ? 1 : -1;
  images.order[image] = getFlag(job, rays.RAY_ORDER, 0);
}
