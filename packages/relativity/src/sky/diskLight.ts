import { type DiskFlux, relativeTemperature } from "../disk/diskFlux.ts";
import { bandRadiance } from "./blackBody.ts";

/** Light of a thin disk's surface as the camera sees it. */
export interface DiskLight {
  /** Adds the light from a Boyer-Lindquist radius, shifted by g, in linear red, green, blue. */
  add(radiusM: number, redshiftG: number, into: Float64Array): void;
}

/** How hot and how bright a disk is. */
export interface DiskHeat {
  /** Temperature of its hottest ring in its matter's frame, in K. */
  readonly peakTemperatureK: number;
  /** Multiplier: at 1 the hottest ring unshifted at WHITE_TEMPERATURE_K is white of 1, 1, 1. */
  readonly brightness: number;
}

/** Entries of the temperature table between the inner and the outer edge, uniform in the root of the radius. */
const TABLE_STEPS = 4096;
/** Below this a surface is black in every band. */
const COLDEST_K = 150;

/**
 * A disk that radiates, down to the innermost stable orbit, as a black body of the temperature that its flux gives: seen as one of g times that
 * temperature, which holds the g^3 of intensity and the shift of its spectrum.
 * @param outerRadiusM  where the table ends; beyond it nothing shines
 */
export function diskLight(flux: DiskFlux, outerRadiusM: number, heat: DiskHeat): DiskLight {
  const first = Math.sqrt(flux.innerRadiusM);
  const step = (Math.sqrt(outerRadiusM) - first) / TABLE_STEPS;
  const temperatureK = new Float64Array(TABLE_STEPS + 2);
  for (let i = 0; i < temperatureK.length; i++) {
    const root = first + i * step;
    temperatureK[i] = heat.peakTemperatureK * relativeTemperature(flux, root * root);
  }
  return {
    add(radiusM, redshiftG, into) {
      const place = (Math.sqrt(radiusM) - first) / step;
      if (!(place >= 0 && place <= TABLE_STEPS)) return;
      const index = Math.floor(place);
      const here = temperatureK[index]!;
      const seenK = redshiftG * (here + (place - index) * (temperatureK[index + 1]! - here));
      if (!(seenK > COLDEST_K)) return;
      const radiance = bandRadiance(seenK);
      for (let band = 0; band < 3; band++) into[band]! += heat.brightness * radiance[band]!;
    },
  };
}
