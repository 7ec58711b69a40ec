import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../gate.ts";
import { guards, misplaced } from "./takeOut.ts";

// `npm run test:mutation -- guards` takes them out and looks whether their tests fail.

test("the text of each guard stands in its file once, and its test is there", () => {
  const problems = guards.flatMap((guard) => [
    misplaced(guard, readFileSync(join(root, guard.file), "utf8")) ?? [],
    existsSync(join(root, guard.test)) ? [] : [`${guard.test}: is not there, the test of "${guard.name}"`],
  ]);
  expect(problems.flat()).toEqual([]);
});

test("a guard is named once", () => {
  const names = guards.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("a text that stands there twice, or no more, is told with its file and remedy", () => {
  const guard = { ...guards[0]!, file: "a.ts", from: "x = 1;" };
  expect(misplaced(guard, "let x = 1;")).toBeUndefined();
  expect(misplaced(guard, "x = 1; x = 1;")).toMatch(/^a\.ts: .* 2 times, not once:\nx = 1;\n {2}to mend: /);
  expect(misplaced(guard, "x = 2;")).toMatch(/ 0 times/);
});
