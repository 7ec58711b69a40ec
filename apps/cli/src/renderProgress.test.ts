import { describe, expect, it } from "vitest";
import type { CommandIo } from "./command.ts";
import { progressLine, startRenderProgress } from "./renderProgress.ts";

const progress = { stage: "draw", framesDone: 30, frameCount: 120, rays: 4_000_000 } as const;

/** A person's terminal that remembers what was drawn. */
function terminal(isTerminal: boolean): CommandIo & { drawn: string[] } {
  const drawn: string[] = [];
  return { drawn, out: () => undefined, err: (text) => drawn.push(text), isTerminal, outHasColour: false };
}

describe("the progress of a movie", () => {
  it("shows frames, rays a second and the time left", () => {
    expect(progressLine(progress, 2000, 30)).toBe(
      "[######------------------] drawing: 30 of 120 frames, 2.00 M rays/s, 6 s left",
    );
    expect(progressLine({ ...progress, rays: 90_000 }, 60_000, 30)).toContain("2 k rays/s, 3 min 00 s left");
  });

  it("reckons the time left from the frames of this run alone", () => {
    expect(progressLine(progress, 10_000, 10)).toContain("1 min 30 s left");
    expect(progressLine(progress, 10_000, 0)).not.toContain("left");
  });

  it("draws for a person who waits longer than a second, and takes itself away", () => {
    const io = terminal(true);
    let now = 0;
    const line = startRenderProgress(io, () => now);
    line.show(progress);
    expect(io.drawn).toEqual([]);
    now = 1500;
    line.show(progress);
    expect(io.drawn).toHaveLength(1);
    line.end();
    expect(io.drawn.at(-1)).toBe("\r\u001b[2K");
  });

  it("draws nothing in a pipe", () => {
    const io = terminal(false);
    let now = 0;
    const line = startRenderProgress(io, () => now);
    now = 5000;
    line.show(progress);
    line.end();
    expect(io.drawn).toEqual([]);
  });
});
