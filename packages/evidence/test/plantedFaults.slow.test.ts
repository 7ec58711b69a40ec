import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type LaboratoryOptions,
  openLaboratory,
  openRunStore,
  type Proof,
  proveClaim,
  readClaim,
  readEnvironment,
  writeReport,
} from "../src/index.ts";
import { samplePicture } from "./samplePicture.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lightcone-evidence-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What a well-behaved command does: its counters, its result. `out`, `side` and `turn` are there to be used. */
const WELL = `
write("stats.json", { laneCount: 1, pool: { lanesRefused: 0, lanesDied: 0 },
  kernels: [{ name: "toy", activeEngine: "kernel", fallbackReason: null }] });
write("result.json", { metric: 42 });
`;

/** A command that counts its turns in a file of its own and then does as the test plants. */
function plant(behaviour: string): void {
  const script = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const [out, side] = process.argv.slice(2);
const counter = "turns-" + side;
const turn = existsSync(counter) ? Number(readFileSync(counter, "utf8")) + 1 : 1;
writeFileSync(counter, String(turn));
const write = (file, value) => writeFileSync(out + "/" + file, JSON.stringify(value));
const well = () => {${WELL}};
${behaviour}
`;
  writeFileSync(join(root, "toy.mjs"), script);
}

const CLAIM = `
title: Planted
caching: Nothing is cached.
notShown: [Anything.]
experiments:
  - name: toy
    title: Toy
    sides:
      good: { command: "toy {out} good" }
      bad: { command: "toy {out} bad" }
    active: { stats: stats.json, kernels: [toy], lanes: 1 }
    rounds: 2
    warmups: 0
    timeoutSeconds: 20
    identical: { files: [result.json] }
    measures: { metric: { file: result.json, path: metric } }
    statements: [{ say: It is twice as fast., faster: bad, than: good, atLeast: 2 }]
`;

async function prove(
  behaviour: string,
  changes: Partial<LaboratoryOptions> = {},
  claimText = CLAIM,
): Promise<Proof> {
  plant(behaviour);
  const laboratory = openLaboratory({
    root,
    workFolder: join(root, "work"),
    programs: { toy: "toy.mjs" },
    ...changes,
  });
  try {
    const store = openRunStore(root, join(root, "kept"), "planted", "one");
    const proof = await proveClaim(readClaim(claimText, "planted"), {
      laboratory,
      store,
      environment: readEnvironment(root),
      tag: "one",
      command: "prove planted",
    });
    writeReport(proof, store);
    return proof;
  } finally {
    laboratory.close();
  }
}

/** The faults of all runs, with the side; and that the report names each and no statement is shown. */
function namedFaults(proof: Proof): string[] {
  const report = readFileSync(join(root, "kept", "planted", "one", "report.md"), "utf8");
  const [experiment] = proof.experiments;
  const faults = (experiment?.runs ?? []).flatMap(({ side, faults: own }) =>
    own.map((fault) => ({ side, ...fault })),
  );
  const verdictOf = (words: string) => experiment?.findings.find(({ say }) => say.startsWith(words))?.verdict;
  expect(verdictOf("Every run ended well")).toBe(faults.length === 0 ? "shown" : "refuted");
  expect(verdictOf("All runs of all sides")).toMatch(/refuted|undecided/);
  expect(verdictOf("It is twice as fast")).toMatch(/refuted|undecided/);
  for (const { kind, what } of faults) expect(report).toContain(`${kind}: ${what}`);
  return faults.map(({ side, kind, what }) => `${side}: ${kind}: ${what}`);
}

/** Whether a process goes on; one that has ended may be left in the table for a while. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("without a planted fault all runs are whole and alike, and everything is kept", async () => {
  const { experiments } = await prove(
    `well(); console.log("said by " + side); await new Promise((resolve) => setTimeout(resolve, 500));`,
  );
  const [{ runs, findings } = { runs: [], findings: [] }] = experiments;
  expect(runs.flatMap(({ faults }) => faults)).toEqual([]);
  expect(findings[1]).toMatchObject({ say: "All runs of all sides leave the same.", verdict: "shown" });
  const kept = (file: string): Buffer =>
    readFileSync(join(root, "kept/planted/one/runs/0001-toy-good", file));
  expect(gunzipSync(kept("stdout.gz")).toString()).toBe("said by good\n");
  expect(kept("command.txt").toString()).toMatch(/toy\.mjs work\/out good\n$/);
  const record = JSON.parse(kept("record.json").toString()) as Record<string, unknown>;
  expect(record).toMatchObject({ exitCode: 0, side: "good", round: 1 });
  expect(Number(record.wallMs)).toBeGreaterThan(0);
  if (process.platform === "linux") expect(Number(record.peakBytes)).toBeGreaterThan(1 << 20);
});

test("a stale result file is never read as a result", async () => {
  // In its second round the command does nothing and says that all is well, as if its results were from before.
  const proof = await prove(`if (side === "good" || turn === 1) well();`);
  expect(namedFaults(proof)).toEqual([
    "bad: output missing: left no result.json",
    "bad: output missing: left no stats.json",
  ]);
});

test("output that cannot be taken away before a run is named", async () => {
  mkdirSync(join(root, "work", "out"), { recursive: true });
  const proof = await prove(`well();`, { remove: () => {} });
  expect(namedFaults(proof)[0]).toBe(
    "good: output not fresh: the output folder could not be emptied before the run",
  );
});

test("a crashing command is named with its status or signal", async () => {
  const exits = await prove(`well(); if (side === "bad") process.exit(139);`);
  expect(namedFaults(exits)).toEqual(["bad: exit status: exited with 139"]);
  rmSync(join(root, "kept"), { recursive: true });
  const killed = await prove(
    `well(); if (side === "bad") process.kill(process.pid, "SIGSEGV"); else process.exit(0); setInterval(() => {}, 50);`,
  );
  expect(namedFaults(killed)).toEqual(["bad: exit status: was ended by SIGSEGV"]);
});

test("a command that is not there is named", async () => {
  const proof = await prove("well();", {}, CLAIM.replace('"toy {out} bad"', '"no-such-program {out}"'));
  expect(namedFaults(proof)).toEqual(["bad: exit status: exited with 127: spawn no-such-program ENOENT"]);
});

test("an output that differs in one byte refutes, and its times are not compared", async () => {
  const proof = await prove(
    `well(); if (side === "bad" && turn === 2) writeFileSync(out + "/result.json", '{"metric":43}');`,
  );
  expect(namedFaults(proof)).toEqual([]);
  const [, same, , faster] = proof.experiments[0]?.findings ?? [];
  expect(same?.verdict).toBe("refuted");
  expect(same?.because).toMatch(
    /^result\.json: [0-9a-f]{16} in run 1 \(good\), [0-9a-f]{16} in run \d+ \(bad\)$/,
  );
  expect(faster).toMatchObject({
    verdict: "undecided",
    because: expect.stringContaining("times are not compared"),
  });
});

test("a side that fell back to the reference engine is named with the reason", async () => {
  const proof = await prove(`well(); if (side === "bad") write("stats.json", { laneCount: 1,
    pool: { lanesRefused: 0, lanesDied: 0 },
    kernels: [{ name: "toy", activeEngine: "reference", fallbackReason: "ABI 3, wanted 4" }] });`);
  expect(namedFaults(proof)).toEqual([
    "bad: engine fell back: kernel toy ran as reference, not as kernel: ABI 3, wanted 4",
  ]);
});

test("a clock that jumps while a command runs is named", async () => {
  let looks = 0;
  const clocks = {
    monotonicMs: () => performance.now(),
    dayMs: () => Date.now() + (++looks > 3 ? 3_600_000 : 0),
  };
  const proof = await prove(`well();`, { clocks });
  expect(namedFaults(proof)[0]).toMatch(
    /: clock jumped: the clock of the day moved by 36\d{5} ms while \d+ ms went by$/,
  );
});

test("a run that takes too long is ended with all that it started, and named", async () => {
  const proof = await prove(
    `well(); if (side === "bad") {
      const { spawn } = await import("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 50)"], { stdio: "inherit" });
      writeFileSync("started", String(child.pid));
      setInterval(() => {}, 50);
    }`,
    {},
    CLAIM.replace("timeoutSeconds: 20", "timeoutSeconds: 4"),
  );
  expect(namedFaults(proof)).toEqual(["bad: timed out: was ended after 4 s"]);
  expect(isRunning(Number(readFileSync(join(root, "started"), "utf8")))).toBe(false);
});

test("what a command leaves running is ended with it, and does not disturb the next run", async () => {
  await prove(`well();
    if (side === "bad") {
      const { spawn } = await import("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 50)"], { stdio: "ignore" });
      writeFileSync("left", String(child.pid));
      process.exit(0);
    }`);
  expect(isRunning(Number(readFileSync(join(root, "left"), "utf8")))).toBe(false);
});

test("a picture that is cut off is named", async () => {
  const picture = `Buffer.from("${samplePicture().toString("hex")}", "hex")`;
  const pictured = CLAIM.replace(
    "    measures:",
    '    pictures: { files: "*.png", count: 1, widthPx: 3, heightPx: 2 }\n    measures:',
  );
  const proof = await prove(
    `well(); writeFileSync(out + "/a.png", side === "bad" ? ${picture}.subarray(0, 50) : ${picture});`,
    {},
    pictured,
  );
  expect(namedFaults(proof)).toEqual(["bad: picture: a.png: is cut off in a chunk at byte 33"]);
});

test("a side at an older revision runs the program of that revision, in the folder of its own tree", async () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: root });
  git("init", "--quiet");
  plant(`well(); write("result.json", { metric: 41 });`);
  git("add", "toy.mjs");
  git("commit", "--quiet", "-m", "old");
  const setup = `setup: ["node -e console.log('ready')"]`;
  const claim = CLAIM.replace('"toy {out} bad" }', `"toy {out} bad", revision: HEAD, ${setup} }`);
  const proof = await prove(`well();`, {}, claim);
  const [experiment] = proof.experiments;
  expect(experiment?.runs.flatMap(({ faults }) => faults)).toEqual([]);
  expect(experiment?.runs.map(({ side, json }) => `${side} ${JSON.stringify(json["result.json"])}`)).toEqual(
    expect.arrayContaining(['good {"metric":42}', 'bad {"metric":41}']),
  );
  expect(experiment?.findings[1]?.verdict).toBe("refuted");
  const setupFolder = join(root, "kept/planted/one/setup");
  const [kept = ""] = readdirSync(setupFolder);
  expect(gunzipSync(readFileSync(join(setupFolder, kept, "stdout.gz"))).toString()).toBe("ready\n");
  expect(
    execFileSync("git", ["worktree", "list"], { cwd: root, encoding: "utf8" }).trim().split("\n"),
  ).toHaveLength(1);
});

test("an input that changes meanwhile is refuted", async () => {
  writeFileSync(join(root, "input.txt"), "before");
  const claim = CLAIM.replace("experiments:", "inputs: [input.txt]\nexperiments:");
  const proof = await prove(`well(); if (side === "bad") writeFileSync("input.txt", "after");`, {}, claim);
  expect(proof.findings).toEqual([
    {
      say: "The inputs are the same before and after.",
      verdict: "refuted",
      because: "input.txt changed meanwhile",
    },
  ]);
});

test("a check finds what those before it left, nothing of the runs, and refutes when it fails", async () => {
  const claim = `${CLAIM}checks: ["toy {out} first", "toy {out} second"]\n`;
  const look = `console.log(side, existsSync(out + "/result.json")); if (side === "second") process.exit(3); well();`;
  const proof = await prove(look, {}, claim);
  expect(proof.checks.map(({ said }) => said)).toEqual(["first false", "second true"]);
  expect(proof.findings.map(({ verdict, because }) => `${verdict}: ${because}`)).toEqual([
    "shown: exit status 0",
    "refuted: exit status 3",
  ]);
});

test("an older run is never written over", async () => {
  await prove(`well();`);
  await expect(prove(`well();`)).rejects.toThrow(
    /^--tag: .*kept\/planted\/one holds an older run; give a fresh --tag/,
  );
});
