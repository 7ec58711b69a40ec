import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batteryKernelSpec } from "@lightcone/battery";
import { relativityKernelSpec } from "@lightcone/relativity";
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

const specs = [batteryKernelSpec, relativityKernelSpec];

test("a machine on which nothing falls back gets exit code 0, in words and in JSON", async () => {
  const file = join(folder, "doctor.json");
  const { exitCode, text } = await runDoctor("--json", file);
  for (const { name } of specs) {
    expect(text).toMatch(
      new RegExp(
        `kernel ${name} +kernel, ABI \\d+, parity \\d+\\n.*${name}\\.wasm\\n +sha256 [0-9a-f]{64}\\n`,
      ),
    );
  }
  expect(text).toMatch(/worker +started and answered in \d+ ms\nwake-up +\d+ µs/);
  expect(text).toMatch(/All is well\.\n$/);
  expect(exitCode).toBe(0);
  const diagnosis = JSON.parse(readFileSync(file, "utf8")) as Diagnosis;
  expect(diagnosisText(diagnosis)).toBe(text);
  for (const [index, { abiVersion, parityRevision }] of specs.entries()) {
    const finding = { abiVersion, parityRevision };
    expect(diagnosis.kernels[index]).toMatchObject({ activeEngine: "kernel", finding });
  }
  expect(diagnosis.versions.node).toBe(process.versions.node);
});

test.each(specs)(
  "kernel $name, refused, is named with its file and reason, and the exit code is 1",
  async ({ name }) => {
    const file = join(folder, `${name}.wasm`);
    writeFileSync(file, "not a kernel");
    vi.stubEnv("LIGHTCONE_KERNEL_DIR", folder);
    const { exitCode, text } = await runDoctor();
    expect(text).toMatch(new RegExp(`kernel ${name} +REFERENCE ENGINE, SLOWER\\n`));
    expect(text).toContain(`Fault: kernel ${name} would run as its reference engine: ${file}`);
    expect(text).toMatch(/no whole WebAssembly module/);
    expect(exitCode).toBe(1);
  },
);

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
