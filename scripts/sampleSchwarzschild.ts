// Writes the small tabulated spacetime that ships with the examples, Schwarzschild sampled on a grid:
//   node scripts/sampleSchwarzschild.ts
// The file is checked in; a test holds it to this script.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sampleSpacetime, symmetricNodes, writeSpacetimeTable } from "@lightcone/relativity";

/** Nodes along each side of the grid, and its half side in M. */
const NODE_COUNT = 24;
const EXTENT_M = 12;

/** The bytes of examples/schwarzschild.table: 24 nodes a side, in single precision. */
export function schwarzschildTable(): Uint8Array {
  const nodes = symmetricNodes(NODE_COUNT, EXTENT_M, 0.5);
  const table = sampleSpacetime(
    { kind: "schwarzschild" },
    {
      name: "schwarzschild",
      axes: { t: Float64Array.of(0), x: nodes, y: nodes, z: nodes },
      captureRadiusM: 2.5,
      outsideTime: "hold",
      fillRadiusM: 1.8,
    },
  );
  return writeSpacetimeTable(table, "f32");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(import.meta.dirname, "../examples/schwarzschild.table"), schwarzschildTable());
}
