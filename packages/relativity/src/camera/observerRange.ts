import { photonOrbitRadius } from "../spacetime/circularOrbits.ts";
import { horizonRadius } from "../spacetime/horizon.ts";
import { kerrSchildParameters, type Spacetime } from "../spacetime/spacetime.ts";
import { angleOfDegrees } from "../trajectory/angle.ts";
import type { Observer } from "./observer.ts";

/**
 * The Boyer-Lindquist radius above which an observer can be, in M; at it there is none.
 * @param thetaDeg  angle from the spin axis; a circular orbit is always in the equator's plane
 * @see observerFourVelocity, which refuses all others
 */
export function leastObserverRadius(
  spacetime: Exclude<Spacetime, { readonly kind: "tabulated" }>,
  kind: Exclude<Observer["kind"], "given">,
  thetaDeg: number,
): number {
  const { mass, spin, charge } = kerrSchildParameters(spacetime);
  if (mass === 0) return 0;
  switch (kind) {
    case "static": {
      // The ergosphere: r^2 - 2r + a^2 cos^2 theta + q^2 = 0.
      const { cos } = angleOfDegrees(thetaDeg);
      return mass + Math.sqrt(mass * mass - spin * spin * cos * cos - charge * charge);
    }
    case "zamo":
      return horizonRadius(spacetime);
    case "circular":
      return photonOrbitRadius(spacetime, "prograde");
    default:
      // Where the charge turns a fall from infinity around.
      return (charge * charge) / (2 * mass);
  }
}
