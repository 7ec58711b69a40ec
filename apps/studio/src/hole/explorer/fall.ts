import { horizonRadius, type PathPoint, rainFall } from "@lightcone/relativity";
import { FIRST_STATE, type HoleState, isUnchargedHole, possibleState, spacetimeOf } from "./holeState.ts";

/** A fall into the hole, from where the observer is to where nothing more can be told. */
export interface Fall {
  /** Who looks at what when it begins. */
  readonly start: HoleState;
  readonly points: readonly PathPoint[];
  readonly horizonM: number;
  readonly end: "singularity" | "inner horizon";
}

/** Places of a fall that are worked out; those between lie on straight lines. */
const PLACES = 400;
/** Who is closer to the horizon than so many of its radii begins further out: there would be nothing to see. */
const LEAST_START = 1.5;
/** The fall ends so close to where it must end: rays from there still arrive. */
const END_GAP = 1.03;
const LEAST_END_M = 0.06;

/** The fall of whoever lets go here; undefined where there is no hole, or one with charge. */
export function fallFrom(state: HoleState): Fall | undefined {
  if (!isUnchargedHole(state.spacetime)) return undefined;
  const horizonM = horizonRadius(spacetimeOf(state));
  const radiusM = state.radiusM < LEAST_START * horizonM ? FIRST_STATE.radiusM : state.radiusM;
  const start = possibleState({ ...state, observer: "rain", radiusM });
  // The inner horizon: r+ r- = a^2.
  const innerM = (start.spin * start.spin) / horizonM;
  const points = rainFall({
    ...{ spin: start.spin, thetaDeg: start.thetaDeg, places: PLACES },
    ...{ fromRadiusM: start.radiusM, toRadiusM: Math.max(END_GAP * innerM, LEAST_END_M) },
  });
  return { start, points, horizonM, end: innerM > LEAST_END_M ? "inner horizon" : "singularity" };
}

/** A place along a fall. @param share  of the way, from 0 to 1, evenly in the root of the radius */
export function placeOf({ points }: Fall, share: number): PathPoint {
  const at = Math.min(Math.max(share, 0), 1) * (points.length - 1);
  const before = points[Math.floor(at)] as PathPoint;
  const after = points[Math.ceil(at)] as PathPoint;
  const between = (name: keyof PathPoint): number =>
    before[name] + (after[name] - before[name]) * (at - Math.floor(at));
  return {
    tauM: between("tauM"),
    tKsM: between("tKsM"),
    radiusM: between("radiusM"),
    phiRad: between("phiRad"),
  };
}

/** What of the state a fall changes: observer and place, not where it looks. */
export function fallenState(fall: Fall, share: number): Pick<HoleState, "observer" | "radiusM" | "phiDeg"> {
  const { radiusM, phiRad } = placeOf(fall, share);
  const phiDeg = fall.start.phiDeg + (phiRad * 180) / Math.PI;
  return { observer: "rain", radiusM: Number(radiusM.toPrecision(6)), phiDeg: Number(phiDeg.toFixed(3)) };
}

/** Field of view at the end of a fall, in degrees: there the shadow is half of the sky, at the horizon some 85 across. */
const WIDEST_DEG = 135;

/** Stops by which the picture is darkened at the end: what lies ahead grows bluer and brighter the faster one falls. */
const DARKENED_STOPS = 3;

/**
 * How a fall is looked at: the field of view widens, so that the sky around the shadow stays in sight, and the picture
 * is exposed less, so that what is ahead does not all turn white.
 */
export function fallenSight({ start }: Fall, share: number): Pick<HoleState, "hfovDeg" | "exposureStops"> {
  const wider = Math.max(WIDEST_DEG - start.hfovDeg, 0) * share * share;
  const darker = DARKENED_STOPS * share * share;
  return {
    hfovDeg: Number((start.hfovDeg + wider).toFixed(1)),
    exposureStops: Number((start.exposureStops - darker).toFixed(1)),
  };
}

/** Whether the observer is where the fall is, around the hole that it fell into. */
export function isOnFall(fall: Fall, share: number, state: HoleState): boolean {
  const { spacetime, spin, thetaDeg } = fall.start;
  const wanted: Partial<HoleState> = { spacetime, spin, thetaDeg, ...fallenState(fall, share) };
  return Object.entries(wanted).every(([name, value]) => state[name as keyof HoleState] === value);
}

/** The share of the way at which the horizon is crossed. */
export function horizonShare({ points, horizonM }: Fall): number {
  const [first, last] = [points[0] as PathPoint, points.at(-1) as PathPoint];
  const root = (radiusM: number): number => Math.sqrt(radiusM);
  return (root(first.radiusM) - root(horizonM)) / (root(first.radiusM) - root(last.radiusM));
}

/** Where the fall is, for people: how far, on which side of the horizon, and how long by their own watch. */
export function fallWords(fall: Fall, share: number): string {
  const { radiusM, tauM } = placeOf(fall, share);
  const far = `${radiusM.toPrecision(3)} M from the centre`;
  if (share >= 1) {
    return fall.end === "singularity"
      ? "The singularity is here: nothing more can be seen"
      : `${far}: the inner horizon is here, and what is beyond it nobody knows`;
  }
  const isInside = radiusM <= fall.horizonM;
  const goal = isInside ? 1 : horizonShare(fall);
  const left = ownTime(placeOf(fall, goal).tauM - tauM);
  return isInside
    ? `${far}, inside the horizon: no way back, ${left} to the ${fall.end}. Drag to look back`
    : `${far}, ${left} to the horizon`;
}

/** Mass of the hole in the middle of the Milky Way, as a time: G M / c^3, in s. @see GRAVITY 2022, 4.3 million suns */
const GALACTIC_M_S = 21.2;

/** Time by the watch of whoever falls, if the hole were the one in the middle of the Milky Way. */
function ownTime(tauM: number): string {
  const seconds = Math.max(tauM, 0) * GALACTIC_M_S;
  if (seconds < 90) return `${seconds.toFixed(0)} s`;
  return `${(seconds / 60).toFixed(seconds < 600 ? 1 : 0)} min`;
}
