import { exp } from "../kernel/elementary.ts";
import { BLUE_NM, GREEN_NM, RED_NM, SECOND_RADIATION_CONSTANT_NM_K } from "../kernel/starLayout.ts";

/** Wavelengths that stand for red, green, blue, in nm; green is the V band's. */
export const BAND_WAVELENGTHS_NM: readonly [number, number, number] = [RED_NM, GREEN_NM, BLUE_NM];
/** Temperature of what looks white, in K: that of sRGB's white. */
export const WHITE_TEMPERATURE_K = 6504;

/** Planck's denominator exp(h c / (lambda k T)) - 1: radiance at a wavelength goes as its inverse. */
export function planckDenominator(wavelengthNm: number, temperatureK: number): number {
  return exp(SECOND_RADIATION_CONSTANT_NM_K / (wavelengthNm * temperatureK)) - 1;
}

/**
 * B_lambda(g T) / B_lambda(T): what a shift of frequency by g does to a black body's light in a band.
 * @see relation I_nu / nu^3 = const, by which a black body stays one, of temperature g T
 */
export function shiftedBandRatio(wavelengthNm: number, temperatureK: number, redshiftG: number): number {
  return (
    planckDenominator(wavelengthNm, temperatureK) / planckDenominator(wavelengthNm, redshiftG * temperatureK)
  );
}

/**
 * Colour temperature of a star, in K.
 * @param bMinusV  colour index B - V, above -0.67
 * @see Ballesteros 2012, EPL 97, 34008, eq. 14
 */
export function temperatureFromColourIndex(bMinusV: number): number {
  return 4600 * (1 / (0.92 * bMinusV + 1.7) + 1 / (0.92 * bMinusV + 0.62));
}

/** Spectral radiance in a band over that of white at the same green: 1, 1, 1 for white. */
export function bandColour(temperatureK: number): readonly [number, number, number] {
  const [red, green, blue] = BAND_WAVELENGTHS_NM.map(
    (nm) => planckDenominator(nm, WHITE_TEMPERATURE_K) / planckDenominator(nm, temperatureK),
  ) as [number, number, number];
  return [red / green, 1, blue / green];
}

/** A black body's light in the three bands over that of white at WHITE_TEMPERATURE_K. */
export function bandRadiance(temperatureK: number): readonly [number, number, number] {
  const [red, green, blue] = BAND_WAVELENGTHS_NM.map((nm) =>
    shiftedBandRatio(nm, WHITE_TEMPERATURE_K, temperatureK / WHITE_TEMPERATURE_K),
  ) as [number, number, number];
  return [red, green, blue];
}
