import { afterAll, describe, expect, it } from "vitest";
import type { MovieProgress } from "../src/movie/progress.ts";
import { digests, Killed, memoryStore } from "./memoryStore.ts";
import { openMovieLab, SHOT } from "./movieLab.ts";

const { render, rendered, blockCount, close } = await openMovieLab();
afterAll(close);

describe("a movie that was broken off or damaged", () => {
  it("does no work twice when it goes on", async () => {
    const store = memoryStore();
    store.writesLeft = 24;
    await expect(render(store)).rejects.toThrow(Killed);
    const drawnBefore = store.list("unfinished").filter((name) => /^part-.*\.json$/.test(name)).length;
    expect(drawnBefore).toBeGreaterThan(0);
    store.writesLeft = undefined;
    const heard: MovieProgress[] = [];
    const fresh = await render(memoryStore());
    const report = await render(store, SHOT, { isResuming: true, onProgress: (said) => heard.push(said) });
    expect(report.totals.rays).toBeLessThan(fresh.totals.rays);
    expect(
      heard.find(({ stage, framesDone }) => stage === "draw" && framesDone > 0)?.framesDone,
    ).toBeGreaterThan(0);
    expect(heard.at(-1)!.framesDone).toBe(7);
  });

  it("leaves nothing in memory, traced, gone on with, from a lens map that is there, or broken off", async () => {
    const before = await blockCount();
    const store = memoryStore();
    store.writesLeft = 24;
    await expect(render(store)).rejects.toThrow(Killed);
    expect(await blockCount()).toBe(before);
    store.writesLeft = undefined;
    await render(store, SHOT, { isResuming: true });
    expect((await render(store)).isLensMapReused).toBe(true);
    expect(await blockCount()).toBe(before);
  });

  it("refuses to go on with other inputs, and begins anew without being asked to go on", async () => {
    const store = memoryStore();
    store.writesLeft = 20;
    await expect(render(store)).rejects.toThrow(Killed);
    store.writesLeft = undefined;
    const other = SHOT.replace("exposure: 1", "exposure: 2");
    await expect(render(store, other, { isResuming: true })).rejects.toThrow("other inputs");
    await render(store, other);
    expect(digests(store)).toEqual(digests(await rendered(other)));
  });

  it("does not use a lens map that is damaged or cut, and says so", async () => {
    const store = await rendered();
    const wanted = digests(store);
    const said: string[] = [];
    const onNotice = (sentence: string): void => void said.push(sentence);
    store.files.get("movie.lensmap")![5000]! ^= 1;
    expect((await render(store, SHOT, { onNotice })).isLensMapReused).toBe(false);
    expect(digests(store)).toEqual(wanted);
    store.files.set("movie.lensmap", store.read("movie.lensmap")!.subarray(0, 5000));
    await render(store, SHOT, { onNotice });
    expect(digests(store)).toEqual(wanted);
    expect(said).toEqual([
      expect.stringMatching(
        /^movie\.lensmap of a former movie is damaged in frame .*: every ray is traced anew$/,
      ),
      expect.stringMatching(/^movie\.lensmap of a former movie is truncated: ends at byte 5000.*: every ray/),
    ]);
    await render(store, SHOT, { onNotice });
    await render(store, SHOT.replace("frames: 7", "frames: 6"), { onNotice });
    expect(said).toHaveLength(2);
  });

  it("names the file that a killed run left damaged, and how to go on without it", async () => {
    const whole = memoryStore();
    whole.writesLeft = 24;
    await expect(render(whole)).rejects.toThrow(Killed);
    const problemOf = async (file: string, damage: (bytes: Uint8Array) => Uint8Array): Promise<string> => {
      const store = memoryStore(new Map(whole.files));
      store.files.set(file, damage(store.read(file)!));
      return render(store, SHOT, { isResuming: true }).then(
        () => "no problem",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    };
    const mend = "delete it to have its frames made again, or leave --resume out to begin anew";
    const map = "unfinished/group-00000.lensmap";
    const damagedAt = (at: number, value: number) => (bytes: Uint8Array) => bytes.fill(value, at, at + 7);
    for (const damage of [damagedAt(2000, 7), damagedAt(0, 0), damagedAt(4, 0), damagedAt(4, 255)]) {
      expect(await problemOf(map, damage)).toBe(
        `InputError: ${map}: is damaged in frame 1 of 3, whose block begins at byte 0; ${mend}`,
      );
    }
    expect(await problemOf(map, (bytes) => bytes.subarray(0, 1000))).toMatch(
      /^InputError: unfinished\/group-00000\.lensmap: is truncated: ends at byte 1000, within frame 1 of 3/,
    );
    expect(await problemOf(map, (bytes) => new Uint8Array([...bytes, 1]))).toContain(
      `${map}: goes on for 1 bytes after its last frame: it is damaged; ${mend}`,
    );
    const part = whole.list("unfinished").find((name) => /^part-.*\.json$/.test(name))!;
    const unsealed = `unfinished/${part}: is damaged: it has not the SHA-256 that it ends with; ${mend}`;
    for (const damage of [
      damagedAt(0, 65),
      damagedAt(40, 49),
      () => new Uint8Array(),
      (bytes: Uint8Array) => bytes.subarray(0, -9),
    ]) {
      expect(await problemOf(`unfinished/${part}`, damage)).toBe(`InputError: ${unsealed}`);
    }
  });

  it("draws anew what is no longer as it was written when it goes on", async () => {
    const wanted = digests(await rendered());
    const killed = memoryStore();
    killed.writesLeft = 24;
    await expect(render(killed)).rejects.toThrow(Killed);
    const kept = [...killed.files.keys()];
    const small = kept.filter((name) => name.endsWith(".pictures"));
    for (const name of ["frames/frame-00000.png", small[0]!, "unfinished/events.csv"]) {
      const store = memoryStore(new Map([...killed.files].map(([file, bytes]) => [file, bytes.slice()])));
      const bytes = store.files.get(name)!;
      bytes[bytes.length >> 1]! ^= 1;
      await render(store, SHOT, { isResuming: true });
      expect(digests(store), name).toEqual(wanted);
    }
  });
});
