import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zipOf } from "./zip.ts";

test("Python's own reader finds every file whole", () => {
  const folder = mkdtempSync(join(tmpdir(), "lightcone-zip-"));
  const entries = [
    { name: "frames/frame-00000.png", bytes: Uint8Array.from({ length: 300 }, (_, index) => index) },
    { name: "größe.txt", bytes: new TextEncoder().encode("a hole") },
    { name: "empty", bytes: new Uint8Array(0) },
  ];
  try {
    const file = join(folder, "movie.zip");
    writeFileSync(file, zipOf(entries));
    const script = [
      "import sys, zipfile, json",
      "z = zipfile.ZipFile(sys.argv[1])",
      "print(json.dumps([z.testzip(), [[n, list(z.read(n))] for n in z.namelist()]]))",
    ].join("\n");
    const read: unknown = JSON.parse(execFileSync("python3", ["-c", script, file], { encoding: "utf8" }));
    expect(read).toEqual([null, entries.map(({ name, bytes }) => [name, [...bytes]])]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
