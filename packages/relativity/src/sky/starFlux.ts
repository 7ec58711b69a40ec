import { BAND_WAVELENGTHS_NM, bandColour, shiftedBandRatio } from "./blackBody.ts";
import type { StarCatalogue } from "./starCatalogue.ts";

/** Turns magnification and shift of a star's image into light. */
export interface StarFlux {
  /** Writes red, green, blue of an image to `into` from index `at`. */
  write(image: ShiftedImage, into: Float64Array, at: number): void;
}

/** What changes a star's light. */
interface ShiftedImage {
  readonly star: number;
  readonly magnification: number;
  readonly redshiftG: number;
}

/**
 * Light of images: F = mu F_V B_band(g T) / B_band(T), coloured by temperature; a white star of magnitude 0 at g = 1,
 * mu = 1 gives 1, 1, 1. The star's own colours are worked out once.
 */
export function starFlux(catalogue: StarCatalogue): StarFlux {
  const unshifted = new Float64Array(3 * catalogue.count);
  for (let star = 0; star < catalogue.count; star++) {
    unshifted.set(
      bandColour(catalogue.temperatureK[star]!).map((share) => share * catalogue.fluxV[star]!),
      3 * star,
    );
  }
  return {
    write({ star, magnification, redshiftG }, into, at) {
      const temperatureK = catalogue.temperatureK[star]!;
      for (let band = 0; band < 3; band++) {
        const ratio =
          redshiftG === 1 ? 1 : shiftedBandRatio(BAND_WAVELENGTHS_NM[band]!, temperatureK, redshiftG);
        into[at + band] = magnification * unshifted[3 * star + band]! * ratio;
      }
    },
  };
}
