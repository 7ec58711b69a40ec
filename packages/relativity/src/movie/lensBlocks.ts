import type { Arena } from "@lightcone/parallel";

/** A frame's block of a lens map in the kernel's memory, where lanes read it. */
export interface LensBlock {
  readonly pointer: number;
  readonly bytes: number;
}

/** Blocks of a lens map in the kernel's memory, in the order of their frames; to be given back. */
export class LensBlocks {
  readonly #arena: Arena;
  readonly #blocks: LensBlock[] = [];

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** Room for another block; what is in it is whatever was there. */
  room(bytes: number): Uint8Array {
    const pointer = this.#arena.allocate(bytes);
    this.#blocks.push({ pointer, bytes });
    return this.#arena.bytes(pointer, bytes);
  }

  /** Adds a copy of a block. */
  add(block: Uint8Array): void {
    this.room(block.length).set(block);
  }

  /** @throws RangeError where there is no such block */
  at(index: number): LensBlock {
    const block = this.#blocks[index];
    if (block === undefined) {
      throw new RangeError(`block ${index} of ${this.#blocks.length}: give the index of one that was added`);
    }
    return block;
  }

  /** The bytes of all of them, where they stand. */
  contents(): Uint8Array[] {
    return this.#blocks.map(({ pointer, bytes }) => this.#arena.bytes(pointer, bytes));
  }

  /** Gives all blocks back. */
  free(): void {
    for (const { pointer } of this.#blocks.splice(0)) this.#arena.free(pointer);
  }
}
