import { createSkyIndex, type SkyIndex } from "./skyIndex.ts";
import type { StarCatalogue } from "./starCatalogue.ts";
import { type StarFlux, starFlux } from "./starFlux.ts";

/** A catalogue made ready to be looked up. */
export interface StarSky {
  readonly catalogue: StarCatalogue;
  readonly index: SkyIndex;
  readonly flux: StarFlux;
}

/** Prepares a catalogue, once for all frames. */
export function starSky(catalogue: StarCatalogue): StarSky {
  return { catalogue, index: createSkyIndex(catalogue.direction), flux: starFlux(catalogue) };
}
