import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batteryKernelSpec } from "@lightcone/battery";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type Diagnosis, diagnosisText, doctorCommand } from "./doctor.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-doctor-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function runDoctor(...args: string[]) {
  const written: string[] = [];
  const io = {
    out: (text: string) => written.push(text),
    err: (text: string) => written.push(text),
    isTerminal: false,
    outHasColour: false,
  };
  const exitCode = await doctorCommand.run(args, io);
  return { exitCode, text: written.join("") };
}

test("a machine on which nothing falls back gets exit code 0, in words and in JSON", async () => {
  const file = join(folder, "doctor.json");
  const { exitCode, text } = await runDoctor("--json", file);
  expect(text).toMatch(
    /kernel battery +kernel, ABI \d+, parity \d+\n.*battery\.wasm\n +sha256 [0-9a-f]{64}\n/,
  );
  expect(text).toMatch(/worker +started and answered in \d+ ms\nwake-up +\d+ µs/);
  expect(text).toMatch(/All is well\.\n$/);
  expect(exitCode).toBe(0);
  const diagnosis = JSON.parse(readFileSync(file, "utf8")) as Diagnosis;
  expect(diagnosisText(diagnosis)).toBe(text);
  expect(diagnosis.kernels[0]).toMatchObject({
    activeEngine: "kernel",
    finding: { abiVersion: batteryKernelSpec.abiVersion, parityRevision: batteryKernelSpec.parityRevision },
  });
  expect(diagnosis.versions.node).toBe(process.versions.node);
});

test("a kernel that is refused is named with its file and reason, and the exit code is 1", async () => {
  writeFileSync(join(folder, "battery.wasm"), "not a kernel");
  vi.stubEnv("LIGHTCONE_KERNEL_DIR", folder);
  const { exitCode, text } = await runDoctor();
  expect(text).toMatch(/kernel battery +REFERENCE ENGINE, SLOWER\n/);
  expect(text).toContain(
    `Fault: kernel battery would run as its reference engine: ${join(folder, "battery.wasm")}`,
  );
  expect(text).toMatch(/no whole WebAssembly module/);
  expect(exitCode).toBe(1);
});

test("a worker that does not answer and a narrow quota are told", () => {
  const text = diagnosisText({
    lanes: { cpuCount: 8, usableCpuCount: 8, autoLaneCount: 2, isLimitedByQuota: true },
    worker: { doesAnswer: false, startMs: null, wakeMicroseconds: null, warnings: [] },
    kernels: [],
    versions: { lightcone: "1", node: "2", v8: "3", platform: "4" },
    faults: ["a worker does not answer: everything would run on one lane"],
  });
  expect(text).toMatch(/CPU quota +leaves 2\n/);
  expect(text).toMatch(/worker +DOES NOT ANSWER\n/);
  expect(text).toMatch(/Fault: a worker does not answer/);
});

test("help and bad flags", async () => {
  const { exitCode, text } = await runDoctor("--help");
  expect([exitCode, text]).toEqual([0, doctorCommand.help]);
  expect(text).toMatch(/Example:\n {2}lightcone doctor/);
  await expect(runDoctor("--jsn", "x")).rejects.toThrow(/--jsn.*is not a flag/);
  await expect(runDoctor("extra")).rejects.toThrow(/extra/);
});
