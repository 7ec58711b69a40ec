/** One import of a hand-made module; a function takes and gives nothing, a global is a constant i32. */
export type WasmImport =
  | {
      readonly module: string;
      readonly name: string;
      readonly kind: "function" | "global";
    }
  | {
      readonly module: string;
      readonly name: string;
      readonly kind: "memory";
      readonly initialPages: number;
      readonly maximumPages: number;
      readonly isShared: boolean;
    };

/** A function that takes nothing and gives one i32, exported by name. */
export interface WasmConstant {
  readonly name: string;
  readonly value: number;
}

/**
 * Puts a WebAssembly module together byte by byte, for files that no compiler of ours would write.
 * @param parts  imports; `code`: instructions of one function that takes and gives nothing, exported as `code`;
 *               `constants`: functions that give one number each; `heapBase`: value of the global `__heap_base`;
 *               `startsWithCode`: `code` runs when the module is instantiated
 */
export function wasmModule(parts: {
  readonly imports: readonly WasmImport[];
  readonly code: readonly number[];
  readonly constants?: readonly WasmConstant[];
  readonly heapBase?: number;
  readonly startsWithCode?: boolean;
}): Uint8Array<ArrayBuffer> {
  const { imports, code, constants = [], heapBase } = parts;
  const importedFunctions = imports.filter(({ kind }) => kind === "function").length;
  const importedGlobals = imports.filter(({ kind }) => kind === "global").length;
  const bodies = [code, ...constants.map(({ value }) => [0x41, ...signed(value)])];
  const exports = ["code", ...constants.map(({ name }) => name)].map((name, index) => [
    ...text(name),
    ...[0, ...unsigned(importedFunctions + index)],
  ]);
  if (heapBase !== undefined) exports.push([...text("__heap_base"), 3, ...unsigned(importedGlobals)]);
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [
      [0x60, 0, 0],
      [0x60, 0, 1, 0x7f],
    ]),
    ...section(2, imports.map(importBytes)),
    ...section(
      3,
      bodies.map((_, index) => [index === 0 ? 0 : 1]),
    ),
    ...(heapBase === undefined ? [] : section(6, [[0x7f, 0, 0x41, ...signed(heapBase), 0x0b]])),
    ...section(7, exports),
    ...(parts.startsWithCode ? [8, ...sized(unsigned(importedFunctions))] : []),
    ...section(
      10,
      bodies.map((body) => sized([0, ...body, 0x0b])),
    ),
  ]);
}

function importBytes(entry: WasmImport): number[] {
  const name = [...text(entry.module), ...text(entry.name)];
  if (entry.kind !== "memory") return [...name, ...(entry.kind === "function" ? [0, 0] : [3, 0x7f, 0])];
  const flags = entry.isShared ? 3 : 1;
  return [...name, 2, flags, ...unsigned(entry.initialPages), ...unsigned(entry.maximumPages)];
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  return [id, ...sized([...unsigned(items.length), ...items.flat()])];
}

function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function text(value: string): number[] {
  return sized([...new TextEncoder().encode(value)]);
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
