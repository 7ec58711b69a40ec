import { exp } from "../kernel/elementary.ts";
import { angleOfDegrees } from "../trajectory/angle.ts";
import { temperatureFromColourIndex } from "./blackBody.ts";

/** Stars as columns, in the order of their file; directions are unit vectors at which light comes from infinity. */
export interface StarCatalogue {
  readonly count: number;
  /** Number in the source's catalogue (Hipparcos), or the row. */
  readonly id: Int32Array;
  /** Three components a star: (cos dec cos ra, cos dec sin ra, sin dec), Kerr-Schild Cartesian. */
  readonly direction: Float64Array;
  /** Apparent magnitude in the V band. */
  readonly magnitudeV: Float64Array;
  /** Colour temperature, in K. */
  readonly temperatureK: Float64Array;
  /** 10^(-0.4 V): 1 for a star of magnitude 0. */
  readonly fluxV: Float64Array;
}

/** One star as catalogues list it. */
export interface CatalogueStar {
  readonly id: number;
  readonly rightAscensionDeg: number;
  readonly declinationDeg: number;
  readonly magnitudeV: number;
  /** Colour index B - V. */
  readonly bMinusV: number;
}

/** 0.4 ln 10: a magnitude as a natural logarithm. */
const LOG_FLUX_PER_MAGNITUDE = 0.9210340371976183;

/** Lays stars out as columns, in their order. */
export function starCatalogue(stars: readonly CatalogueStar[]): StarCatalogue {
  const count = stars.length;
  const catalogue = {
    count,
    id: new Int32Array(count),
    direction: new Float64Array(3 * count),
    magnitudeV: new Float64Array(count),
    temperatureK: new Float64Array(count),
    fluxV: new Float64Array(count),
  };
  stars.forEach((star, index) => {
    catalogue.id[index] = star.id;
    catalogue.direction.set(skyDirection(star.rightAscensionDeg, star.declinationDeg), 3 * index);
    catalogue.magnitudeV[index] = star.magnitudeV;
    catalogue.temperatureK[index] = temperatureFromColourIndex(star.bMinusV);
    catalogue.fluxV[index] = exp(-LOG_FLUX_PER_MAGNITUDE * star.magnitudeV);
  });
  return catalogue;
}

/** Unit vector of a place on the sky: the celestial pole is the hole's spin axis. */
function skyDirection(rightAscensionDeg: number, declinationDeg: number): readonly [number, number, number] {
  const ra = angleOfDegrees(rightAscensionDeg);
  const dec = angleOfDegrees(declinationDeg);
  return [dec.cos * ra.cos, dec.cos * ra.sin, dec.sin];
}
