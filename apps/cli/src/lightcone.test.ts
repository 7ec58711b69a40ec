import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("./lightcone.ts", import.meta.url));
const lightcone = (...args: string[]): string =>
  spawnSync(process.execPath, [program, ...args], { encoding: "utf8" }).stdout;

test("what stands after --help reaches the command: the fields of a home file", () => {
  expect(lightcone("plan", "--help", "home")).toContain("battery.capacityKwh");
});

test("what is wrong with a line is told with the help of that very command, and exit code 2", () => {
  const { status, stderr } = spawnSync(process.execPath, [program, "suite", "generate"], {
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr).toMatch(/--out: is missing.*Help: lightcone suite generate --help/s);
});
