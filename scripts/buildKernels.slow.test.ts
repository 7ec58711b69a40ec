import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileKernel, findKernels, type Kernel, type KernelVariant, kernelFile } from "./buildKernels.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const recorded = new Map(
  readFileSync(join(root, "kernels.sha256"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse() as [string, string]),
);
const builds = (["release", "debug"] as const).flatMap((variant) =>
  findKernels().map((kernel) => [kernel.name, variant, kernel] as const),
);

function recordedHash(kernel: Kernel, variant: KernelVariant): string | undefined {
  return recorded.get(relative(root, kernelFile(kernel, variant)));
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("kernels.sha256 names every kernel of this checkout, and nothing else", () => {
  expect(builds.length).toBeGreaterThan(0);
  const names = builds.map(([, variant, kernel]) => relative(root, kernelFile(kernel, variant)));
  expect([...recorded.keys()].sort()).toEqual(names.sort());
});

test.each(builds)("kernel %s (%s): the file that set-up made is the recorded one", (_, variant, kernel) => {
  expect(sha256(readFileSync(kernelFile(kernel, variant)))).toBe(recordedHash(kernel, variant));
});

test.each(builds)(
  "kernel %s (%s): asc gives the recorded bytes on the Node that runs the tests",
  async (_, variant, kernel) => {
    expect(sha256(await compileKernel(kernel, variant))).toBe(recordedHash(kernel, variant));
  },
);

// The machine's own Node, where it is another one than the pinned Node that runs the tests.
const systemNodes = ["/usr/bin/node", "/usr/local/bin/node"].filter((file) => existsSync(file));

test.runIf(systemNodes.length > 0)("asc gives the recorded bytes on the machine's own Node", () => {
  const compileAll = `
    import { createHash } from "node:crypto";
    const { compileKernel, findKernels } = await import(${JSON.stringify(new URL("./buildKernels.mjs", import.meta.url).href)});
    for (const variant of ["release", "debug"]) for (const kernel of findKernels())
      console.log(createHash("sha256").update(await compileKernel(kernel, variant)).digest("hex"));`;
  const { stdout } = spawnSync(systemNodes[0] as string, ["--input-type=module", "-e", compileAll], {
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n")).toEqual(
    builds.map(([, variant, kernel]) => recordedHash(kernel, variant)),
  );
});
