import { expect, test } from "vitest";
import { sampleExperiment, sampleRun } from "../../test/sampleRuns.ts";
import type { Run } from "./run.ts";
import { judgePictures, judgeWholeness } from "./wholeness.ts";

const pictures = { files: "*.png", count: 3, widthPx: 64, heightPx: 36 };
const experiment = sampleExperiment(["a", "b"], { pictures });
const broken: Partial<Run> = {
  use: "faulty",
  faults: [{ kind: "picture", what: "1.png: is cut off" }],
  pictureFaults: ["1.png: is cut off", "2.png: is cut off"],
};

test("pictures are judged where they are asked for, and the report says what was looked at", () => {
  const whole = [sampleRun("a", 1), sampleRun("b", 2)];
  expect(judgePictures(sampleExperiment(["a", "b"]), whole)).toEqual([]);
  expect(judgePictures(experiment, whole)).toMatchObject([
    {
      say: "Every run leaves all its pictures whole.",
      verdict: "shown",
      because:
        "2 runs: 3 PNG files of 64 x 36 pixels a run; signature, size, CRC-32 of every chunk and unpacked lines hold",
    },
  ]);
});

test("a picture that is not whole refutes it, and a side without a run decides nothing", () => {
  const [finding] = judgePictures(experiment, [
    sampleRun("a", 1),
    { ...sampleRun("b", 2, broken), number: 7 },
  ]);
  expect(finding).toMatchObject({
    verdict: "refuted",
    because: "run 7 (b): 1.png: is cut off, and 1 more",
  });
  const one = sampleRun("b", 2, { ...broken, pictureFaults: ["1.png: is cut off"] });
  expect(judgePictures(experiment, [sampleRun("a", 1), one])).toMatchObject([
    { verdict: "refuted", because: "run 2 (b): 1.png: is cut off" },
  ]);
  expect(judgePictures(experiment, [sampleRun("a", 1)])).toMatchObject([
    { verdict: "undecided", because: "no run of b" },
  ]);
  expect(judgePictures(experiment, [])).toMatchObject([{ verdict: "undecided", because: "no run of a, b" }]);
});

test("runs are whole until one has a fault, which is named with its run", () => {
  const say = "Every run ended well, on the engine and the lanes that were asked for.";
  expect(judgeWholeness([sampleRun("a", 1)])).toEqual({ say, verdict: "shown", because: "1 run" });
  expect(judgeWholeness([sampleRun("a", 1), sampleRun("b", 1)]).because).toBe("2 runs");
  const twofold: Partial<Run> = {
    faults: [
      { kind: "lanes", what: "x" },
      { kind: "picture", what: "y" },
    ],
  };
  expect(judgeWholeness([sampleRun("a", 1, twofold), sampleRun("b", 2, broken)])).toEqual({
    say,
    verdict: "refuted",
    because:
      "run 1 (a) is no evidence: lanes: x, picture: y; run 2 (b) is no evidence: picture: 1.png: is cut off",
  });
  expect(judgeWholeness([sampleRun("a", 1), { ...sampleRun("b", 2, broken), number: 7 }])).toMatchObject({
    verdict: "refuted",
    because: "run 7 (b) is no evidence: picture: 1.png: is cut off",
  });
});
