import { atan2, cos, sin } from "../kernel/elementary.ts";
import type { PathPoint } from "./path.ts";
import { integrate } from "./quadrature.ts";

/** A fall between two radii: how many frames, and what grows evenly from one to the next. */
export interface FallPlan {
  readonly frames: number;
  readonly fromRadiusM: number;
  readonly toRadiusM: number;
  /** Radius from which a drip was let go, in M. */
  readonly restRadiusM: number;
  readonly spacing: "eta" | "sqrtR";
}

/**
 * Radial free fall in Schwarzschild of a camera let go at rest: r = (r0/2)(1 + cos eta),
 * tau = sqrt(r0^3/8)(eta + sin eta), through the horizon. Proper and Kerr-Schild time are 0 at the first frame;
 * dt/dtau = v + 1/(E + v) with v = -dr/dtau is regular everywhere.
 * @see relativity, section 7
 */
export function dripPath({ frames, fromRadiusM, toRadiusM, restRadiusM, spacing }: FallPlan): PathPoint[] {
  const pace = 0.5 * restRadiusM * Math.sqrt(0.5 * restRadiusM);
  const energy = Math.sqrt(1 - 2 / restRadiusM);
  const clock = (eta: number): number => pace * (eta + sin(eta));
  const delay = (eta: number): readonly number[] => {
    const fall = 1 + cos(eta);
    const speed = Math.sqrt((2 / restRadiusM) * ((1 - cos(eta)) / fall));
    return [(pace * fall) / (energy + speed)];
  };
  const etaAt = (radius: number): number => 2 * atan2(Math.sqrt(restRadiusM - radius), Math.sqrt(radius));
  const first = etaAt(fromRadiusM);
  const last = etaAt(toRadiusM);
  let delayM = 0;
  let etaBefore = first;
  return evenly(frames).map((share) => {
    const isEta = spacing === "eta";
    const radiusAtShare = squareBetween(fromRadiusM, toRadiusM, share);
    const eta = isEta ? first + (last - first) * share : etaAt(radiusAtShare);
    const radiusM = isEta && share > 0 && share < 1 ? 0.5 * restRadiusM * (1 + cos(eta)) : radiusAtShare;
    delayM += integrate(delay, etaBefore, eta)[0]!;
    etaBefore = eta;
    return { tauM: clock(eta) - clock(first), tKsM: fromRadiusM - radiusM + delayM, radiusM, phiRad: 0 };
  });
}

/** Shares of the way of evenly spaced frames: the first 0, the last 1. */
export function evenly(frames: number): number[] {
  return Array.from({ length: frames }, (_, index) => (frames === 1 ? 0 : index / (frames - 1)));
}

/** The radius whose square root lies that share of the way between those of two radii. */
export function squareBetween(fromRadiusM: number, toRadiusM: number, share: number): number {
  if (share === 0 || share === 1) return share === 0 ? fromRadiusM : toRadiusM;
  const from = Math.sqrt(fromRadiusM);
  const root = from + (Math.sqrt(toRadiusM) - from) * share;
  return root * root;
}
