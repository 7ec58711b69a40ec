import type { FrameCamera } from "../src/camera/frameCamera.ts";
import { zeroResults } from "../src/trace/rayTable.ts";
import type { RayTracer, ResultColumns, SampleColumns } from "../src/trace/tracer.ts";
import { CAPTURED, ESCAPED } from "../src/trace/tracer.ts";

/**
 * A point lens in flat space on one frame, all angles as tangents: a ray at distance t from the lens comes from
 * t - e^2 / t, and from nowhere within the shadow.
 */
export interface ThinLens {
  readonly einstein: number;
  readonly shadow: number;
  /** Where the lens stands on the image, px. */
  readonly x: number;
  readonly y: number;
}

/** A pinhole camera at rest, for tests of everything that only needs an image. */
export function stillCamera(frame: number, widthPx = 64, heightPx = 36): FrameCamera {
  return {
    frame,
    tauM: frame,
    tKsM: 2 * frame,
    position: [50, 0, 0],
    tetrad: { u: [1, 0, 0, 0], forward: [0, -1, 0, 0], up: [0, 0, 0, 1], right: [0, 0, 1, 0] },
    projection: { kind: "pinhole", widthPx, heightPx, hfovRad: 1.0471975511965976 },
    exposure: 1,
  };
}

/** Focal length of {@link stillCamera}, px. */
export function focalPx(widthPx: number): number {
  return (widthPx / 2) * 1.7320508075688774;
}

/** Traces through thin lenses, one a frame (no lens: straight lines). Counts and keeps what it was asked. */
export function thinLensTracer(
  lenses: ReadonlyMap<number, ThinLens>,
  widthPx = 64,
): RayTracer & { readonly asked: SampleColumns[] } {
  const asked: SampleColumns[] = [];
  return {
    asked,
    trace(samples) {
      asked.push(samples);
      const results = createResults(samples.count);
      for (let row = 0; row < samples.count; row++) {
        traceOne(lenses.get(samples.frame[row]!), focalPx(widthPx), samples, row, results);
      }
      return results;
    },
  };
}

/** Columns of that many results, all zero but for a step each. */
export function createResults(count: number): ResultColumns {
  const results = zeroResults(count);
  results.steps.fill(1);
  return results;
}

function traceOne(
  lens: ThinLens | undefined,
  focal: number,
  samples: SampleColumns,
  row: number,
  results: ResultColumns,
): void {
  const x = (samples.x[row]! - (lens?.x ?? 0)) / focal;
  const y = (samples.y[row]! - (lens?.y ?? 0)) / focal;
  const square = x * x + y * y;
  const distance = Math.sqrt(square);
  const shadow = lens?.shadow ?? 0;
  results.marginU[row] = lens === undefined ? 1 : Math.abs(distance - shadow);
  if (distance < shadow) {
    results.status[row] = CAPTURED;
    return;
  }
  const einstein = lens?.einstein ?? 0;
  const scale = square > 1e-20 ? 1 - (einstein * einstein) / square : 1;
  const right = scale * x;
  const down = scale * y;
  const unit = 1 / Math.sqrt(1 + right * right + down * down);
  results.status[row] = ESCAPED;
  results.directionX[row] = -unit;
  results.directionY[row] = right * unit;
  results.directionZ[row] = -down * unit;
  results.redshiftG[row] = 1 + 0.1 * square;
  results.order[row] = distance < einstein ? 1 : 0;
}
