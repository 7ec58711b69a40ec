import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// Each scene runs in a process of its own. The deadline is the test of "no hang" and of "ends by itself": it is far
// above what a scene takes, so that a busy machine does not fail it.
const DEADLINE_MS = 60_000;
const sceneFile = fileURLToPath(new URL("./scene.ts", import.meta.url));

/** What a scene printed, and how its process ended. */
function play(scene: string): object {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [sceneFile, scene], {
    timeout: DEADLINE_MS,
    killSignal: "SIGKILL",
    encoding: "utf8",
  });
  if (status !== 0 || stdout === "") return { scene, status, signal, stdout, stderr };
  return JSON.parse(stdout);
}

const allRight = [0, 0, 0, 0, 0, 0];

describe("a lane that dies loses no job and stops nobody", () => {
  it.each([
    ["killedWhileParked", 4],
    ["killedUnawaitedWhileParked", 4],
    ["killedWhileRunning", 4],
    ["killedWhileRunningItsDealtPart", 3],
    ["fullHeapInAJobWhileTheCallerWaits", 2],
  ])(
    "%s",
    (scene, lanes) => {
      expect(play(scene)).toEqual({
        wrong: 0,
        later: allRight,
        lanesDied: 1,
        laneCount: lanes - 1,
        warnings: 1,
      });
    },
    2 * DEADLINE_MS,
  );

  it(
    "exitInAJobWhileTheCallerWaits",
    () => {
      expect(play("exitInAJobWhileTheCallerWaits")).toMatchObject({ wrong: 0, later: allRight });
    },
    2 * DEADLINE_MS,
  );

  it(
    "allLanesDead: the pool still answers, on the caller",
    () => {
      expect(play("allLanesDead")).toEqual({
        wrong: 0,
        later: allRight,
        lanesDied: 2,
        laneCount: 1,
        warnings: 2,
      });
    },
    2 * DEADLINE_MS,
  );
});

describe("a caller", () => {
  it.each([
    ["callerDiesHoldingThePool", { wrong: [0, 0, 0, 0] }],
    ["blockingRunMeetsAsyncRun", { wrong: [0, 0, 0, 0] }],
    ["warningThatThrows", { wrong: 0, message: "the hearer's own trouble" }],
    [
      "useInsideAJob",
      {
        messages: ["run", "preWake", "share", "runAsync", "load"].map((what) => [
          `ParallelError: ${what}: refused`,
        ]),
        failures: 0,
        wrong: 0,
      },
    ],
  ])("%s", (scene, result) => expect(play(scene)).toEqual(result), 2 * DEADLINE_MS);
});

describe("a process ends by itself when its work is done, and not before", () => {
  it.each([
    ["exitWithParkedLanes", { lanes: 4 }],
    ["exitAtOnce", { wrong: 0 }],
    ["exitAfterLateListeners", { wrong: 0 }],
    ["exitAfterErrors", { failures: 1, wrong: 0 }],
    ["onlyAnAsyncRun", { wrong: 0 }],
  ])("%s", (scene, result) => expect(play(scene)).toEqual(result), 2 * DEADLINE_MS);
});
