import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const MINUTE = 60_000;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-nodes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Plans two homes and the example on one Node; the files that a person would get, times taken out. */
function filesOn(
  node: string,
  name: string,
): { readonly suite: unknown; readonly plan: string; readonly page: string } {
  const [suite, plan, page] = ["suite.json", "plan.json", "plan.html"].map((file) =>
    join(folder, `${name}-${file}`),
  );
  const lightcone = (...args: string[]): void => {
    const { status, stderr } = spawnSync(node, [join(root, "apps/cli/src/lightcone.ts"), ...args], {
      encoding: "utf8",
    });
    expect(
      `${status} ${stderr.replace(/Written: .*\n/g, "").replace(/\(node:\d+\).*\n|\(Use `.*\n/g, "")}`,
    ).toBe("0 ");
  };
  const homes = join(root, "packages/battery/test/home-suite/scenarios.json");
  lightcone("suite", homes, "--ids", "2,18", "--with-plans", "--json", suite!);
  lightcone("plan", join(root, "examples/home.yaml"), "--json", plan!, "--html", page!);
  const { results } = JSON.parse(readFileSync(suite!, "utf8")) as { results: Record<string, unknown>[] };
  const rows = results.map(({ runtime_ms: _, ...row }) => row);
  return { suite: rows, plan: readFileSync(plan!, "utf8"), page: readFileSync(page!, "utf8") };
}

/** Renders the beginnings of two movies; the digests of everything that is written, by file. */
function moviesOn(node: string, name: string, kernelDir?: string): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const [movie, frames] of [
    ["short", "0:5"],
    ["disk", "0:1"],
  ] as const) {
    const out = join(folder, `${name}-${movie}`);
    const shot = join(root, `examples/${movie}.yaml`);
    const program = join(root, "apps/cli/src/lightcone.ts");
    const env = { ...process.env, ...(kernelDir === undefined ? {} : { LIGHTCONE_KERNEL_DIR: kernelDir }) };
    const args = [program, "render", shot, "--frames", frames, "--out", out];
    const { status, stderr } = spawnSync(node, args, { encoding: "utf8", env });
    expect(`${status} ${status === 0 ? "" : stderr}`).toBe("0 ");
    for (const file of readdirSync(out, { recursive: true, encoding: "utf8" })) {
      const path = join(out, file);
      if (!statSync(path).isFile()) continue;
      digests[`${movie}/${file}`] = createHash("sha256").update(readFileSync(path)).digest("hex");
    }
  }
  return digests;
}

let pinnedFiles: ReturnType<typeof filesOn> | undefined;
/** What the pinned Node plans, once. */
function pinnedPlans(): ReturnType<typeof filesOn> {
  pinnedFiles ??= filesOn(process.execPath, "pinned");
  return pinnedFiles;
}

let pinnedMovies: Record<string, string> | undefined;
/** What the pinned Node renders, once. */
function pinnedDigests(): Record<string, string> {
  pinnedMovies ??= moviesOn(process.execPath, "pinned");
  return pinnedMovies;
}

describe.each(["22", "26"])("Node %s", (major) => {
  const node = join(root, "test/nodes/node_modules", `node-${major}`, "bin", "node");

  test("gives the bytes of the pinned Node", { timeout: 3 * MINUTE }, (context) => {
    if (!existsSync(node)) context.skip(`Node ${major} is not installed: npm ci --prefix test/nodes`);
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout;
    expect(version).toMatch(new RegExp(`^v${major}\\.`));
    expect(filesOn(node, major)).toEqual(pinnedPlans());
  });

  test("renders the frames, lens map and logs of the pinned Node", { timeout: 3 * MINUTE }, (context) => {
    if (!existsSync(node)) context.skip(`Node ${major} is not installed: npm ci --prefix test/nodes`);
    const digests = moviesOn(node, major);
    expect(Object.keys(digests)).toContain("short/movie.lensmap");
    expect(Object.keys(digests)).toContain("disk/frames/frame-00000.png");
    expect(digests).toEqual(pinnedDigests());
  });
});

test("debug kernels render the bytes of the others", { timeout: 3 * MINUTE }, (context) => {
  const kernelDir = join(root, "build", "debug");
  if (!existsSync(kernelDir)) context.skip("there are no debug kernels: npm run build:debug");
  expect(moviesOn(process.execPath, "debug", kernelDir)).toEqual(pinnedDigests());
});
