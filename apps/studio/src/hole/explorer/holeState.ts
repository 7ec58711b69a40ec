import { leastObserverRadius } from "@lightcone/relativity";

export const SPACETIMES = ["minkowski", "schwarzschild", "kerr", "kerr-newman"] as const;
export const OBSERVERS = ["static", "zamo", "circular", "rain", "drip"] as const;

/** Who looks at what, and in which light. */
export interface HoleState {
  readonly spacetime: (typeof SPACETIMES)[number];
  readonly spin: number;
  readonly charge: number;
  readonly observer: (typeof OBSERVERS)[number];
  /** Boyer-Lindquist radius of the observer, in M. */
  readonly radiusM: number;
  /** Angle from the spin axis, and Kerr-Schild azimuth, of the observer. */
  readonly thetaDeg: number;
  readonly phiDeg: number;
  /** Turn of the view away from the hole: to the right, and up. */
  readonly azDeg: number;
  readonly elDeg: number;
  /** Horizontal field of view, in degrees. */
  readonly hfovDeg: number;
  readonly hasDisk: boolean;
  readonly hasStars: boolean;
  readonly hasMilkyWay: boolean;
  /** Exposure in stops: each doubles the light. */
  readonly exposureStops: number;
}

/** What a visitor sees first: a spinning hole with its disk before the Milky Way. */
export const FIRST_STATE: HoleState = {
  spacetime: "kerr",
  spin: 0.9,
  charge: 0,
  observer: "static",
  radiusM: 24,
  thetaDeg: 80,
  phiDeg: 80,
  azDeg: 0,
  elDeg: 0,
  hfovDeg: 75,
  hasDisk: true,
  hasStars: true,
  hasMilkyWay: true,
  exposureStops: 0,
};

/** Fields of view that can be chosen, in degrees: from a narrow look to as wide as a flat picture is any good. */
export const LEAST_HFOV_DEG = 20;
export const MOST_HFOV_DEG = 140;
export const MOST_RADIUS_M = 500;
const LEAST_RADIUS_M = 0.05;
/** How close to the least radius of an observer the page goes. */
const RADIUS_GAP = 1.002;
const MOST_SPIN = 0.999;
/** Radius from which a drip is let go, unless it is further out. */
const DRIP_REST_M = 30;

/** The state, brought to where such an observer and such a disk can be. */
export function possibleState(wanted: HoleState): HoleState {
  const isRound = wanted.spacetime === "minkowski" || wanted.spacetime === "schwarzschild";
  const charge = wanted.spacetime === "kerr-newman" ? clamp(wanted.charge, 0, 0.99) : 0;
  const mostSpin = Math.min(MOST_SPIN, Math.floor(1000 * Math.sqrt(0.999 - charge * charge)) / 1000);
  const spin = isRound ? 0 : clamp(wanted.spin, -mostSpin, mostSpin);
  const observer = possibleObserver(wanted, spin);
  const state: HoleState = {
    ...wanted,
    spin,
    charge,
    observer,
    thetaDeg: observer === "circular" ? 90 : clamp(wanted.thetaDeg, 1, 179),
    phiDeg: wanted.phiDeg + 0,
    azDeg: wrapped(wanted.azDeg) + 0,
    elDeg: clamp(wanted.elDeg, -90, 90),
    hfovDeg: clamp(wanted.hfovDeg, LEAST_HFOV_DEG, MOST_HFOV_DEG),
    exposureStops: clamp(wanted.exposureStops, -6, 6),
  };
  return { ...state, radiusM: clamp(wanted.radiusM, leastRadius(state), MOST_RADIUS_M) };
}

/** How an observer moves is known around holes without charge; in flat space nobody falls, and at rest one can stay anywhere. */
function possibleObserver({ spacetime, observer }: HoleState, spin: number): HoleState["observer"] {
  if (!isUnchargedHole(spacetime)) return "static";
  return observer === "drip" && spin !== 0 ? "rain" : observer;
}

/** Whether it is a hole without charge: around others neither disks nor falls are known in closed form. */
export function isUnchargedHole(spacetime: HoleState["spacetime"]): boolean {
  return spacetime === "schwarzschild" || spacetime === "kerr";
}

/** Whether a thin disk is known in the state's spacetime. */
export function canHaveDisk({ spacetime }: HoleState): boolean {
  return isUnchargedHole(spacetime);
}

function leastRadius(state: HoleState): number {
  const least = leastObserverRadius(spacetimeOf(state), state.observer, state.thetaDeg);
  return Math.max(least * RADIUS_GAP, LEAST_RADIUS_M);
}

type NamedSpacetime = Parameters<typeof leastObserverRadius>[0];

/** The spacetime as shots and rays name it. */
export function spacetimeOf({ spacetime: kind, spin, charge }: HoleState): NamedSpacetime {
  if (kind === "kerr") return { kind, spin };
  if (kind === "kerr-newman") return { kind, spin, charge };
  return { kind };
}

/** Size of a picture, in pixels. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The shot file of what is seen: `lightcone render` makes the same picture of it. */
export function shotText(state: HoleState, { widthPx, heightPx }: PictureSize): string {
  const { azDeg, elDeg, hfovDeg, hasDisk, hasStars, hasMilkyWay } = state;
  const disk = hasDisk && canHaveDisk(state) ? ["disk: { outerRadiusM: 16, brightness: 0.8 }"] : [];
  return `${[
    "# A still of the studio's explorer. To render it: lightcone render still.yaml --out still",
    `spacetime: ${flow(spacetimeOf(state))}`,
    `trajectory: { ${trajectory(state)}, look: ${flow({ azDeg, elDeg })} }`,
    `camera: ${flow({ widthPx, heightPx, hfovDeg })}`,
    `sky: ${flow({ catalogue: hasStars ? "stars" : "none", panorama: hasMilkyWay ? "milky-way" : "none" })}`,
    ...disk,
    `stars: { brightness: ${STAR_BRIGHTNESS} }`,
    "psf: { kind: moffat, fwhmPx: 2, beta: 3 }",
    `exposure: ${exposureOf(state)}`,
    "output: { preview: false, contactSheet: false, video: false, events: false }",
  ].join("\n")}\n`;
}

const STAR_BRIGHTNESS = 60;

/** Multiplier of light. */
export function exposureOf({ exposureStops }: Pick<HoleState, "exposureStops">): number {
  return Number((1.5 * 2 ** exposureStops).toPrecision(6));
}

function trajectory({ observer, radiusM, thetaDeg, phiDeg }: HoleState): string {
  const place = `thetaDeg: ${thetaDeg}, phiDeg: ${phiDeg}`;
  switch (observer) {
    case "drip":
      return `kind: drip, fromRadiusM: ${radiusM}, restRadiusM: ${dripRestM(radiusM)}, ${place}`;
    case "rain":
      return `kind: rain, fromRadiusM: ${radiusM}, ${place}`;
    default:
      return `kind: ${observer}, radiusM: ${radiusM}, ${place}`;
  }
}

function dripRestM(radiusM: number): number {
  return Math.max(DRIP_REST_M, radiusM);
}

/** A line for `lightcone trace`: the ray that comes from a direction of the observer's frame, in degrees. */
export function rayLine(
  state: HoleState,
  direction: { readonly azDeg: number; readonly elDeg: number },
): string {
  const { observer, radiusM, thetaDeg, phiDeg } = state;
  return JSON.stringify({
    id: "pixel",
    spacetime: spacetimeOf(state),
    camera: {
      r: radiusM,
      thetaDeg,
      phiDeg,
      observer,
      ...(observer === "drip" ? { restRadius: dripRestM(radiusM) } : {}),
    },
    ...direction,
  });
}

/** The state as it stands in the page's address, behind `#hole/`; what is as at first is left out. */
export function fragmentOf(state: HoleState): string {
  const changed = Object.entries(state).filter(
    ([name, value]) => FIRST_STATE[name as keyof HoleState] !== value,
  );
  return changed.map(([name, value]) => `${name}=${value}`).join("&");
}

/** The state of an address; what is not understood is as at first. */
export function stateOfFragment(fragment: string): HoleState {
  const given = new URLSearchParams(fragment);
  const read = Object.entries(FIRST_STATE).map(([name, first]): [string, unknown] => {
    const text = given.get(name);
    if (text === null) return [name, first];
    if (typeof first === "boolean") return [name, text === "true"];
    if (typeof first === "number")
      return [name, Number.isFinite(Number(text)) && text !== "" ? Number(text) : first];
    const known: readonly string[] = name === "observer" ? OBSERVERS : SPACETIMES;
    return [name, known.includes(text) ? text : first];
  });
  return possibleState(Object.fromEntries(read) as unknown as HoleState);
}

function flow(fields: object): string {
  const words = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `{ ${words.join(", ")} }`;
}

/** Within limits; never a negative zero, which an address would not give back. */
function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most) + 0;
}

/** The same angle between -180 and 180 degrees. */
function wrapped(angleDeg: number): number {
  return angleDeg - 360 * Math.round(angleDeg / 360);
}
