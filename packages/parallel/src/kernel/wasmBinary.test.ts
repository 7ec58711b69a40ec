import { expect, test } from "vitest";
import { wasmModule } from "../../test/wasmModule.ts";
import { readWasm } from "./wasmBinary.ts";

test.each([true, false])(
  "the limits of the imported memory are read, whatever is beside it; shared: %s",
  (isShared) => {
    const bytes = wasmModule({
      imports: [
        { module: "env", name: "abort", kind: "function" },
        { module: "env", name: "memory", kind: "memory", initialPages: 16, maximumPages: 16384, isShared },
        { module: "env", name: "limit", kind: "global" },
      ],
      code: [],
    });
    new WebAssembly.Module(bytes);
    expect(readWasm(bytes).memory).toEqual({ initialPages: 16, maximumPages: 16384, isShared });
  },
);

test("a kernel without an imported memory has no limits", () => {
  expect(readWasm(wasmModule({ imports: [], code: [] })).memory).toBeUndefined();
});

// f64x2.relaxed_madd is 0xfd 0x107; three v128 constants feed it, and the result is dropped.
const zeros = [0xfd, 12, ...new Array(16).fill(0)];
const relaxed = [...zeros, ...zeros, ...zeros, 0xfd, 0x87, 0x02, 0x1a];

test("relaxed SIMD is objected to by its opcode", () => {
  const bytes = wasmModule({ imports: [], code: relaxed });
  new WebAssembly.Module(bytes);
  expect(readWasm(bytes).objection).toMatch(/relaxed SIMD \(opcode 0xfd 0x107\)/);
});

test("the bytes of that opcode inside constants are no objection", () => {
  const code = [
    ...[0x44, 0xfd, 0x87, 0x02, 0xfd, 0x87, 0x02, 0xfd, 0x87, 0x1a],
    ...[0xfd, 12, ...new Array(5).fill([0xfd, 0x87, 0x02]).flat(), 0xfd, 0x1a],
    ...[0x43, 0xfd, 0x87, 0x02, 0xfd, 0x1a],
    ...[0x41, 0xfd, 0x87, 0x02, 0x1a],
  ];
  const bytes = wasmModule({ imports: [], code });
  new WebAssembly.Module(bytes);
  expect(readWasm(bytes).objection).toBeUndefined();
});

test("an instruction behind every kind of immediate is still found", () => {
  const before = [
    ...[0x02, 0x40, 0x41, 0, 0x0d, 0, 0x41, 0, 0x0e, 1, 0, 0, 0x0b], // block, br_if, br_table, end
    ...[0x41, 0, 0x28, 2, 0x80, 0x08, 0x1a], // i32.load with a two-byte offset
    ...[0x41, 0, 0xfe, 0x10, 2, 4, 0x1a, 0xfe, 3, 0], // i32.atomic.load, fence
    ...[0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0], // memory.fill
    ...[0x41, 0, ...zeros, 0xfd, 87, 3, 8, 1, 0x1a], // v128.load64_lane
    ...[...zeros, 0xfd, 33, 1, 0x1a], // f64x2.extract_lane
    ...[0x41, 1, 0x41, 2, 0x41, 0, 0x1c, 1, 0x7f, 0x1a], // select with a type
  ];
  const imports = [
    { module: "env", name: "memory", kind: "memory", initialPages: 1, maximumPages: 2, isShared: true },
  ] as const;
  const clean = wasmModule({ imports, code: before });
  const dirty = wasmModule({ imports, code: [...before, ...relaxed] });
  for (const bytes of [clean, dirty]) new WebAssembly.Module(bytes);
  expect(readWasm(clean).objection).toBeUndefined();
  expect(readWasm(dirty).objection).toMatch(/relaxed/);
});

test("an unknown instruction is objected to instead of being guessed over", () => {
  expect(readWasm(wasmModule({ imports: [], code: [0x1f, 0x40] })).objection).toMatch(/instruction 0x1f/);
});
