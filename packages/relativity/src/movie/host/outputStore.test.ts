import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { InputError } from "../../problem.ts";
import { digestOf, type FileDigest } from "../movieStore.ts";
import { openInputFolder } from "./inputFolder.ts";
import { openOutputStore } from "./outputStore.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

it("writes, reads, joins, lists and removes files by name, and leaves nothing beside them", () => {
  const store = openOutputStore(join(folder, "new"));
  store.write("parts/b", "c");
  store.write("parts/a", new Uint8Array([0x61, 0x62]));
  expect(store.join("whole", ["parts/a", "parts/b"])).toEqual({ bytes: 3, sha256: ABC });
  expect(new TextDecoder().decode(store.read("whole"))).toBe("abc");
  expect(store.digest("whole")).toEqual({ bytes: 3, sha256: ABC });
  expect(store.list("parts")).toEqual(["a", "b"]);
  expect(readdirSync(join(folder, "new")).sort()).toEqual(["parts", "whole"]);
  store.remove("parts");
  store.remove("parts");
  expect(store.list("parts")).toEqual([]);
  expect(store.read("parts/a")).toBeUndefined();
});

it("passes over what a killed write left, and replaces it", () => {
  const store = openOutputStore(folder);
  writeFileSync(join(folder, "a.partial"), "half");
  expect(store.list("")).toEqual([]);
  store.write("a", "whole");
  expect(readdirSync(folder)).toEqual(["a"]);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("whole");
});

it("keeps the old file when a new one cannot be made", () => {
  const store = openOutputStore(folder);
  store.write("a", "old");
  expect(() => store.join("a", ["missing"])).toThrow(InputError);
  expect(readdirSync(folder)).toEqual(["a"]);
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("old");
});

it("grows a file, keeps of a former run's what is asked for, and drops the rest", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const store = openOutputStore(folder);
  const wholeOf = (text: string): FileDigest => digestOf(store, bytes(text));
  const former = store.grow("unfinished/log");
  expect(former.keep(wholeOf("a"))).toBe(false);
  former.append([bytes("a"), bytes("bxyz")]);
  const log = store.grow("unfinished/log");
  const kept = ["a", "aB", "ab", "abxyzz"].map((text) => log.keep(wholeOf(text)));
  expect(kept).toEqual([true, false, true, false]);
  log.append([bytes("c")]);
  expect(log.digest()).toEqual({ bytes: 3, sha256: ABC });
  log.append([]);
  log.moveTo("log");
  expect(store.digest("log")).toEqual({ bytes: 3, sha256: ABC });
  expect(store.list("unfinished")).toEqual([]);
});

it("takes bytes out of memory that lanes share", () => {
  const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const shared = new Uint8Array(buffer, 8, 3);
  shared.set([0x61, 0x62, 0x63]);
  const store = openOutputStore(folder);
  const log = store.grow("log");
  log.append([shared]);
  store.write("copy", [shared.subarray(0, 1), shared.subarray(1, 1), shared.subarray(1)]);
  expect([log.digest().sha256, store.digest("log").sha256, store.digest("copy").sha256]).toEqual([
    ABC,
    ABC,
    ABC,
  ]);
});

it("is one run's alone: refused while another process has it, taken over from one that was killed", () => {
  const store = openOutputStore(join(folder, "new"));
  const claim = join(folder, "new", "rendering.claim");
  store.giveBack();
  store.claim();
  store.claim();
  expect(readFileSync(claim, "utf8")).toBe(`${process.pid} ${hostname()}\n`);
  store.giveBack();
  expect(readdirSync(join(folder, "new"))).toEqual([]);
  writeFileSync(claim, `1 ${hostname()}\n`);
  expect(() => store.claim()).toThrow(
    /^--out: .*new is being rendered into by process 1 of .*delete .*rendering/,
  );
  writeFileSync(claim, "99999999 another-machine\n");
  expect(() => store.claim()).toThrow(/by process 99999999 of another-machine/);
  store.giveBack();
  expect(existsSync(claim)).toBe(true);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  for (const left of [`${pid} ${hostname()}\n`, ""]) {
    writeFileSync(claim, left);
    store.claim();
    expect(readdirSync(join(folder, "new"))).toEqual(["rendering.claim"]);
    store.giveBack();
  }
});

it("says which place cannot be written", () => {
  writeFileSync(join(folder, "file"), "");
  const store = openOutputStore(join(folder, "file"));
  expect(() => store.write("a", "")).toThrow(/--out: .*file.*cannot be written/);
  expect(() => store.grow("a").append([])).toThrow(/--out: .*file.*cannot be written/);
  expect(() => store.claim()).toThrow(/--out: .*file.*cannot be written/);
});

it.runIf(existsSync("/proc/self"))(
  "says so where a folder takes no new ones and claims not to be there",
  () => {
    const module = JSON.stringify(new URL("./outputStore.ts", import.meta.url).href);
    const program = `(await import(${module})).openOutputStore("/proc/none").write("a/b", "");`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/--out: \/proc\/none\/a\/b cannot be written/);
  },
);

it("opens inputs with their digests, and says which field names a file that is not there", () => {
  writeFileSync(join(folder, "a.csv"), "abc");
  const files = openInputFolder(folder);
  expect(files.open("a.csv", "sky.catalogue")).toMatchObject({ name: "a.csv", sha256: ABC });
  expect(() => files.open("b.csv", "sky.catalogue")).toThrow(
    /^sky\.catalogue: is "b\.csv", but there is no such file/,
  );
  expect(files.openShipped("stars.csv").name).toBe("lightcone:stars.csv");
});
