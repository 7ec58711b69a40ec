/** Which spacetime the light crosses; a table by the path of its file, from the folder of the shot. */
export type SpacetimeChoice =
  | { readonly kind: "minkowski" | "schwarzschild" }
  | { readonly kind: "kerr"; readonly spin: number }
  | { readonly kind: "kerr-newman"; readonly spin: number; readonly charge: number }
  | { readonly kind: "tabulated"; readonly file: string };

/** Turns of the camera away from the hole: azimuth to the right, elevation up, roll clockwise, in degrees. */
export interface Look {
  readonly azDeg: number;
  readonly elDeg: number;
  readonly rollDeg: number;
}

/** Where a generated trajectory stands about the hole, and where it looks. */
interface Place {
  readonly frames: number;
  readonly thetaDeg: number;
  readonly phiDeg: number;
  readonly look: Look;
}

/** A radial fall, or the fall of rain in Kerr, between two radii in M. */
export interface Fall extends Place {
  readonly kind: "drip" | "rain";
  readonly fromRadiusM: number;
  readonly toRadiusM: number;
  /** Radius from which a drip was let go; rain comes from rest at infinity. */
  readonly restRadiusM: number;
  /** What is uniform from frame to frame. */
  readonly spacing: "eta" | "sqrtR";
}

/** A circular orbit in the equatorial plane, the last frame one step before the first place again. */
interface Orbit extends Place {
  readonly kind: "circular";
  readonly radiusM: number;
  /** Turns about the hole; below 0 against phi. */
  readonly orbits: number;
}

/** A camera that stays where it is: at rest, or with zero angular momentum. */
interface Stand extends Place {
  readonly kind: "static" | "zamo";
  readonly radiusM: number;
  /** Proper time from the first frame to the last. */
  readonly durationM: number;
}

/** A camera that is driven around the spin axis at one radius and polar angle, by engines rather than by gravity. */
interface Circling extends Place {
  readonly kind: "circling";
  readonly radiusM: number;
  /** Turns about the axis over the whole movie; below 0 against phi. */
  readonly orbits: number;
  /** Kerr-Schild time of the whole movie. */
  readonly durationM: number;
}

/** How the camera moves. */
export type TrajectoryChoice =
  | { readonly kind: "file"; readonly file: string }
  | Fall
  | Orbit
  | Stand
  | Circling;

/** Image and optics. */
export interface CameraChoice {
  readonly projection: "pinhole" | "fisheye" | "equirectangular";
  readonly widthPx: number;
  readonly heightPx: number;
  /** Horizontal field of view where the trajectory's file does not give one for each frame. */
  readonly hfovDeg: number;
}

/** What shines at infinity. */
interface SkyChoice {
  /** `stars` (shipped), `graticule` (made), `none`, or the path of a catalogue CSV. */
  readonly catalogue: string;
  /** Stars of the catalogue fainter than this magnitude V are left out. */
  readonly faintestMagnitude: number;
  /** `none`, `milky-way` (made), or the path of an equirectangular PNG. */
  readonly panorama: string;
  /** Multiplier of the panorama's light. */
  readonly panoramaBrightness: number;
}

/** A thin disk in the equatorial plane. */
export interface DiskChoice {
  /** Undefined: the innermost stable circular orbit. */
  readonly innerRadiusM: number | "horizon" | undefined;
  readonly outerRadiusM: number;
  readonly opacity: "transparent" | "opaque";
  /** Temperature of the disk's hottest ring in its own frame, in kelvin. */
  readonly peakTemperatureK: number;
  /** Multiplier of the disk's light. */
  readonly brightness: number;
}

/** How finely rays are cast and followed. */
export interface Sampling {
  readonly coarseCellPx: number;
  readonly refinementLevel: number;
  readonly tolerance: number;
  readonly stepBudget: number;
  readonly backend: "fast" | "kerr-schild";
  /** Coarse samples in a group of frames that is traced together. */
  readonly groupSlots: number;
  readonly slab:
    | { readonly kind: "steps"; readonly steps: number }
    | { readonly kind: "time"; readonly lengthM: number };
}

/** How images of stars are found and refined. */
interface StarsChoice {
  /** Flux from which an image is refined with true rays; undefined: half an 8-bit step of a pixel. */
  readonly fluxFloor: number | undefined;
  /** Light of a white star of magnitude 0, where 1 fills a pixel to white at exposure 1. */
  readonly brightness: number;
  /** Images of higher order whose flux is below this share of the star's are dropped. */
  readonly orderFloor: number;
}

/** How a point of light spreads over pixels. */
export type PsfChoice =
  | { readonly kind: "gaussian"; readonly sigmaPx: number }
  | { readonly kind: "moffat"; readonly fwhmPx: number; readonly beta: number }
  | { readonly kind: "airy"; readonly fwhmPx: number };

/** What is written besides the frames. */
interface OutputChoice {
  readonly framesPerSecond: number;
  readonly hasPreview: boolean;
  readonly hasContactSheet: boolean;
  readonly hasVideo: boolean;
  readonly hasEvents: boolean;
}

/** A whole shot: everything that decides a movie's bytes, besides the files it names. */
export interface Shot {
  readonly spacetime: SpacetimeChoice;
  readonly trajectory: TrajectoryChoice;
  readonly camera: CameraChoice;
  readonly sky: SkyChoice;
  readonly disk: DiskChoice | undefined;
  readonly sampling: Sampling;
  readonly stars: StarsChoice;
  readonly psf: PsfChoice;
  /** Multiplier of light before the tone curve. */
  readonly exposure: number;
  readonly output: OutputChoice;
}
