import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { openOutputStore } from "./outputStore.ts";

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs")>();
  // What a disk does on which no more than two bytes fit at a time.
  const writeSync = (
    file: number,
    content: Uint8Array,
    from = 0,
    count = content.length,
    at?: number,
  ): number => real.writeSync(file, content, from, Math.min(count, 2), at);
  return { ...real, writeSync };
});

const folder = mkdtempSync(join(tmpdir(), "lightcone-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("writes whole files where the system takes only a part of what it is given", () => {
  const store = openOutputStore(folder);
  store.grow("log").append([new TextEncoder().encode("abcdefg")]);
  store.write("tail", "hij");
  expect(store.join("whole", ["log", "tail"]).bytes).toBe(10);
  expect(readFileSync(join(folder, "whole"), "utf8")).toBe("abcdefghij");
});
