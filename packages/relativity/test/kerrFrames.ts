import type { FrameCamera } from "../src/camera/frameCamera.ts";
import { observerFourVelocity } from "../src/camera/observer.ts";
import { kerrSchildPosition } from "../src/camera/place.ts";
import { sphericalTetrad } from "../src/camera/tetrad.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";

export const fastKerr: Spacetime = { kind: "kerr", spin: 0.9 };

/** Cosine and sine of 80 degrees. */
const theta = { cos: 0.17364817766693041, sin: 0.984807753012208 };

/** A camera that falls freely from rest at infinity at 80 degrees from the axis, looking in: one frame a radius. */
export function rainFrames(
  radiiM: readonly number[],
  widthPx = 64,
  heightPx = 36,
  spacetime: Spacetime = fastKerr,
): FrameCamera[] {
  const spin = spacetime.kind === "kerr" ? spacetime.spin : 0;
  return radiiM.map((radiusM, frame) => {
    const position = kerrSchildPosition(spin, radiusM, { theta, phi: { cos: 1, sin: 0 } });
    const tKsM = 3 * frame;
    const fourVelocity = observerFourVelocity({ spacetime, position }, { kind: "rain" });
    const tetrad = sphericalTetrad({ spacetime, position, tKsM, fourVelocity });
    return {
      frame,
      tauM: frame,
      tKsM,
      position,
      tetrad,
      projection: { kind: "pinhole", widthPx, heightPx, hfovRad: 1.0471975511965976 },
      exposure: 1,
    };
  });
}
