import type { LinearImage } from "../picture/linearImage.ts";
import type { RayTracer } from "../trace/tracer.ts";
import {
  CLOSE_POINTS,
  createSquareView,
  type ImageSquares,
  SQUARE_POINTS,
  squareSamples,
  takeResults,
  type ViewGrid,
} from "./viewGrid.ts";

/** What pixels are looked at with. */
export interface CloseLook {
  readonly frame: number;
  readonly tracer: RayTracer;
  /** Multiplier of light before the tone curve. */
  readonly exposure: number;
  /** Writes the light of a point of a grid: red, green, blue. */
  readonly readLight: (grid: ViewGrid, point: number, into: Float64Array) => void;
}

/** Times that a point can become a square of its own: the finest points stand 1/27 px apart. */
const MOST_CUTS = 2;
/**
 * Steps from the critical curve within which a point becomes a square of its own. Image after image of the sky lies
 * beside it, each e^-pi as wide as the last: so each is seen at as many points until a pixel has no finer ones.
 */
const REACH_STEPS = 1.5;
/** Light times exposure, of a point's share of its pixel, below which a second cut would move no byte that is seen. */
const FAINT = 2e-3;
/** Squares that are traced together: what keeps their rays' memory small. Any number gives the same picture. */
const MOST_TOGETHER = 4096;

/** Adds the mean light of each of some pixels: points near the critical curve are means of finer ones. */
export function paintClosely(image: LinearImage, pixels: Int32Array, look: CloseLook): number {
  let rays = 0;
  let squares = squaresOf(pixels, image.widthPx);
  for (let cuts = 0; squares.pixel.length > 0; cuts++) {
    const finer = new FinerSquares(squares.edgePx / CLOSE_POINTS);
    for (let begin = 0; begin < squares.pixel.length; begin += MOST_TOGETHER) {
      const end = Math.min(begin + MOST_TOGETHER, squares.pixel.length);
      addSquares(image, { squares, begin, end, cuts, finer }, look);
      rays += (end - begin) * SQUARE_POINTS;
    }
    squares = finer.squares();
  }
  return rays;
}

function squaresOf(pixel: Int32Array, widthPx: number): ImageSquares {
  const x = Float64Array.from(pixel, (at) => at % widthPx);
  const y = Float64Array.from(pixel, (at) => Math.floor(at / widthPx));
  return { edgePx: 1, pixel, x, y };
}

/** Squares [begin, end) after so many cuts, and where those of the next cut go. */
interface SquareRun {
  readonly squares: ImageSquares;
  readonly begin: number;
  readonly end: number;
  readonly cuts: number;
  readonly finer: FinerSquares;
}

/** Traces squares and adds the light of their points but of those that become squares themselves. */
function addSquares(image: LinearImage, run: SquareRun, { frame, tracer, exposure, readLight }: CloseLook) {
  const { squares, begin, end, cuts, finer } = run;
  const { edgePx, pixel, x, y } = squares;
  const grid = createSquareView(edgePx);
  const lights = Array.from({ length: SQUARE_POINTS }, () => new Float64Array(3));
  const weight = (edgePx * edgePx) / SQUARE_POINTS;
  const results = tracer.trace(squareSamples(frame, squares, begin, end));
  for (let square = begin; square < end; square++) {
    takeResults(grid, results, (square - begin) * SQUARE_POINTS);
    lights.forEach((light, point) => {
      readLight(grid, point, light);
    });
    const isFaint = cuts > 0 && brightest(lights) * exposure * weight < FAINT;
    const marginBound = cuts === MOST_CUTS || isFaint ? 0 : REACH_STEPS * marginStep(grid.marginU);
    lights.forEach((light, point) => {
      if (grid.marginU[point]! < marginBound) {
        const column = point % CLOSE_POINTS;
        const row = (point - column) / CLOSE_POINTS;
        finer.add(pixel[square]!, x[square]! + column * finer.edgePx, y[square]! + row * finer.edgePx);
        return;
      }
      const at = 3 * pixel[square]!;
      for (let band = 0; band < 3; band++) image.rgb[at + band]! += weight * light[band]!;
    });
  }
}

function brightest(lights: readonly Float64Array[]): number {
  let most = 0;
  for (const light of lights) most = Math.max(most, light[0]!, light[1]!, light[2]!);
  return most;
}

/** Change of the margin from point to point across the critical curve: the greatest along each axis, together. */
function marginStep(marginU: Float64Array): number {
  let acrossMost = 0;
  let downMost = 0;
  for (let row = 0; row < CLOSE_POINTS; row++) {
    for (let column = 0; column + 1 < CLOSE_POINTS; column++) {
      const across = CLOSE_POINTS * row + column;
      const down = CLOSE_POINTS * column + row;
      acrossMost = Math.max(acrossMost, marginChange(marginU, across, across + 1));
      downMost = Math.max(downMost, marginChange(marginU, down, down + CLOSE_POINTS));
    }
  }
  return Math.sqrt(acrossMost * acrossMost + downMost * downMost);
}

/** A margin of 1 says that no critical curve is near, not how far it is. */
function marginChange(marginU: Float64Array, a: number, b: number): number {
  if (marginU[a] === 1 || marginU[b] === 1) return 0;
  return Math.abs(marginU[a]! - marginU[b]!);
}

/** Squares of one size that are being collected. */
class FinerSquares {
  readonly edgePx: number;
  readonly #pixel: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];

  constructor(edgePx: number) {
    this.edgePx = edgePx;
  }

  add(pixel: number, x: number, y: number): void {
    this.#pixel.push(pixel);
    this.#x.push(x);
    this.#y.push(y);
  }

  squares(): ImageSquares {
    return {
      edgePx: this.edgePx,
      pixel: Int32Array.from(this.#pixel),
      x: Float64Array.from(this.#x),
      y: Float64Array.from(this.#y),
    };
  }
}
