import { decode as decodePng } from "fast-png";
import { afterAll, describe, expect, it } from "vitest";
import { digests, type MemoryStore, memoryStore } from "./memoryStore.ts";
import { openMovieLab, SHOT } from "./movieLab.ts";

// movie.slow.test.ts has lanes, schedules, kills at every write, and all that a lens map may be used for again;
// movieResume.slow.test.ts what becomes of a movie that was broken off.
const { render, rendered, close } = await openMovieLab();
afterAll(close);
/** The movie; no test writes to it. */
const whole = await rendered();

interface Manifest {
  readonly inputs: readonly unknown[];
  readonly frameGroups: number;
  readonly frames: readonly { file: string; sha256: string; rays: Record<string, number> }[];
  readonly outputs: readonly { file: string; sha256: string; bytes: number }[];
}

const manifestOf = (store: MemoryStore): Manifest =>
  JSON.parse(new TextDecoder().decode(store.read("manifest.json"))) as Manifest;

describe("a movie", () => {
  it("lists its inputs, frames and outputs with their digests, and the groups it was traced in", async () => {
    const { frames, outputs, inputs, frameGroups } = manifestOf(whole);
    expect(inputs).toEqual([
      {
        field: "sky.catalogue",
        name: "lightcone:stars.csv",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(frameGroups).toBe(3);
    const listed = [...frames, ...outputs].map(({ file, sha256 }) => [file, sha256]);
    const { "manifest.json": _itself, ...others } = digests(whole);
    expect(Object.fromEntries(listed)).toEqual(others);
    const total = (rays: Record<string, number>): number =>
      Object.values(rays).reduce((sum, count) => sum + count, 0);
    expect(frames.every(({ rays }) => total(rays) > 0)).toBe(true);
    expect(frames.at(-1)!.rays.escaped).toBe(0);
  });

  it("renders the frames that are asked for alone, as they are in the whole movie", async () => {
    const wanted = digests(whole);
    const part = await rendered(SHOT, { frames: { begin: 3, end: 5 } });
    const pictures = part.list("frames");
    expect(pictures).toEqual(["frame-00003.png", "frame-00004.png"]);
    for (const name of pictures) expect(digests(part)[`frames/${name}`]).toBe(wanted[`frames/${name}`]);
    await expect(rendered(SHOT, { frames: { begin: 7, end: 9 } })).rejects.toThrow("holds no frame");
  });

  it("leaves nothing of a longer movie in its folder", async () => {
    const store = memoryStore(new Map(whole.files));
    const shorter = SHOT.replace("frames: 7", "frames: 2").replace("output: {", "output: {events: false, ");
    await render(store, shorter);
    expect(digests(store)).toEqual(digests(await rendered(shorter)));
  });

  it("has frames that another library decodes to the camera's size, the dark one black", async () => {
    const pictures = whole.list("frames").map((name) => decodePng(whole.read(`frames/${name}`)!));
    expect(
      pictures.every(({ width, height, channels }) => width === 48 && height === 27 && channels === 3),
    ).toBe(true);
    expect(pictures[0]!.data.some((byte) => byte > 100)).toBe(true);
    expect(pictures[6]!.data.every((byte) => byte === 0)).toBe(true);
    expect(decodePng(whole.read("preview.png")!).width).toBe(48);
  });

  it("has an event for each star image that was drawn, sorted by frame and star", async () => {
    const [header, ...lines] = new TextDecoder().decode(whole.read("events.csv")).trimEnd().split("\n");
    expect(header).toBe(
      "frame,star,id,parity,order,xPx,yPx,magnification,redshiftG,fluxRed,fluxGreen,fluxBlue,flag",
    );
    const keys = lines.map((line) => line.split(",").slice(0, 2).map(Number) as [number, number]);
    expect(keys.length).toBeGreaterThan(300);
    const isSorted = keys.every(
      ([frame, star], index) =>
        index === 0 ||
        frame > keys[index - 1]![0] ||
        (frame === keys[index - 1]![0] && star >= keys[index - 1]![1]),
    );
    expect(isSorted).toBe(true);
    expect(lines.every((line) => !line.includes("NaN") && !/(^|,)-0(,|$)/.test(line))).toBe(true);
  });
});
