import type { FrameCamera, Projection } from "../camera/frameCamera.ts";
import { cameraTetrad } from "../camera/tetrad.ts";
import type { CameraChoice } from "../shot/shot.ts";
import type { Spacetime } from "../spacetime/spacetime.ts";
import { radiansOfDegrees } from "./angle.ts";
import type { CameraSample } from "./cameraSample.ts";

/**
 * The cameras of a movie's frames: each sample's hints made a frame by Gram-Schmidt with its own four-velocity,
 * anew at every frame. Exposure is the trajectory's alone; the shot's comes in when frames are drawn.
 */
export function frameCameras(
  samples: readonly CameraSample[],
  spacetime: Spacetime,
  camera: CameraChoice,
): FrameCamera[] {
  return samples.map((sample) => ({
    frame: sample.frame,
    tauM: sample.tauM,
    tKsM: sample.tKsM,
    position: sample.position,
    tetrad: cameraTetrad({ ...sample, spacetime }, sample),
    projection: projectionOf(camera, sample.hfovDeg),
    exposure: sample.exposure,
  }));
}

function projectionOf({ projection: kind, widthPx, heightPx }: CameraChoice, hfovDeg: number): Projection {
  if (kind === "equirectangular") return { kind, widthPx, heightPx };
  return { kind, widthPx, heightPx, hfovRad: radiansOfDegrees(hfovDeg) };
}
