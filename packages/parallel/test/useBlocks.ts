import type { Arena } from "../src/kernel/arena.ts";

/**
 * Takes and gives back blocks, each filled with the caller's own number while it is held.
 * @param owner   the caller's number
 * @param rounds  how many blocks to take
 * @returns how many blocks held a word of someone else when they were given back: blocks handed out twice
 */
export function useBlocks(arena: Arena, owner: number, rounds: number): number {
  let foreignCount = 0;
  const held: Int32Array[] = [];
  for (let round = 0; round < rounds; round++) {
    const count = 1 + ((round * 7919 + owner * 104729) % 300);
    held.push(arena.i32(arena.allocate(4 * count), count).fill(owner));
    if (held.length < 8) continue;
    const [view] = held.splice((round * 31) % 8, 1);
    if (!view!.every((word) => word === owner)) foreignCount++;
    arena.free(view!.byteOffset);
  }
  for (const view of held) arena.free(view.byteOffset);
  return foreignCount;
}
