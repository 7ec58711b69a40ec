import type { EventRange } from "../picture/drawStars.ts";
import type { StarCatalogue } from "../sky/starCatalogue.ts";
import { type StarEvents, starEvent } from "../sky/starEvent.ts";

/**
 * First line of `events.csv`: frame, index and catalogue number of the star, parity and order of the image, its place
 * in pixels, dOmega_image/dOmega_sky, nu_observed/nu_emitted, its light in linear red, green and blue (a white star
 * of magnitude 0 is 1, 1, 1), and how place and magnification are known.
 */
export const EVENTS_HEADER =
  "frame,star,id,parity,order,xPx,yPx,magnification,redshiftG,fluxRed,fluxGreen,fluxBlue,flag\n";

/** The lines of some star images, in their order, every number with all its digits. */
export function eventsCsvLines(
  events: StarEvents,
  { begin, end }: EventRange,
  catalogue: StarCatalogue,
): string {
  const lines: string[] = [];
  for (let index = begin; index < end; index++) {
    const { frame, star, parity, order, x, y, magnification, redshiftG, flux, flag } = starEvent(
      events,
      index,
    );
    const names = [frame, star, catalogue.id[star]!, parity, order];
    lines.push(`${[...names, x, y, magnification, redshiftG, ...flux].join(",")},${flag}\n`);
  }
  return lines.join("");
}
