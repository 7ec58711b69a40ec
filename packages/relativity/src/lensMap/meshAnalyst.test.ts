import { createEngine } from "@lightcone/parallel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CELL_WORDS } from "../kernel/meshLayout.ts";
import { relativityKernelSpec } from "../kernelTables/spec.ts";
import { laneAnalyst, type MeshAnalyst, plainAnalyst } from "./meshAnalyst.ts";
import { SPLIT_REASONS } from "./splitReasons.ts";

const cellCount = 3000;

/** Cells whose vertices are near each other or not, of equal and of mixed kinds; from a seed, for all analysts alike. */
function judged(analyst: MeshAnalyst, seed: number): number[] {
  const next = generator(seed);
  const vertices = analyst.allocate(5 * cellCount);
  const cells = new Int32Array(CELL_WORDS * cellCount);
  const places = [-1, -1, 1, -1, -1, 1, 1, 1, 0, 0];
  for (let cell = 0; cell < cellCount; cell++) {
    const status = next() < 0.5 ? 0 : Math.floor(4 * next());
    const spread = 0.3 * next() ** 3;
    const bend = next() < 0.2 ? 3 : 0.05 * next() ** 2;
    const shift = next() < 0.5 ? 0.01 : 0;
    for (let corner = 0; corner < 5; corner++) {
      const vertex = 5 * cell + corner;
      cells[CELL_WORDS * cell + corner] = vertex;
      const x = spread * (places[2 * corner]! + bend * next());
      const y = spread * (places[2 * corner + 1]! + bend * next());
      const scale = 1 / Math.sqrt(1 + x * x + y * y);
      vertices.direction.set([scale, x * scale, y * scale], 3 * vertex);
      vertices.status[vertex] = next() < 0.02 ? 1 : status;
      vertices.order[vertex] = next() < 0.02 ? 1 : 0;
      vertices.redshiftG[vertex] = 1 + shift * next();
      vertices.marginU[vertex] = next() < 0.1 ? 0.01 * next() : 1 + 0.2 * next();
    }
    cells[CELL_WORDS * cell + 5] = Math.floor(4 * next());
  }
  const answers = [...analyst.judge(vertices, cells, 16)];
  analyst.free(vertices);
  return answers;
}

/** Numbers in [0, 1): the least standard generator of Park and Miller. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test.each([
  { engine: "kernel", lanes: 1 },
  { engine: "kernel", lanes: 3 },
  { engine: "reference", lanes: 2 },
] as const)(
  "cells are judged alike here and by the $engine on $lanes lanes",
  async ({ engine: wanted, lanes }) => {
    const engine = await createEngine({ engine: wanted, lanes, costGate: false });
    const kernel = await engine.loadKernel(relativityKernelSpec);
    expect(kernel.activeEngine).toBe(wanted);
    const before = kernel.arena.usage().blockCount;
    const analyst = laneAnalyst(engine, kernel);
    const seen = new Set<number>();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2147483646 }), (seed) => {
        const expected = judged(plainAnalyst, seed);
        for (const answer of expected) seen.add(answer);
        const found = judged(analyst, seed);
        return found.every((answer, cell) => answer === expected[cell]);
      }),
      { numRuns: 5 },
    );
    // Every criterion had its say, and keeping too; balance is no criterion.
    expect(seen.size).toBe(SPLIT_REASONS.length);
    expect(kernel.arena.usage().blockCount).toBe(before);
    await engine.close();
  },
);
