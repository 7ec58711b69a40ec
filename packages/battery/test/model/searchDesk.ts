import type { Arena } from "@lightcone/parallel";
import { useWordsOf } from "@lightcone/parallel/assembly/words";
import * as search from "../../src/kernel/searchLayout.ts";
import { type PlannerInputs, writeDesk, writePlanner } from "../../src/kernelTables/plannerTables.ts";
import { writeContext } from "../../src/kernelTables/spec.ts";

/** A home's planner and one desk in a memory of their own, and the words of the search set to it. */
export interface LaidSearch {
  readonly memory: WebAssembly.Memory;
  readonly planner: number;
  readonly desk: number;
  /** An i32 of planner or desk. */
  readonly integer: (place: number) => number;
  readonly number: (place: number) => number;
}

/** Lays out a search for the code that both compilers take, as TypeScript runs it. */
export function layOutSearch(home: PlannerInputs): LaidSearch {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 1024, shared: true });
  let free = 1024;
  const allocate = (bytes: number): number => {
    const pointer = free;
    free = Math.ceil((free + bytes) / 64) * 64;
    return pointer;
  };
  const arena = {
    memory,
    allocate,
    i32: (pointer: number, count: number) => new Int32Array(memory.buffer, pointer, count),
    f64: (pointer: number, count: number) => new Float64Array(memory.buffer, pointer, count),
  } as unknown as Arena;
  const planner = writePlanner(arena, writeContext(arena, home.inputs), home);
  const desk = writeDesk(arena, planner, home);
  useWordsOf(memory.buffer);
  const view = new DataView(memory.buffer);
  return {
    memory,
    planner,
    desk,
    integer: (place) => view.getInt32(place, true),
    number: (place) => view.getFloat64(place, true),
  };
}

/** What the desk's plan tells each slot. */
export function slotPlan({ memory, desk, integer, planner }: LaidSearch): Int32Array {
  const slotCount = integer(planner + search.PLANNER_SLOT_COUNT);
  return new Int32Array(memory.buffer, integer(desk + search.DESK_PLAN), slotCount);
}
