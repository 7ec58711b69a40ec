import type { InputFiles } from "../movie/inputFiles.ts";
import { readSky } from "../movie/scene.ts";
import { readShot } from "../shot/readShot.ts";
import { starFlux } from "../sky/starFlux.ts";

/** The sky's light before any of it is bent, for whoever draws it without tracing. */
export interface SkyLight {
  /** Unit vectors of the stars, three Kerr-Schild Cartesian components each. */
  readonly starDirections: Float32Array;
  /** Light of each star in linear red, green, blue: 1 1 1 times the shot's star brightness for white of magnitude 0. */
  readonly starLight: Float32Array;
  readonly panorama: SkyPanorama | undefined;
}

/** An equirectangular picture: right ascension 180 to -180 degrees from left to right, declination 90 to -90 down. */
export interface SkyPanorama {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Linear red, green, blue of each pixel, brightness applied. */
  readonly rgb: Float32Array;
}

/**
 * Reads the sky that a shot asks for.
 * @throws InputError with everything that is wrong with shot and files
 */
export function readSkyLight(shotText: string, files: InputFiles): SkyLight {
  const shot = readShot(shotText);
  const { catalogue, panorama } = readSky(shot, files);
  const light = new Float64Array(3 * catalogue.count);
  const flux = starFlux(catalogue);
  for (let star = 0; star < catalogue.count; star++) {
    flux.write({ star, magnification: shot.stars.brightness, redshiftG: 1 }, light, 3 * star);
  }
  const level = panorama?.levels[0]?.[0];
  return {
    starDirections: Float32Array.from(catalogue.direction),
    starLight: Float32Array.from(light),
    panorama:
      level === undefined
        ? undefined
        : { ...level, rgb: level.rgb.map((value) => value * shot.sky.panoramaBrightness) },
  };
}
