import type { Engine } from "@lightcone/parallel";
import { pageThorneFlux, relativeTemperature } from "../disk/diskFlux.ts";
import { cos, PI, sin } from "../kernel/elementary.ts";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { type LensFrame, type MeshSampling, unitPx } from "../lensMap/lensMap.ts";
import { lensTriangles } from "../lensMap/lensTriangles.ts";
import { plainAnalyst } from "../lensMap/meshAnalyst.ts";
import { traceLensFrames } from "../lensMap/traceLensFrames.ts";
import { diskGeometryOf } from "../movie/diskGeometry.ts";
import type { InputFiles } from "../movie/inputFiles.ts";
import { type MoviePlan, planMovie } from "../movie/moviePlan.ts";
import { readScene } from "../movie/scene.ts";
import { tracersOn } from "../movie/tracers.ts";
import { InputError } from "../problem.ts";
import { readShot } from "../shot/readShot.ts";
import type { Shot } from "../shot/shot.ts";
import { horizonRadius } from "../spacetime/horizon.ts";
import { ESCAPED } from "../trace/tracer.ts";
import { CrossingRecord } from "./crossingRecord.ts";
import { type DiskReach, edgeAnalyst } from "./edgeAnalyst.ts";

/** How finely a view is traced: a mesh over all directions, laid out as an equirectangular image. */
export interface ViewDetail {
  /** Width of that image, an even number of pixels: 360 degrees. */
  readonly widthPx: number;
  /** Edge of the coarsest cells, a power of 2. */
  readonly coarseCellPx: number;
  /** Times that a cell can be halved where the sky bends. */
  readonly refinementLevel: number;
  /** Times that it can be halved along the edges of the shadow and of the disk, if that is more often. */
  readonly edgeLevel?: number;
}

/** Whose view is wanted. */
export interface ViewRequest {
  /** Text of a shot file: spacetime, first place of its trajectory, disk; look, image and sky do not matter. */
  readonly shot: string;
  readonly files: InputFiles;
  readonly detail: ViewDetail;
}

/**
 * What an observer sees in every direction, as a triangle mesh for whoever draws it. Where the camera looks is left
 * open: turning it needs no ray. Columns are single precision, for graphics hardware; no result comes from them.
 */
export interface ObserverView {
  readonly vertexCount: number;
  /** Unit vector of each vertex in the observer's frame: right, up, forward (towards the hole). */
  readonly local: Float32Array;
  /** Where on the sky its light comes from, three Kerr-Schild Cartesian components; 0 0 0 unless it escapes. */
  readonly sky: Float32Array;
  /** nu_observed / nu_emitted of the sky's light; 0 unless it escapes. */
  readonly redshiftG: Float32Array;
  /**
   * The first three crossings of the disk's plane, wherever outside the horizon: radius in M and
   * redshift factor each, 0 0 for none. Beyond the disk's edges too, so that the edges can be drawn between vertices.
   */
  readonly crossings: Float32Array;
  /** Boyer-Lindquist radius of the horizon, in M. */
  readonly horizonM: number;
  /** Vertex indices, three a triangle; triangles meet edge to edge. */
  readonly triangles: Uint32Array;
  readonly disk: ViewDisk | undefined;
  /** Rays that were traced for it. */
  readonly rays: number;
}

/** The disk's surface as it shines in its own matter's frame. */
export interface ViewDisk {
  readonly innerRadiusM: number;
  readonly outerRadiusM: number;
  /** In K, at radii whose square roots are evenly spaced from the inner to the outer edge. */
  readonly temperatureK: Float32Array;
  readonly brightness: number;
  readonly opacity: "transparent" | "opaque";
}

/**
 * Traces what the observer at a shot's first frame sees all around.
 * @throws InputError for a shot that is none, or whose trajectory stands in a file
 */
export async function traceObserverView(request: ViewRequest, engine: Engine): Promise<ObserverView> {
  const kernel = await engine.loadKernel(relativityKernelSpec);
  engine.startLanes();
  const plan = planMovie(readScene(wholeSkyShot(request), request.files), undefined);
  const tracer = tracersOn(engine, kernel, plan).open(plan.cameras);
  try {
    const { sampling } = plan.header;
    const record = new CrossingRecord(tracer, plan.cameras[0]!, sampling);
    const horizonM = horizonRadius(plan.scene.spacetime);
    const disk = viewDisk(readShot(request.shot), plan);
    const analyst = edgeAnalyst(tracer.analyst ?? plainAnalyst, {
      record,
      reach: disk && diskReach(disk, horizonM),
      edgesFromLevel: request.detail.refinementLevel,
    });
    const frame = traceLensFrames(plan.cameras, sampling, { ...record.tracer, analyst })[0]!;
    return {
      ...columnsOf(frame, sampling),
      crossings: record.columns(frame.vertices),
      horizonM,
      disk,
      rays: tracer.census().rays,
    };
  } finally {
    tracer.close();
  }
}

/** As far as crossings of the disk's plane are looked at: from there it is a line to every camera. */
const PLANE_RADIUS_M = 1e5;

function wholeSkyShot({ shot: text, detail }: ViewRequest): Shot {
  const shot = readShot(text);
  if (shot.trajectory.kind === "file") {
    const what = `is ${JSON.stringify(shot.trajectory.file)}, a file; a view is of a place that the shot itself names`;
    throw new InputError("shot", [{ at: "trajectory.file", what, mend: "write a kind, such as static" }]);
  }
  const { widthPx, coarseCellPx, refinementLevel, edgeLevel = refinementLevel } = detail;
  return {
    ...shot,
    trajectory: { ...shot.trajectory, frames: 1, look: { azDeg: 0, elDeg: 0, rollDeg: 0 } },
    camera: { projection: "equirectangular", widthPx, heightPx: widthPx / 2, hfovDeg: 360 },
    sky: { ...shot.sky, catalogue: "none", panorama: "none" },
    sampling: { ...shot.sampling, coarseCellPx, refinementLevel: Math.max(refinementLevel, edgeLevel) },
    disk: shot.disk && {
      ...shot.disk,
      innerRadiusM: "horizon",
      outerRadiusM: PLANE_RADIUS_M,
      opacity: "transparent",
    },
  };
}

type Columns = Pick<ObserverView, "vertexCount" | "local" | "sky" | "redshiftG" | "triangles">;

function columnsOf(frame: LensFrame, sampling: MeshSampling): Columns {
  const { vertices, camera } = frame;
  const { widthPx, heightPx } = camera.projection;
  const { count } = vertices;
  const local = new Float32Array(3 * count);
  const redshiftG = new Float32Array(count);
  const radiansAUnit = (2 * PI * unitPx(sampling)) / widthPx;
  const [middleX, middleY] = [widthPx / 2 / unitPx(sampling), heightPx / 2 / unitPx(sampling)];
  for (let vertex = 0; vertex < count; vertex++) {
    const azimuth = (vertices.x[vertex]! - middleX) * radiansAUnit;
    const elevation = (middleY - vertices.y[vertex]!) * radiansAUnit;
    local[3 * vertex] = cos(elevation) * sin(azimuth);
    local[3 * vertex + 1] = sin(elevation);
    local[3 * vertex + 2] = cos(elevation) * cos(azimuth);
    redshiftG[vertex] = vertices.status[vertex] === ESCAPED ? vertices.redshiftG[vertex]! : 0;
  }
  return {
    vertexCount: count,
    local,
    sky: Float32Array.from(vertices.direction),
    redshiftG,
    triangles: lensTriangles(frame, { sampling }).corners,
  };
}

function diskReach({ innerRadiusM, outerRadiusM }: ViewDisk, horizonM: number): DiskReach {
  return { outer: 1 / outerRadiusM, inner: 1 / innerRadiusM, horizon: 1 / horizonM };
}

/** Entries of a disk's temperature column. */
const TEMPERATURE_COUNT = 256;

function viewDisk(shot: Shot, { scene }: MoviePlan): ViewDisk | undefined {
  const heat = shot.disk;
  const disk = diskGeometryOf(shot, scene.spacetime);
  if (disk === undefined || heat === undefined) return undefined;
  const flux = pageThorneFlux(scene.spacetime);
  const [first, last] = [Math.sqrt(disk.innerRadiusM), Math.sqrt(disk.outerRadiusM)];
  const temperatureK = Float32Array.from({ length: TEMPERATURE_COUNT }, (_, index) => {
    const root = first + ((last - first) * index) / (TEMPERATURE_COUNT - 1);
    return root * root < flux.innerRadiusM
      ? 0
      : heat.peakTemperatureK * relativeTemperature(flux, root * root);
  });
  const { innerRadiusM, outerRadiusM, opacity } = disk;
  return { innerRadiusM, outerRadiusM, opacity, temperatureK, brightness: heat.brightness };
}
