import { openLensMap } from "./decodeLensMap.ts";
import type { LensFrame } from "./lensMap.ts";
import { unitPx } from "./lensMap.ts";
import { encodeNpz, type NumpyArray } from "./npz.ts";

/**
 * A lens map as a NumPy `.npz`. Vertices and cells of all frames stand one after the other: those of frame i are
 * `vertex_start[i]:vertex_start[i + 1]`, cells likewise; corners count within their frame. README.md beside this
 * lists the arrays.
 * @throws InputError `lens-map` for a file that cannot be read
 */
export function exportLensMap(bytes: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const map = openLensMap(bytes, name);
  const frames = Array.from({ length: map.header.frameCount }, (_, index) => map.frame(index));
  const vertexStart = starts(frames.map(({ vertices }) => vertices.count));
  const cellStart = starts(frames.map(({ cells }) => cells.count));
  const count = vertexStart.at(-1)!;
  const cells = cellStart.at(-1)!;
  const unit = unitPx(map.header.sampling);
  const pixels = (read: (frame: LensFrame) => Int32Array): Float64Array =>
    Float64Array.from(joined(new Int32Array(count), frames, read), (value) => value * unit);
  const vertexColumns: NumpyArray[] = [
    { name: "x", shape: [count], values: pixels(({ vertices }) => vertices.x) },
    { name: "y", shape: [count], values: pixels(({ vertices }) => vertices.y) },
    column(
      "status",
      joined(new Uint8Array(count), frames, ({ vertices }) => vertices.status),
    ),
    column(
      "reason",
      joined(new Uint8Array(count), frames, ({ vertices }) => vertices.reason),
    ),
    {
      name: "direction",
      shape: [count, 3],
      values: joined(new Float64Array(3 * count), frames, ({ vertices }) => vertices.direction),
    },
    column(
      "redshift_g",
      joined(new Float64Array(count), frames, ({ vertices }) => vertices.redshiftG),
    ),
    column(
      "order",
      joined(new Int32Array(count), frames, ({ vertices }) => vertices.order),
    ),
    column(
      "margin_u",
      joined(new Float64Array(count), frames, ({ vertices }) => vertices.marginU),
    ),
  ];
  return encodeNpz([
    ...cameraColumns(frames),
    { name: "vertex_start", shape: [frames.length + 1], values: vertexStart },
    { name: "cell_start", shape: [frames.length + 1], values: cellStart },
    ...vertexColumns,
    {
      name: "corners",
      shape: [cells, 4],
      values: joined(new Uint32Array(4 * cells), frames, (frame) => frame.cells.corners),
    },
    column(
      "level",
      joined(new Uint8Array(cells), frames, (frame) => frame.cells.level),
    ),
    { name: "header_json", shape: [headerBytes(map.header).length], values: headerBytes(map.header) },
  ]);
}

function headerBytes(header: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(header));
}

function cameraColumns(frames: readonly LensFrame[]): NumpyArray[] {
  const rows = (name: string, shape: readonly number[], read: (frame: LensFrame) => readonly number[]) => ({
    name,
    shape: [frames.length, ...shape],
    values: Float64Array.from(frames.flatMap((frame) => read(frame))),
  });
  return [
    column(
      "frame",
      Int32Array.from(frames, ({ camera }) => camera.frame),
    ),
    rows("tau", [], ({ camera }) => [camera.tauM]),
    rows("t_ks", [], ({ camera }) => [camera.tKsM]),
    rows("position", [3], ({ camera }) => camera.position),
    rows("tetrad", [4, 4], ({ camera: { tetrad } }) => [
      ...[...tetrad.u, ...tetrad.forward],
      ...[...tetrad.up, ...tetrad.right],
    ]),
    rows("size", [2], ({ camera: { projection } }) => [projection.widthPx, projection.heightPx]),
  ];
}

function column(name: string, values: NumpyArray["values"]): NumpyArray {
  return { name, shape: [values.length], values };
}

/** Where the part of each frame begins, and the end. */
function starts(counts: readonly number[]): Int32Array {
  const places = new Int32Array(counts.length + 1);
  counts.forEach((count, index) => {
    places[index + 1] = places[index]! + count;
  });
  return places;
}

function joined<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  target: T,
  frames: readonly LensFrame[],
  read: (frame: LensFrame) => T,
): T {
  let at = 0;
  for (const frame of frames) {
    const values = read(frame);
    target.set(values, at);
    at += values.length;
  }
  return target;
}
