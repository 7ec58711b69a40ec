import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("a result to come keeps the process alive, and once it is there parked lanes do not", () => {
  const file = fileURLToPath(new URL("./pendingResult.ts", import.meta.url));
  // The deadline only ends a process that hangs.
  const { status, stdout, signal } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    timeout: 25_000,
  });
  expect({ status, signal, stdout }).toEqual({ status: 0, signal: null, stdout: "settled\n" });
});
