import { PINHOLE_LIMIT_DEG } from "../camera/frameCamera.ts";
import { FIELDS } from "./fields.ts";
import { FieldValues } from "./readFields.ts";
import { readSpacetime } from "./readSpacetime.ts";
import { readTrajectory } from "./readTrajectory.ts";
import type { CameraChoice, DiskChoice, PsfChoice, Sampling, Shot } from "./shot.ts";
import { parseShotYaml } from "./shotYaml.ts";

/**
 * Reads a shot file.
 * @param text      its YAML
 * @param openFile  throws an InputError where there is no such file: with it, a shot that is refused is told the files
 *                  that it lacks too; one that is right has none opened
 * @throws InputError with every wrong field: path, value, remedy
 */
export function readShot(text: string, openFile?: OpenFile): Shot {
  const values = new FieldValues(parseShotYaml(text), FIELDS);
  const spacetime = readSpacetime(values);
  const shot: Shot = {
    spacetime,
    trajectory: readTrajectory(values, spacetime),
    camera: readCamera(values),
    sky: {
      catalogue: values.text("sky.catalogue"),
      faintestMagnitude: values.optionalNumber("sky.faintestMagnitude") ?? Number.POSITIVE_INFINITY,
      panorama: values.text("sky.panorama"),
      panoramaBrightness: values.number("sky.panoramaBrightness"),
    },
    disk: readDisk(values),
    sampling: readSampling(values, spacetime.kind),
    stars: {
      fluxFloor: values.optionalNumber("stars.fluxFloor"),
      brightness: values.number("stars.brightness"),
      orderFloor: values.number("stars.orderFloor"),
    },
    psf: readPsf(values),
    exposure: values.number("exposure"),
    output: {
      framesPerSecond: values.number("output.framesPerSecond"),
      hasPreview: values.flag("output.preview"),
      hasContactSheet: values.flag("output.contactSheet"),
      hasVideo: values.flag("output.video"),
      hasEvents: values.flag("output.events"),
    },
  };
  refuseDiskInHole(values, shot);
  if (openFile !== undefined && values.problems.length > 0) refuseMissingFiles(values, shot, openFile);
  values.throwIfAny("shot");
  return shot;
}

/** Opens a file by the name that the field `at` gives. */
type OpenFile = (name: string, at: string) => unknown;

function refuseMissingFiles(values: FieldValues, { spacetime, trajectory, sky }: Shot, open: OpenFile): void {
  const named: readonly (readonly [field: string, name: string | undefined])[] = [
    ["spacetime.file", spacetime.kind === "tabulated" ? spacetime.file : undefined],
    ["trajectory.file", trajectory.kind === "file" ? trajectory.file : undefined],
    ["sky.catalogue", BUILT_IN_SKIES.has(sky.catalogue) ? undefined : sky.catalogue],
    ["sky.panorama", BUILT_IN_SKIES.has(sky.panorama) ? undefined : sky.panorama],
  ];
  for (const [field, name] of named) {
    if (name === undefined || name === "" || values.isBroken(field)) continue;
    values.attempt(() => open(name, field));
  }
}

/** Catalogues and panoramas that are words, no files. */
const BUILT_IN_SKIES: ReadonlySet<string> = new Set(["none", "stars", "graticule", "milky-way"]);

const DEFAULT_HFOV_DEG = 60;

function readCamera(values: FieldValues): CameraChoice {
  const projection = values.text("camera.projection") as CameraChoice["projection"];
  const camera: CameraChoice = {
    projection,
    widthPx: values.number("camera.widthPx"),
    heightPx: values.number("camera.heightPx"),
    hfovDeg: values.optionalNumber("camera.hfovDeg") ?? DEFAULT_HFOV_DEG,
  };
  const { widthPx, heightPx, hfovDeg } = camera;
  if (projection === "pinhole" && hfovDeg > PINHOLE_LIMIT_DEG) {
    values.problem(
      "camera.hfovDeg",
      `is ${hfovDeg} deg, more than a pinhole can show`,
      `give at most ${PINHOLE_LIMIT_DEG}, or projection: fisheye`,
    );
  }
  if (projection !== "equirectangular") return camera;
  if (values.has("camera.hfovDeg")) {
    values.problem(
      "camera.hfovDeg",
      `is ${hfovDeg} deg, but an equirectangular panorama shows all directions`,
      "remove it",
    );
  }
  if (widthPx !== 2 * heightPx && widthPx > 0 && heightPx > 0) {
    values.problem(
      "camera.heightPx",
      `is ${heightPx} px, but a panorama of ${widthPx} px is half as high as wide`,
      `give heightPx: ${Math.ceil(widthPx / 2)} and widthPx: ${2 * Math.ceil(widthPx / 2)}`,
    );
  }
  return camera;
}

function readDisk(values: FieldValues): DiskChoice | undefined {
  if (!values.has("disk")) return undefined;
  const isToHorizon = values.text("disk.innerRadiusM") === "horizon";
  const innerRadiusM = isToHorizon ? "horizon" : values.optionalNumber("disk.innerRadiusM");
  const outerRadiusM = values.number("disk.outerRadiusM");
  if (typeof innerRadiusM === "number" && innerRadiusM >= outerRadiusM) {
    values.problem(
      "disk.innerRadiusM",
      `is ${innerRadiusM} M, not inside the outer edge at ${outerRadiusM} M`,
      "give an inner edge below outerRadiusM",
    );
  }
  return {
    innerRadiusM,
    outerRadiusM,
    opacity: values.text("disk.opacity") as DiskChoice["opacity"],
    peakTemperatureK: values.number("disk.peakTemperatureK"),
    brightness: values.number("disk.brightness"),
  };
}

function refuseDiskInHole(values: FieldValues, { disk, spacetime }: Shot): void {
  if (disk === undefined || spacetime.kind === "schwarzschild" || spacetime.kind === "kerr") return;
  if (values.isBroken("spacetime.kind")) return;
  values.problem(
    "disk",
    `stands in ${spacetime.kind}, where no thin disk is known`,
    "remove it, or use spacetime.kind schwarzschild or kerr",
  );
}

function readSampling(values: FieldValues, kind: string): Sampling {
  const hasFast = kind === "minkowski" || kind === "schwarzschild" || kind === "kerr";
  const chosen = values.text("sampling.backend");
  const backend = chosen === "" ? (hasFast ? "fast" : "kerr-schild") : (chosen as Sampling["backend"]);
  if (backend === "fast" && !hasFast) {
    values.problem(
      "sampling.backend",
      `is fast, which does not know ${kind}`,
      "remove it, or write backend: kerr-schild",
    );
  }
  const coarseCellPx = values.number("sampling.coarseCellPx");
  if ((coarseCellPx & (coarseCellPx - 1)) !== 0) {
    values.problem(
      "sampling.coarseCellPx",
      `is ${coarseCellPx} px, which cannot be halved to the end`,
      "give a power of 2, such as 16",
    );
  }
  return {
    coarseCellPx,
    refinementLevel: values.number("sampling.refinementLevel"),
    tolerance: values.number("sampling.tolerance"),
    stepBudget: values.number("sampling.stepBudget"),
    backend,
    groupSlots: values.number("sampling.groupSlots"),
    slab: readSlab(values, backend),
  };
}

function readSlab(values: FieldValues, backend: Sampling["backend"]): Sampling["slab"] {
  if (values.text("sampling.slab.kind") === "steps") {
    return { kind: "steps", steps: values.number("sampling.slab.steps") };
  }
  if (backend === "fast" && !values.isBroken("sampling.backend")) {
    values.problem(
      "sampling.slab.kind",
      "is time, but the fast form of rays has no Kerr-Schild time: it reaches infinity in finite parameter",
      "write sampling.backend: kerr-schild, or slab.kind: steps",
    );
  }
  return { kind: "time", lengthM: values.number("sampling.slab.lengthM") };
}

/** Fields that only some shapes of the spread have. */
const PSF_FIELDS: Readonly<Record<PsfChoice["kind"], readonly string[]>> = {
  gaussian: ["sigmaPx"],
  moffat: ["fwhmPx", "beta"],
  airy: ["fwhmPx"],
};

function readPsf(values: FieldValues): PsfChoice {
  const kind = values.text("psf.kind") as PsfChoice["kind"];
  for (const name of ["sigmaPx", "fwhmPx", "beta"]) {
    const known = PSF_FIELDS[kind];
    if (known.includes(name) || !values.has(`psf.${name}`)) continue;
    values.problem(
      `psf.${name}`,
      `is given, but ${kind} has no ${name}`,
      `remove it; ${kind} has ${known.join(", ")}`,
    );
  }
  if (kind === "gaussian") return { kind, sigmaPx: values.number("psf.sigmaPx") };
  const fwhmPx = values.number("psf.fwhmPx");
  return kind === "moffat" ? { kind, fwhmPx, beta: values.number("psf.beta") } : { kind, fwhmPx };
}
