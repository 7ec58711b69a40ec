import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { smallLensMap } from "../../test/lensMaps.ts";
import { encodeLensMap } from "./encodeLensMap.ts";
import { exportLensMap } from "./exportLensMap.ts";
import { encodeNpz } from "./npz.ts";

const python = ["python3", "python", "/usr/bin/python3"].find(
  (command) => spawnSync(command, ["-c", "import numpy"]).status === 0,
);

/** Runs Python on a file that it finds as sys.argv[1], and gives the JSON it prints. */
function readByNumpy(bytes: Uint8Array, program: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), "lensmap-"));
  try {
    const file = join(folder, "map.npz");
    writeFileSync(file, bytes);
    const script = `import json, sys, zipfile, numpy\nassert zipfile.ZipFile(sys.argv[1]).testzip() is None\n`;
    const { stdout, stderr, status } = spawnSync(
      python!,
      ["-c", `${script}a = numpy.load(sys.argv[1])\n${program}`, file],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an export is the same bytes each time", () => {
  const bytes = encodeLensMap(smallLensMap());
  expect(exportLensMap(bytes, "a")).toEqual(exportLensMap(bytes, "a"));
});

test("numbers that do not fill their shape are refused", () => {
  const array = { name: "x", shape: [2, 3], values: new Float64Array(5) };
  expect(() => encodeNpz([array])).toThrow("5 numbers do not have the shape (2, 3): it has 6");
});

test("NumPy reads back what was exported (needs python3 with numpy)", (context) => {
  if (python === undefined) return context.skip("no python3 with numpy on PATH");
  const map = smallLensMap();
  const found = readByNumpy(
    exportLensMap(encodeLensMap(map), "a"),
    `print(json.dumps({k: [str(a[k].dtype), list(a[k].shape), a[k].tolist()] for k in a.files}))`,
  ) as Record<string, [string, number[], unknown[]]>;
  const counts = map.frames.map(({ vertices }) => vertices.count);
  const count = counts[0]! + counts[1]!;
  const cells = map.frames.map((frame) => frame.cells.count);
  expect(found.vertex_start).toEqual(["int32", [3], [0, counts[0], count]]);
  expect(found.cell_start![2]).toEqual([0, cells[0], cells[0]! + cells[1]!]);
  expect(found.frame).toEqual(["int32", [2], [3, 5]]);
  expect(found.tetrad!.slice(0, 2)).toEqual(["float64", [2, 4, 4]]);
  const all = <T>(read: (frame: (typeof map.frames)[number]) => Iterable<T>): T[] =>
    map.frames.flatMap((frame) => [...read(frame)]);
  const columns = {
    x: ["float64", all(({ vertices }) => Array.from(vertices.x, (x) => 2 * x))],
    redshift_g: ["float64", all(({ vertices }) => vertices.redshiftG)],
    margin_u: ["float64", all(({ vertices }) => vertices.marginU)],
    status: ["uint8", all(({ vertices }) => vertices.status)],
    order: ["int32", all(({ vertices }) => vertices.order)],
    level: ["uint8", all((frame) => frame.cells.level)],
  } as const;
  for (const [name, [type, values]] of Object.entries(columns)) {
    expect(found[name], name).toEqual([type, [values.length], values]);
  }
  expect(found.direction!.slice(0, 2)).toEqual(["float64", [count, 3]]);
  expect(found.direction![2].flat()).toEqual(all(({ vertices }) => vertices.direction));
  expect(found.corners!.slice(0, 2)).toEqual(["uint32", [cells[0]! + cells[1]!, 4]]);
  expect(found.corners![2].flat()).toEqual(all((frame) => frame.cells.corners));
});
