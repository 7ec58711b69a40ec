import { describe, expect, it } from "vitest";
import { crc32 } from "../picture/crc32.ts";
import { InputError } from "../problem.ts";
import { readSpacetimeTable } from "./readSpacetimeTable.ts";
import { sampleSpacetime, symmetricNodes } from "./sampleSpacetime.ts";
import type { SpacetimeTable } from "./spacetimeTable.ts";
import { TABLE_PREAMBLE_BYTES, writeSpacetimeTable } from "./spacetimeTableFile.ts";

const nodes = symmetricNodes(6, 12, 0.5);

function sampled(change: Partial<SpacetimeTable> = {}): SpacetimeTable {
  const table = sampleSpacetime(
    { kind: "kerr", spin: 0.3 },
    {
      name: "small",
      axes: { t: Float64Array.of(0), x: nodes, y: nodes, z: nodes },
      captureRadiusM: 2.2,
      outsideTime: "hold",
      fillRadiusM: 1.5,
    },
  );
  return { ...table, ...change };
}

/** What the reader says of bytes. */
function complaint(bytes: Uint8Array): string {
  try {
    readSpacetimeTable(bytes, "a.table");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "";
}

/** The file with its header's text changed and everything else made to fit. */
function withHeader(change: (text: string) => string): Uint8Array {
  const bytes = writeSpacetimeTable(sampled(), "f32");
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(12, true);
  const text = new TextDecoder().decode(bytes.subarray(TABLE_PREAMBLE_BYTES, TABLE_PREAMBLE_BYTES + length));
  const changed = change(text);
  if (changed === text) throw new Error("the header does not have what is to be changed");
  const header = new TextEncoder().encode(changed);
  const first = (TABLE_PREAMBLE_BYTES + length + 7) & ~7;
  const newFirst = (TABLE_PREAMBLE_BYTES + header.length + 7) & ~7;
  const out = new Uint8Array(newFirst + bytes.length - first);
  out.set(bytes.subarray(0, TABLE_PREAMBLE_BYTES));
  out.set(header, TABLE_PREAMBLE_BYTES);
  out.set(bytes.subarray(first), newFirst);
  const outView = new DataView(out.buffer);
  outView.setUint32(12, header.length, true);
  outView.setUint32(out.length - 4, crc32(out.subarray(0, out.length - 4)), true);
  return out;
}

describe("the file of a tabulated spacetime", () => {
  it("gives back what was written, exactly in double precision", () => {
    const table = sampled();
    const copy = readSpacetimeTable(writeSpacetimeTable(table, "f64"), "a.table");
    expect(copy).toEqual(table);
    const single = readSpacetimeTable(writeSpacetimeTable(table, "f32"), "a.table");
    expect(single.values).toEqual(Float64Array.from(table.values, Math.fround));
  });

  it("is refused when cut off, of another kind or version, or changed", () => {
    const bytes = writeSpacetimeTable(sampled(), "f32");
    expect(complaint(bytes.subarray(0, 9))).toMatch(/a\.table: begins with/);
    expect(complaint(bytes.subarray(0, 40))).toMatch(/header has \d+ bytes, but the file has 40/);
    expect(complaint(bytes.subarray(0, bytes.length - 8))).toMatch(/has \d+ bytes, but .* need \d+/);
    const other = bytes.slice();
    other[8] = 2;
    expect(complaint(other)).toMatch(/is of version 2, but this reads version 1/);
    for (const at of [bytes.length - 2, bytes.length - 100]) {
      const flipped = bytes.slice();
      flipped[at]! ^= 4;
      expect(complaint(flipped)).toMatch(/checksum/);
    }
    expect(complaint(new TextEncoder().encode("frame,tau,t_ks,x,y,z"))).toMatch(/begins with "frame,ta"/);
  });

  it("is refused when its header is wrong, with path, value and remedy", () => {
    expect(complaint(withHeader((text) => text.slice(1)))).toMatch(/header: is no JSON/);
    expect(complaint(withHeader((text) => text.replace("shiftX", "shiftU")))).toMatch(
      /header\.fields: is .*shiftU.*give/,
    );
    expect(complaint(withHeader((text) => text.replace("cubic-spline", "linear")))).toMatch(
      /header\.interpolation/,
    );
    expect(complaint(withHeader((text) => text.replace('"f32"', '"f16"')))).toMatch(
      /header\.precision: is "f16"/,
    );
    expect(complaint(withHeader((text) => text.replace('"hold"', '"guess"')))).toMatch(/header\.outsideTime/);
    expect(complaint(withHeader((text) => text.replace('"x":[-12', '"x":[12')))).toMatch(
      /header\.axes\.x: has .* node 1/,
    );
    expect(complaint(withHeader((text) => text.replace('"t":[0]', '"t":[0,1]')))).toMatch(
      /axes\.t: has 2 nodes/,
    );
    expect(complaint(withHeader((text) => text.replace('"spin":0.3', '"spin":1.3')))).toMatch(
      /exterior\.spin: is 1\.3/,
    );
    expect(complaint(withHeader((text) => text.replace('"mass":1', '"mass":"1"')))).toMatch(
      /header\.exterior/,
    );
    for (const wrong of ["1.5", "3.5"]) {
      const text = complaint(withHeader((header) => header.replace('RadiusM":2.2', `RadiusM":${wrong}`)));
      expect(text).toMatch(new RegExp(`captureRadiusM: is ${wrong}, not between the horizon`));
    }
  });

  it("is refused when a node holds no spacetime, with the node", () => {
    const spoilt = (index: number, value: number): string => {
      const table = sampled();
      table.values[index] = value;
      return complaint(writeSpacetimeTable(table, "f64"));
    };
    expect(spoilt(10 * 7 + 3, Number.NaN)).toMatch(/node t\[0\] x\[0\] y\[1\] z\[1\].*shiftZ is NaN/);
    expect(spoilt(10 * 7, 0)).toMatch(/lapse is 0/);
    expect(spoilt(10 * 7 + 4, -1)).toMatch(/spatial metric .* not positive/);
  });
});
