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
    { verdict: "shown", because: expect.stringMatching(/^2 runs: 3 PNG files of 64 x 36 pixels a run; /) },
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
  expect(judgePictures(experiment, [sampleRun("a", 1)])).toMatchObject([
    { verdict: "undecided", because: "no run of b" },
  ]);
});

test("runs are whole until one has a fault, which is named with its run", () => {
  expect(judgeWholeness([sampleRun("a", 1)])).toMatchObject({ verdict: "shown", because: "1 run" });
  expect(judgeWholeness([sampleRun("a", 1), { ...sampleRun("b", 2, broken), number: 7 }])).toMatchObject({
    verdict: "refuted",
    because: "run 7 (b) is no evidence: picture: 1.png: is cut off",
  });
});
