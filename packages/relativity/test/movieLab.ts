import { createEngine, type Engine } from "@lightcone/parallel";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import { openInputFolder } from "../src/movie/host/inputFolder.ts";
import { type MovieReport, type MovieRequest, renderMovie } from "../src/renderMovie.ts";
import { type MemoryStore, memoryStore } from "./memoryStore.ts";

/** A fall into a spinning hole, in three groups of frames, the last frame wholly dark. */
export const SHOT: string = `
spacetime: {kind: kerr, spin: 0.9}
trajectory: {kind: rain, thetaDeg: 80, fromRadiusM: 20, toRadiusM: 1, frames: 7}
camera: {widthPx: 48, heightPx: 27, hfovDeg: 70}
sampling: {groupSlots: 64}
sky: {catalogue: stars, faintestMagnitude: 4.5}
exposure: 1
output: {framesPerSecond: 5}
`;

/** Renders small movies into memory, on the caller alone. */
export interface MovieLab {
  /** Renders into a store. */
  render(store: MemoryStore, shot?: string, rest?: Partial<MovieRequest>): Promise<MovieReport>;
  /** A store with what was rendered. */
  rendered(shot?: string, rest?: Partial<MovieRequest>): Promise<MemoryStore>;
  /** Blocks in the kernel's memory that were not given back. */
  blockCount(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a lab; {@link SHOT} is what it renders unless told otherwise. */
export async function openMovieLab(): Promise<MovieLab> {
  const engine: Engine = await createEngine({ lanes: 1 });
  const render: MovieLab["render"] = (store, shot = SHOT, rest = {}) =>
    renderMovie({ shot, files: openInputFolder("."), store, ...rest }, engine);
  return {
    render,
    async rendered(shot, rest) {
      const store = memoryStore();
      await render(store, shot, rest);
      return store;
    },
    async blockCount() {
      const { arena } = await engine.loadKernel(relativityKernelSpec);
      return arena.usage().blockCount;
    },
    close: () => engine.close(),
  };
}
