import type { Angle } from "../camera/place.ts";
import { log } from "../kernel/elementary.ts";
import { evenly, type FallPlan, squareBetween } from "./drip.ts";
import type { PathPoint } from "./path.ts";
import { integrate } from "./quadrature.ts";

/**
 * Free fall in Kerr from rest at infinity with E = 1, L = Q = 0: theta stays, and tau, t and phi are integrals over
 * q = sqrt(r), all regular through both horizons. Proper time is 0 at the first frame; Kerr-Schild time begins so
 * that at spin 0 the Painleve-Gullstrand time is the proper time.
 * @see relativity, section 7 and oracle 55
 */
export function rainPath(spin: number, theta: Angle, plan: FallPlan): PathPoint[] {
  const rates = ratesByRoot(spin, theta);
  let qBefore = Math.sqrt(plan.fromRadiusM);
  let [tauM, tKsM, phiRad] = [0, startTimeM(plan.fromRadiusM), 0];
  return evenly(plan.frames).map((share) => {
    const radiusM = squareBetween(plan.fromRadiusM, plan.toRadiusM, share);
    const q = Math.sqrt(radiusM);
    const [dTau, dT, dPhi] = integrate(rates, qBefore, q) as [number, number, number];
    [tauM, tKsM, phiRad] = [tauM + dTau, tKsM + dT, phiRad + dPhi];
    qBefore = q;
    return { tauM: tauM + 0, tKsM, radiusM, phiRad: phiRad + 0 };
  });
}

/** t_KS - T_PG at a radius, in M. @see relativity, oracle 55 */
function startTimeM(radiusM: number): number {
  const root = Math.sqrt(0.5 * radiusM);
  return 4 * log(1 + root) - 4 * root;
}

/** Derivatives of tau, t and phi by q = sqrt(r). */
function ratesByRoot(spin: number, theta: Angle): (q: number) => readonly number[] {
  const a2 = spin * spin;
  return (q) => {
    const r = q * q;
    const s = Math.SQRT2 * q;
    const p = Math.sqrt(r * r + a2);
    const sigma = r * r + a2 * theta.cos * theta.cos;
    const time = (p * (p * p + p * s + s * s)) / (p + s) - a2 * theta.sin * theta.sin;
    return [(-Math.SQRT2 * sigma) / p, (-Math.SQRT2 * time) / p, (2 * q * spin) / (p * (p + s))];
  };
}
