import type { CameraSample } from "./cameraSample.ts";

/** One column of `camera.csv`. */
interface CameraColumn {
  readonly name: string;
  readonly what: string;
  readonly of: (sample: CameraSample) => number;
}

const column = (name: string, what: string, of: CameraColumn["of"]): CameraColumn => ({ name, what, of });

/** The columns of `camera.csv`, in their order. @see relativity, section 7 */
export const CAMERA_COLUMNS: readonly CameraColumn[] = [
  column("frame", "number of the frame, whole, growing from line to line", ({ frame }) => frame),
  column("tau", "proper time of the camera, in M", ({ tauM }) => tauM),
  column("t_ks", "Kerr-Schild coordinate time, in M", ({ tKsM }) => tKsM),
  column("x", "Kerr-Schild Cartesian x, in M", ({ position }) => position[0]),
  column("y", "Kerr-Schild Cartesian y, in M", ({ position }) => position[1]),
  column("z", "Kerr-Schild Cartesian z, along the spin, in M", ({ position }) => position[2]),
  column(
    "ut",
    "four-velocity, contravariant t: positive, u.u = -1 to 1e-9",
    ({ fourVelocity }) => fourVelocity[0],
  ),
  column("ux", "four-velocity, x", ({ fourVelocity }) => fourVelocity[1]),
  column("uy", "four-velocity, y", ({ fourVelocity }) => fourVelocity[2]),
  column("uz", "four-velocity, z", ({ fourVelocity }) => fourVelocity[3]),
  column(
    "fx",
    "where the camera looks, x (of a vector without t; Gram-Schmidt makes the frame)",
    ({ forward }) => forward[0],
  ),
  column("fy", "where the camera looks, y", ({ forward }) => forward[1]),
  column("fz", "where the camera looks, z", ({ forward }) => forward[2]),
  column("upx", "the picture's top, x (of a vector without t; taken after forward)", ({ up }) => up[0]),
  column("upy", "the picture's top, y", ({ up }) => up[1]),
  column("upz", "the picture's top, z", ({ up }) => up[2]),
  column("hfov_deg", "horizontal field of view, in degrees", ({ hfovDeg }) => hfovDeg),
  column("exposure", "multiplier of light, on top of the shot's", ({ exposure }) => exposure),
];

/** The columns for people. */
export function cameraFileHelp(): string {
  const width = Math.max(...CAMERA_COLUMNS.map(({ name }) => name.length));
  const lines = CAMERA_COLUMNS.map(({ name, what }) => `  ${name.padEnd(width)}  ${what}`);
  return [
    "A trajectory is a CSV: the names of its columns on the first line, then one line a frame. Lines that are empty or",
    "begin with # are passed over. Units G = c = M = 1, signature (-+++).",
    "",
    ...lines,
    "",
  ].join("\n");
}
