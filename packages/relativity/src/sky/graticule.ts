import { type CatalogueStar, type StarCatalogue, starCatalogue } from "./starCatalogue.ts";

/** Distance of parallels and of meridians, and of the points along each, in degrees; both divide 90. */
const LINE_DEG = 5;
const POINT_DEG = 2.5;
const LINE_MAGNITUDE = 3;
/** The equator and the meridian of right ascension 0 stand out. */
const EQUATOR_MAGNITUDE = 1;
const PRIME_MERIDIAN_MAGNITUDE = 2;
/** Colour index at the south pole and at the north pole: blue to red. */
const SOUTH_B_MINUS_V = -0.3;
const NORTH_B_MINUS_V = 1.6;

/**
 * Artificial stars along parallels and meridians every 5 degrees: shows what is mirrored, bent or missing. Colour
 * tells the latitude; every point where lines cross is one star.
 */
export function graticule(): StarCatalogue {
  const stars: CatalogueStar[] = [];
  const add = (rightAscensionDeg: number, declinationDeg: number): void => {
    stars.push({
      id: stars.length + 1,
      rightAscensionDeg,
      declinationDeg,
      magnitudeV: pointMagnitude(rightAscensionDeg, declinationDeg),
      bMinusV: SOUTH_B_MINUS_V + ((declinationDeg + 90) / 180) * (NORTH_B_MINUS_V - SOUTH_B_MINUS_V),
    });
  };
  add(0, -90);
  for (let dec = POINT_DEG - 90; dec < 90; dec += POINT_DEG) {
    // Between parallels only the meridians have points.
    const step = dec % LINE_DEG === 0 ? POINT_DEG : LINE_DEG;
    for (let ra = 0; ra < 360; ra += step) add(ra, dec);
  }
  add(0, 90);
  return starCatalogue(stars);
}

function pointMagnitude(rightAscensionDeg: number, declinationDeg: number): number {
  if (declinationDeg === 0) return EQUATOR_MAGNITUDE;
  return rightAscensionDeg === 0 ? PRIME_MERIDIAN_MAGNITUDE : LINE_MAGNITUDE;
}
