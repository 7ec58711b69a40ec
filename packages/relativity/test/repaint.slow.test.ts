import { createEngine } from "@lightcone/parallel";
import { afterAll, describe, expect, it } from "vitest";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { createMemoryStore } from "../src/movie/memoryStore.ts";
import { openLensMapMovie } from "../src/movie/repaint.ts";
import { renderMovie } from "../src/renderMovie.ts";
import { digests } from "./memoryStore.ts";
import { openMovieLab, SHOT } from "./movieLab.ts";

const { rendered, close } = await openMovieLab();
const engine = await createEngine({ lanes: 1 });
afterAll(async () => {
  await close();
  await engine.close();
});
const files = openInputFolder(".");

describe("a movie in memory", () => {
  it("has the files of one in a folder, and leaves nothing behind", async () => {
    const store = createMemoryStore();
    await renderMovie({ shot: SHOT, files, store }, engine);
    const own = Object.fromEntries(store.names().map((name) => [name, store.digest(name).sha256]));
    expect(own).toEqual(digests(await rendered()));
    expect(store.list("frames")).toHaveLength(7);
  });

  it("says which file is missing", () => {
    expect(() => createMemoryStore().digest("movie.lensmap")).toThrow('"movie.lensmap"');
  });
});

describe("a lens map's movie", () => {
  it("paints the frames of the shot that it came from, and in another light those of a shot with that", async () => {
    const other = SHOT.replace("exposure: 1", "exposure: 0.4\npsf: {kind: moffat, fwhmPx: 2}");
    const [first, second] = [await rendered(), await rendered(other)];
    const bytes = first.files.get("movie.lensmap")!;
    const movie = await openLensMapMovie({ bytes, name: "movie.lensmap", files }, engine);
    expect([movie.frameCount, movie.widthPx, movie.heightPx, movie.hasDisk]).toEqual([7, 48, 27, false]);
    expect(movie.paint(2, SHOT)).toEqual(first.files.get("frames/frame-00002.png"));
    expect(movie.paint(2, other)).toEqual(second.files.get("frames/frame-00002.png"));
    expect(movie.paint(0, other)).toEqual(second.files.get("frames/frame-00000.png"));
    movie.close();
  });

  it("refuses a file that is none", async () => {
    const bytes = new TextEncoder().encode("spacetime: {kind: kerr}");
    await expect(openLensMapMovie({ bytes, name: "shot.yaml", files }, engine)).rejects.toThrow("shot.yaml");
  });
});
