import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import * as trialLayout from "../../test/kernel/trialLayout.ts";
import { trialKernelSpec, trialProbe } from "../../test/trialKernel.ts";
import { type WasmImport, wasmModule } from "../../test/wasmModule.ts";
import type { KernelSpec } from "./kernelSpec.ts";
import { type LoadOptions, loadKernel } from "./loadKernel.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-kernels-"));
afterAll(() => rmSync(folder, { recursive: true }));

const options: LoadOptions = {
  engine: "kernel",
  debug: false,
  kernelDir: undefined,
  maximumPages: 16384,
  laneCount: 2,
};
const goodBytes = readFileSync(trialKernelSpec.wasmUrl);
const kernelMemory: WasmImport = {
  module: "env",
  name: "memory",
  kind: "memory",
  initialPages: 16,
  maximumPages: 16384,
  isShared: true,
};
const goodExports = ["abiVersion", "parityRevision", "runTrials"].map((name) => ({ name, value: 1 }));
const trap = { imports: [kernelMemory], code: [0x00], constants: goodExports, heapBase: 2048 };

/** Loads a file's bytes under the kernel's name from a folder of their own, and gives why they were refused. */
async function refusalOf(bytes: Uint8Array, spec: Partial<KernelSpec> = {}): Promise<string | undefined> {
  const kernelDir = mkdtempSync(join(folder, "case-"));
  writeFileSync(join(kernelDir, "parallel-test.wasm"), bytes);
  const loaded = await loadKernel({ ...trialKernelSpec, ...spec }, { ...options, kernelDir });
  expect(loaded.activeEngine).toBe(loaded.fallbackReason === undefined ? "kernel" : "reference");
  if (loaded.fallbackReason !== undefined) expect(loaded.fallbackReason).toContain(kernelDir);
  return loaded.fallbackReason;
}

test("the built kernel is active, with what is known of its file", async () => {
  const loaded = await loadKernel(trialKernelSpec, options);
  expect(loaded).toMatchObject({
    activeEngine: "kernel",
    fallbackReason: undefined,
    finding: { abiVersion: trialKernelSpec.abiVersion, parityRevision: trialKernelSpec.parityRevision },
  });
  expect(loaded.finding.place).toMatch(/parallel-test\.wasm$/);
  expect(loaded.finding.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(loaded.module).toBeInstanceOf(WebAssembly.Module);
});

test("a kernel of another folder is taken from there", async () => {
  expect(await refusalOf(goodBytes)).toBeUndefined();
});

test("a stale ABI is refused with both numbers, and not as a parity matter", async () => {
  const reason = await refusalOf(goodBytes, { abiVersion: 9, referenceUrl: referenceOf(9, 1) });
  expect(reason).toMatch(/ABI version 1, expected 9/);
  expect(reason).not.toMatch(/parity/);
});

test("a stale parity revision is refused with both numbers, and not as an ABI matter", async () => {
  const reason = await refusalOf(goodBytes, { parityRevision: 8, referenceUrl: referenceOf(1, 8) });
  expect(reason).toMatch(/parity revision 1, expected 8/);
  expect(reason).not.toMatch(/ABI/);
});

/** A reference module with the revisions of a newer package. */
function referenceOf(abiVersion: number, parityRevision: number): URL {
  const source = `export const createReference = () => ({
    abiVersion: () => ${abiVersion}, parityRevision: () => ${parityRevision}, runTrials() {} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

test("a stale kernel is refused before anything of it but its revisions has run", async () => {
  const stale = wasmModule({
    ...trap,
    constants: [
      { name: "abiVersion", value: 0 },
      { name: "parityRevision", value: 1 },
    ],
  });
  // Its only entry traps: called even once, the reason would be another.
  const reason = await refusalOf(stale, { entries: ["code"], referenceUrl: referenceOfCode });
  expect(reason).toMatch(/ABI version 0, expected 1/);
});

const referenceOfCode = new URL(
  `data:text/javascript,${encodeURIComponent("export const createReference = () => ({ abiVersion: () => 1, parityRevision: () => 1, code() {} });")}`,
);

test("a missing entry, a missing heap base and a missing revision are refused by name", async () => {
  expect(
    await refusalOf(goodBytes, { entries: ["runTrials", "runRays"], referenceUrl: referenceWith("runRays") }),
  ).toMatch(/does not export function runRays/);
  const { heapBase: _, ...withoutHeapBase } = trap;
  expect(await refusalOf(wasmModule(withoutHeapBase))).toMatch(/does not export global __heap_base/);
  expect(await refusalOf(wasmModule({ ...trap, constants: goodExports.slice(1) }))).toMatch(
    /does not export function abiVersion/,
  );
});

function referenceWith(entry: string): URL {
  const source = `export const createReference = () => ({
    abiVersion: () => 1, parityRevision: () => 1, runTrials() {}, ${entry}() {} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

test("a file that is missing, cut short or no wasm at all is refused", async () => {
  const missing = await loadKernel(trialKernelSpec, { ...options, kernelDir: join(folder, "nowhere") });
  expect(missing.fallbackReason).toMatch(/nowhere.*cannot be read.*ENOENT/);
  expect(missing.activeEngine).toBe("reference");
  expect(await refusalOf(goodBytes.subarray(0, goodBytes.length - 20))).toMatch(
    /no whole WebAssembly module/,
  );
  expect(await refusalOf(new TextEncoder().encode("not a kernel"))).toMatch(/no whole.*12 bytes/);
  expect(await refusalOf(new Uint8Array())).toMatch(/no whole.*0 bytes/);
});

test("any import but memory and abort, and a memory of another kind, is refused", async () => {
  const random: WasmImport = { module: "env", name: "random", kind: "function" };
  const abort: WasmImport = { module: "env", name: "abort", kind: "global" };
  expect(await refusalOf(wasmModule({ ...trap, imports: [kernelMemory, random] }))).toMatch(
    /imports function env\.random/,
  );
  expect(await refusalOf(wasmModule({ ...trap, imports: [kernelMemory, abort] }))).toMatch(
    /imports global env\.abort/,
  );
  expect(await refusalOf(wasmModule({ ...trap, imports: [] }))).toMatch(/memory of the wrong kind \(none\)/);
  const kinds = [{ isShared: false }, { maximumPages: 100 }, { initialPages: 17 }];
  for (const kind of kinds) {
    const bytes = wasmModule({ ...trap, imports: [{ ...kernelMemory, ...kind } as WasmImport] });
    expect(await refusalOf(bytes)).toMatch(/wrong kind.*expected shared, 16 to 16384 pages/);
  }
});

test("relaxed SIMD is refused", async () => {
  const zeros = [0xfd, 12, ...new Array(16).fill(0)];
  const code = [...zeros, ...zeros, ...zeros, 0xfd, 0x87, 0x02, 0x1a];
  expect(await refusalOf(wasmModule({ ...trap, code }))).toMatch(/relaxed SIMD/);
});

test("a kernel that traps when it starts is refused", async () => {
  expect(await refusalOf(wasmModule({ ...trap, startsWithCode: true }))).toMatch(
    /cannot be started.*unreachable/,
  );
});

test("a probe run with other bytes than the reference's is refused, with the first word that differs", async () => {
  const reason = await refusalOf(goodBytes, { probe: trialProbe(trialLayout.ACTION_TELL_ENGINE) });
  expect(reason).toMatch(/differs from the reference engine in its probe run, word 2 of 11: 1 instead of 2/);
});

test("a probe run that traps, touches the canary or depends on old scratch is refused", async () => {
  expect(await refusalOf(goodBytes, { probe: kernelOnly(trialLayout.ACTION_TRAP) })).toMatch(
    /fails its probe run: unreachable/,
  );
  expect(await refusalOf(goodBytes, { probe: kernelOnly(trialLayout.ACTION_NULL_WRITE) })).toMatch(
    /fails its probe run: writes to address 0/,
  );
  expect(await refusalOf(goodBytes, { probe: trialProbe(trialLayout.ACTION_LEAK) })).toMatch(
    /depends on what scratch held before/,
  );
});

/** The reference engine runs first and sees an ordinary job; the kernel sees the action. */
function kernelOnly(action: number): NonNullable<KernelSpec["probe"]> {
  let writes = 0;
  return {
    entry: "runTrials",
    write: (memory, arena) =>
      trialProbe(writes++ === 0 ? trialLayout.ACTION_COMPUTE : action).write(memory, arena),
  };
}

test("what the probe takes of the memory is given back", async () => {
  const { arena } = await loadKernel(trialKernelSpec, options);
  expect(arena.usage().blockCount).toBe(1); // the scratch of all lanes
});

test("a refused kernel's memory goes with it: the reference engine starts on a clean one", async () => {
  const spec = { ...trialKernelSpec, probe: kernelOnly(trialLayout.ACTION_NULL_WRITE) };
  const { arena, fallbackReason } = await loadKernel(spec, options);
  expect(fallbackReason).toMatch(/address 0/);
  expect(arena.bytes(0, 4)).toEqual(new Uint8Array([1, 38, 75, 112]));
});

test("the reference engine and a debug run never look at the file", async () => {
  const nowhere = { ...options, kernelDir: join(folder, "nowhere") };
  for (const choice of [{ engine: "reference" as const }, { debug: true }]) {
    const loaded = await loadKernel(trialKernelSpec, { ...nowhere, ...choice });
    expect(loaded).toMatchObject({ activeEngine: "reference", fallbackReason: undefined, module: undefined });
  }
});

test("a reference engine that is not what the spec promises is an error, not a fallback", async () => {
  const spec = { ...trialKernelSpec, entries: ["runTrials", "runRays"] };
  await expect(loadKernel(spec, { ...options, engine: "reference" })).rejects.toThrow(/has no entry runRays/);
  const newer = { ...trialKernelSpec, abiVersion: 2 };
  await expect(loadKernel(newer, { ...options, engine: "reference" })).rejects.toThrow(
    /ABI version 1 and parity revision 1, expected 2 and 1/,
  );
});

test("what goes wrong with anything but the kernel's file is thrown as it is, and no fallback", async () => {
  const error = new RangeError("no such table");
  const write = (): never => {
    throw error;
  };
  const spec = { ...trialKernelSpec, probe: { entry: "runTrials", write } };
  await expect(loadKernel(spec, options)).rejects.toBe(error);
});

test("each lane's scratch starts at a pair of cache lines", async () => {
  const { scratchBase, scratchBytes } = await loadKernel({ ...trialKernelSpec, scratchBytes: 200 }, options);
  expect([scratchBase % 128, scratchBytes]).toEqual([0, 256]);
});
