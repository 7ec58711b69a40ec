import { InputError } from "../problem.ts";

/** Units of the isophotes' coordinates in a degree and around the sky. */
const UNITS_PER_DEGREE = 100;
const UNITS_AROUND = 360 * UNITS_PER_DEGREE;

/** An outline on the sky: corners as longitude and latitude in hundredths of a degree, closed. */
export interface Isophote {
  /** From 1, the faintest. */
  readonly level: number;
  readonly corners: Int32Array;
}

/** Reads outlines as `data/milky-way.txt` holds them. @throws InputError with the line that is none */
export function readIsophotes(text: string, name: string): Isophote[] {
  return text.split("\n").flatMap((line, index) => {
    if (line === "" || line.startsWith("#")) return [];
    const words = line.split(" ").map(Number);
    if (words.length < 9 || words.length % 2 === 0 || words.some((word) => !Number.isInteger(word))) {
      const what = `is no outline: ${JSON.stringify(line.slice(0, 40))}`;
      const mend = "give level, longitude and latitude, then steps to the next corners, all whole numbers";
      throw new InputError("isophotes", [{ at: `${name}: line ${index + 1}`, what, mend }]);
    }
    const corners = Int32Array.from(words.slice(1));
    for (let i = 2; i < corners.length; i++) corners[i]! += corners[i - 2]!;
    return [{ level: words[0]!, corners }];
  });
}

/** Shares of pixels that lie within outlines, on an equirectangular grid as panoramas have. */
export interface CoverageGrid {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly share: Float64Array;
}

/** Meridians on which a column of pixels is looked at. */
const MERIDIANS_PER_PIXEL = 4;

/**
 * What outlines enclose, by even and odd crossings along meridians from the south pole, which is outside: so outlines
 * may cross longitude 180 degrees and go around the sky.
 */
export function coverageOf(isophotes: readonly Isophote[], widthPx: number): CoverageGrid {
  const heightPx = widthPx / 2;
  const share = new Float64Array(widthPx * heightPx);
  const crossings = meridianCrossings(isophotes, widthPx * MERIDIANS_PER_PIXEL);
  crossings.forEach((latitudes, meridian) => {
    const column = Math.floor(meridian / MERIDIANS_PER_PIXEL);
    latitudes.sort((a, b) => a - b);
    for (let i = 0; i + 1 < latitudes.length; i += 2) {
      // Rows count from the north.
      const top = (0.5 - latitudes[i + 1]! / (180 * UNITS_PER_DEGREE)) * heightPx;
      const bottom = (0.5 - latitudes[i]! / (180 * UNITS_PER_DEGREE)) * heightPx;
      for (let row = Math.floor(top); row < bottom; row++) {
        const covered = Math.min(bottom, row + 1) - Math.max(top, row);
        share[row * widthPx + column]! += covered / MERIDIANS_PER_PIXEL;
      }
    }
  });
  return { widthPx, heightPx, share };
}

/** Latitudes at which outlines cross each of the meridians, which run from longitude 180 degrees down. */
function meridianCrossings(isophotes: readonly Isophote[], meridianCount: number): number[][] {
  const crossings = Array.from({ length: meridianCount }, (): number[] => []);
  const spacing = UNITS_AROUND / meridianCount;
  for (const { corners } of isophotes) {
    for (let i = 0; i < corners.length; i += 2) {
      const next = (i + 2) % corners.length;
      const from = corners[i]!;
      const fromLatitude = corners[i + 1]!;
      const step = shortWay(corners[next]! - from);
      if (step === 0) continue;
      const low = Math.min(from, from + step);
      const high = Math.max(from, from + step);
      // Meridian k stands at 18000 - (k + 1/2) spacing; half-open, so that a corner is counted once.
      const first = Math.ceil((UNITS_AROUND / 2 - high) / spacing - 0.5);
      for (let k = first; UNITS_AROUND / 2 - (k + 0.5) * spacing > low; k++) {
        const along = (UNITS_AROUND / 2 - (k + 0.5) * spacing - from) / step;
        const latitude = fromLatitude + along * (corners[next + 1]! - fromLatitude);
        crossings[((k % meridianCount) + meridianCount) % meridianCount]!.push(latitude);
      }
    }
  }
  return crossings;
}

/** A difference of longitudes, taken the short way around. */
function shortWay(difference: number): number {
  const turned = ((difference % UNITS_AROUND) + UNITS_AROUND) % UNITS_AROUND;
  return turned > UNITS_AROUND / 2 ? turned - UNITS_AROUND : turned;
}
