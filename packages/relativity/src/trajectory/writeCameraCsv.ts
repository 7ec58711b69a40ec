import { CAMERA_COLUMNS } from "./cameraColumns.ts";
import type { CameraSample } from "./cameraSample.ts";

/** The text of a `camera.csv`: every number with all its digits, so that reading it gives the same bits. */
export function writeCameraCsv(samples: readonly CameraSample[]): string {
  const header = CAMERA_COLUMNS.map(({ name }) => name).join(",");
  // Adding 0 turns a negative zero into a positive one.
  const lines = samples.map((sample) => CAMERA_COLUMNS.map(({ of }) => String(of(sample) + 0)).join(","));
  return `${[header, ...lines].join("\n")}\n`;
}
