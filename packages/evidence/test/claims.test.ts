import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openLaboratory, readClaim } from "../src/index.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "claims");
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml"));

test.each(files)("claims/%s is a claim, and its inputs and programs are there", (file) => {
  const claim = readClaim(readFileSync(join(folder, file), "utf8"), file);
  const words = claim.experiments.flatMap(({ sides }) => sides.flatMap(({ command }) => command));
  const named = words.filter((word) => /^(packages|claims|examples)\//.test(word));
  // Kernels are built at set-up; all else is checked in.
  const inputs = claim.inputs.map((input) => input.file).filter((input) => !input.endsWith(".wasm"));
  for (const path of [...named, ...inputs]) expect(existsSync(join(root, path)), path).toBe(true);
  const laboratory = openLaboratory({ root, workFolder: join(root, "out", "none"), programs: {} });
  expect(laboratory.quotes(claim.tried).length).toBe(claim.tried.length);
  laboratory.close();
});

test("both reports have their claims", () => {
  expect(files).toEqual(expect.arrayContaining(["planning.yaml", "ray-pool.yaml", "example.yaml"]));
});
