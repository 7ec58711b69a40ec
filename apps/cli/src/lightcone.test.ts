import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("./lightcone.ts", import.meta.url));
const lightcone = (...args: string[]): string =>
  spawnSync(process.execPath, [program, ...args], { encoding: "utf8" }).stdout;

test("what stands after --help reaches the command: the fields of a home file", () => {
  expect(lightcone("plan", "--help", "home")).toContain("battery.capacityKwh");
  expect(lightcone("plan", "--help")).toContain("lightcone plan HOME");
});
