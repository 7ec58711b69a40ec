import { BAND_WAVELENGTHS_NM, bandColour, planckDenominator } from "./blackBody.ts";
import type { StarCatalogue } from "./starCatalogue.ts";

/** What of a star's light depends on the star alone: red, green, blue side by side. */
export interface StarLightColumns {
  /** Light as the naked sky shows it. */
  readonly unshifted: Float64Array;
  /** Planck's denominator at the star's temperature. */
  readonly denominator: Float64Array;
}

/** Turns magnification and shift of a star's image into light. */
export interface StarFlux {
  readonly columns: StarLightColumns;
  /** Writes red, green, blue of an image to `into` from index `at`. */
  write(image: ShiftedImage, into: Float64Array, at: number): void;
}

/** What changes a star's light. */
interface ShiftedImage {
  readonly star: number;
  readonly magnification: number;
  readonly redshiftG: number;
}

/** The columns of a catalogue's stars. */
function starLightColumns(catalogue: StarCatalogue): StarLightColumns {
  const unshifted = new Float64Array(3 * catalogue.count);
  const denominator = new Float64Array(3 * catalogue.count);
  for (let star = 0; star < catalogue.count; star++) {
    const temperatureK = catalogue.temperatureK[star]!;
    const colour = bandColour(temperatureK);
    for (let band = 0; band < 3; band++) {
      unshifted[3 * star + band] = colour[band]! * catalogue.fluxV[star]!;
      denominator[3 * star + band] = planckDenominator(BAND_WAVELENGTHS_NM[band]!, temperatureK);
    }
  }
  return { unshifted, denominator };
}

/**
 * Light of images: F = mu F_V B_band(g T) / B_band(T), coloured by temperature; a white star of magnitude 0 at g = 1,
 * mu = 1 gives 1, 1, 1. What depends on the star alone is worked out once.
 * @param columns  as they stand ready, or none
 */
export function starFlux(
  catalogue: StarCatalogue,
  columns: StarLightColumns = starLightColumns(catalogue),
): StarFlux {
  const { unshifted, denominator } = columns;
  return {
    columns,
    write({ star, magnification, redshiftG }, into, at) {
      const seenK = redshiftG * catalogue.temperatureK[star]!;
      for (let band = 0; band < 3; band++) {
        const ratio = denominator[3 * star + band]! / planckDenominator(BAND_WAVELENGTHS_NM[band]!, seenK);
        into[at + band] = magnification * unshifted[3 * star + band]! * ratio;
      }
    },
  };
}
