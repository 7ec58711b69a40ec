import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the README's example is the file that runs, and prints what the README says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const file = new URL("./example.ts", import.meta.url);
  const [, code, output] = /```ts\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(code).toBe(readFileSync(file, "utf8"));
  expect(execFileSync(process.execPath, [fileURLToPath(file)], { encoding: "utf8" })).toBe(output);
});
