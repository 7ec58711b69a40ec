import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
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

const shell = (line: string) =>
  spawnSync("/bin/sh", ["-c", line], {
    encoding: "utf8",
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
  });

test("whoever stops reading ends the program without a word", () => {
  const { stderr } = shell('"$NODE" "$PROGRAM" plan --help home | true');
  expect(stderr).toBe("");
});

test.runIf(existsSync("/dev/full"))(
  "output that finds no room is told in a sentence, and exit code 2",
  () => {
    const { status, stderr } = shell('"$NODE" "$PROGRAM" --help > /dev/full');
    expect(stderr).toMatch(/^Standard output cannot be written \(ENOSPC.*\)\.\n {2}to mend: make room/);
    expect(status).toBe(2);
  },
);
