import type { Problem } from "../problem.ts";
import { type SpacetimeTable, TABLE_FIELDS } from "./spacetimeTable.ts";

/** The first node whose numbers are no spacetime's: not finite, lapse not above 0, spatial metric not positive. */
export function valueFault(table: SpacetimeTable): Problem | undefined {
  const count = TABLE_FIELDS.length;
  for (let at = 0; at < table.values.length; at += count) {
    const fields = table.values.subarray(at, at + count);
    const wrong = fields.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) {
      const what = `${TABLE_FIELDS[wrong]} is ${fields[wrong]}`;
      return { at: nodeName(table, at / count), what, mend: "write finite numbers, also inside the hole" };
    }
    if (!(fields[0]! > 0)) {
      return {
        at: nodeName(table, at / count),
        what: `lapse is ${fields[0]}`,
        mend: "write a lapse above 0",
      };
    }
    if (!isPositive(fields)) {
      const what = `the spatial metric (${fields.slice(4).join(", ")}) is not positive`;
      return {
        at: nodeName(table, at / count),
        what,
        mend: "write covariant components in the order of the fields",
      };
    }
  }
  return undefined;
}

/** Whether a spatial metric measures every vector as longer than 0: its leading minors are above 0. */
function isPositive(fields: Float64Array): boolean {
  const [xx, xy, xz, yy, yz, zz] = fields.subarray(4) as unknown as [
    ...[number, number, number, number, number, number],
  ];
  const minor = xx * yy - xy * xy;
  const determinant = zz * minor - xx * yz * yz + 2 * xy * xz * yz - yy * xz * xz;
  return xx > 0 && minor > 0 && determinant > 0;
}

/** Where a node is, in words. */
function nodeName({ axes }: SpacetimeTable, node: number): string {
  const { t, x, y, z } = axes;
  const iz = node % z.length;
  const iy = Math.floor(node / z.length) % y.length;
  const ix = Math.floor(node / (z.length * y.length)) % x.length;
  const it = Math.floor(node / (z.length * y.length * x.length));
  return `node t[${it}] x[${ix}] y[${iy}] z[${iz}] at (${t[it]}, ${x[ix]}, ${y[iy]}, ${z[iz]})`;
}
