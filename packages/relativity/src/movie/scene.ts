import { decodePng } from "../picture/decodePng.ts";
import { InputError, ProblemCollector } from "../problem.ts";
import type { Shot } from "../shot/shot.ts";
import { graticule } from "../sky/graticule.ts";
import { readIsophotes } from "../sky/isophotes.ts";
import { milkyWay } from "../sky/milkyWay.ts";
import { createPanorama, type Panorama } from "../sky/panorama.ts";
import { readStarCatalogue } from "../sky/readStarCatalogue.ts";
import { type StarCatalogue, starCatalogue } from "../sky/starCatalogue.ts";
import { readSpacetimeTable } from "../spacetime/readSpacetimeTable.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import type { DiskGeometry } from "../trace/tracer.ts";
import type { CameraSample } from "../trajectory/cameraSample.ts";
import { generateTrajectory } from "../trajectory/generateTrajectory.ts";
import { readCameraCsv } from "../trajectory/readCameraCsv.ts";
import { diskGeometryOf } from "./diskGeometry.ts";
import { type InputFile, type InputFiles, textOf } from "./inputFiles.ts";

/** An input as the manifest names it. */
interface InputRecord {
  /** The field that asks for it: `sky.catalogue`. */
  readonly field: string;
  readonly name: string;
  readonly sha256: string;
}

/** A shot with everything that its files hold. */
export interface Scene {
  readonly shot: Shot;
  readonly spacetime: Spacetime;
  readonly disk: DiskGeometry | undefined;
  readonly samples: readonly CameraSample[];
  readonly catalogue: StarCatalogue;
  readonly panorama: Panorama | undefined;
  readonly inputs: readonly InputRecord[];
}

/**
 * Reads the files that a shot names and generates what it asks for.
 * @throws InputError with everything that is wrong in all of them; without its spacetime no trajectory is looked at
 */
export function readScene(shot: Shot, files: InputFiles): Scene {
  const { opener, inputs } = notingOpener(files);
  const found = new ProblemCollector();
  const spacetime = found.attempt(() => readSpacetimeOf(shot, opener));
  const disk = spacetime && found.attempt(() => diskGeometryOf(shot, spacetime));
  const samples = spacetime && found.attempt(() => readSamples(shot, spacetime, opener));
  const catalogue = found.attempt(() => readCatalogue(shot, opener));
  const panorama = found.attempt(() => readPanoramaOf(shot, opener));
  found.throwIfAny("shot");
  if (spacetime === undefined || samples === undefined || catalogue === undefined) {
    throw new TypeError("a scene without a problem lacks spacetime, samples or catalogue: report this");
  }
  return { shot, spacetime, disk, samples, catalogue, panorama, inputs };
}

/** What shines at infinity, and the files that it came from. */
export type SceneSky = Pick<Scene, "catalogue" | "panorama" | "inputs">;

/**
 * The sky of a shot alone.
 * @throws InputError with everything that is wrong in its files
 */
export function readSky(shot: Shot, files: InputFiles): SceneSky {
  const { opener, inputs } = notingOpener(files);
  const found = new ProblemCollector();
  const catalogue = found.attempt(() => readCatalogue(shot, opener));
  const panorama = found.attempt(() => readPanoramaOf(shot, opener));
  found.throwIfAny("shot");
  if (catalogue === undefined) throw new TypeError("a sky without a problem lacks stars: report this");
  return { catalogue, panorama, inputs };
}

/** Opens files and puts them down as inputs. */
interface Opener {
  readonly open: (field: string, name: string) => InputFile;
  readonly openShipped: (field: string, name: string) => InputFile;
}

function notingOpener(files: InputFiles): { readonly opener: Opener; readonly inputs: InputRecord[] } {
  const inputs: InputRecord[] = [];
  const noted = (field: string, file: InputFile): InputFile => {
    inputs.push({ field, name: file.name, sha256: file.sha256 });
    return file;
  };
  const opener: Opener = {
    open: (field, name) => noted(field, files.open(name, field)),
    openShipped: (field, name) => noted(field, files.openShipped(name)),
  };
  return { opener, inputs };
}

function readSamples({ trajectory, camera }: Shot, spacetime: Spacetime, { open }: Opener): CameraSample[] {
  if (trajectory.kind !== "file") return generateTrajectory(trajectory, spacetime, camera.hfovDeg);
  const file = open("trajectory.file", trajectory.file);
  return readCameraCsv(textOf(file), file.name, { spacetime, projection: camera.projection });
}

function readSpacetimeOf({ spacetime }: Shot, { open }: Opener): Spacetime {
  if (spacetime.kind !== "tabulated") return spacetime;
  const file = open("spacetime.file", spacetime.file);
  return { kind: "tabulated", table: readSpacetimeTable(file.bytes, file.name) };
}

const SHIPPED_MILKY_WAY = "milky-way.txt";

function readPanoramaOf({ sky }: Shot, opener: Opener): Panorama | undefined {
  const field = "sky.panorama";
  if (sky.panorama === "none") return undefined;
  if (sky.panorama === "milky-way") {
    return milkyWayPanorama(opener.openShipped(field, SHIPPED_MILKY_WAY));
  }
  const file = opener.open(field, sky.panorama);
  const image = decodePng(file.bytes, file.name);
  if (image.widthPx === 2 * image.heightPx) return createPanorama(image);
  const what = `is ${JSON.stringify(file.name)} of ${image.widthPx} by ${image.heightPx} px, which shows no whole sky`;
  throw new InputError("picture", [
    { at: field, what, mend: "give an equirectangular PNG, twice as wide as high" },
  ]);
}

/** Made panoramas by the bytes that they are made of: whoever opens the same bytes again need not wait again. */
const madePanoramas = new WeakMap<Uint8Array, Panorama>();

function milkyWayPanorama(file: InputFile): Panorama {
  const made =
    madePanoramas.get(file.bytes) ?? createPanorama(milkyWay(readIsophotes(textOf(file), file.name)));
  madePanoramas.set(file.bytes, made);
  return made;
}

const SHIPPED_STARS = "stars.csv";

function readCatalogue({ sky }: Shot, { open, openShipped }: Opener): StarCatalogue {
  if (sky.catalogue === "none") return starCatalogue([]);
  if (sky.catalogue === "graticule") return graticule();
  const field = "sky.catalogue";
  const file = sky.catalogue === "stars" ? openShipped(field, SHIPPED_STARS) : open(field, sky.catalogue);
  return readStarCatalogue(textOf(file), { name: file.name, faintestMagnitude: sky.faintestMagnitude });
}
