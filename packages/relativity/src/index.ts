export { leastObserverRadius } from "./camera/observerRange.ts";
export { type LocalDirection, type PinholeImage, pixelDirection } from "./camera/pixelDirection.ts";
export { relativityKernelSpec } from "./kernelTables/spec.ts";
export {
  describeLensMap,
  type LensFrameDescription,
  type LensMapDescription,
} from "./lensMap/describeLensMap.ts";
export { type ColumnDifference, diffLensMaps, type LensMapDifference } from "./lensMap/diffLensMaps.ts";
export { exportLensMap } from "./lensMap/exportLensMap.ts";
export { sha256Hex } from "./lensMap/sha256.ts";
export { type LensMapVerdict, verifyLensMap } from "./lensMap/verifyLensMap.ts";
export type { EncodeVideo } from "./movie/finishMovie.ts";
export { openInputFolder } from "./movie/host/inputFolder.ts";
export { openOutputStore } from "./movie/host/outputStore.ts";
export { findVideoEncoder, type VideoEncoder } from "./movie/host/video.ts";
export type { InputFile, InputFiles } from "./movie/inputFiles.ts";
export { createMemoryStore, type MemoryStore } from "./movie/memoryStore.ts";
export { MOVIE_FILES, type MovieFiles } from "./movie/movieFiles.ts";
export type { FrameRange } from "./movie/moviePlan.ts";
export type { MovieStore } from "./movie/movieStore.ts";
export type { MovieProgress, OnProgress } from "./movie/progress.ts";
export { type LensMapFile, type LensMapMovie, openLensMapMovie } from "./movie/repaint.ts";
export { crc32 } from "./picture/crc32.ts";
export { InputError, type Problem } from "./problem.ts";
export { traceDiskCrossings } from "./rays/diskCrossings.ts";
export type { RayAnswer, RayRequest } from "./rays/ray.ts";
export { type RayPath, traceRayPath } from "./rays/rayPath.ts";
export { type OpenTable, readRays } from "./rays/readRays.ts";
export { traceRequests } from "./rays/traceRequests.ts";
export { type MovieReport, type MovieRequest, renderMovie } from "./renderMovie.ts";
export { shotFileHelp } from "./shot/help.ts";
export { readShot } from "./shot/readShot.ts";
export { horizonRadius } from "./spacetime/horizon.ts";
export { readSpacetimeTable } from "./spacetime/readSpacetimeTable.ts";
export { type Sampling, sampleSpacetime, symmetricNodes } from "./spacetime/sampleSpacetime.ts";
export type { SpacetimeTable } from "./spacetime/spacetimeTable.ts";
export { writeSpacetimeTable } from "./spacetime/spacetimeTableFile.ts";
export type { DiskCrossing } from "./trace/tracer.ts";
export { cameraFileHelp } from "./trajectory/cameraColumns.ts";
export type { PathPoint } from "./trajectory/path.ts";
export { type RainFall, rainFall } from "./trajectory/rainFall.ts";
export {
  type ObserverView,
  traceObserverView,
  type ViewDetail,
  type ViewDisk,
  type ViewRequest,
} from "./view/observerView.ts";
export { readSkyLight, type SkyLight, type SkyPanorama } from "./view/skyLight.ts";
