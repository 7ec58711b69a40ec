import { BLOCK_ALIGNMENT_BYTES, PAGE_BYTES } from "../../assembly/memoryMap.ts";
import { ParallelError } from "../problem.ts";

/**
 * Blocks in a kernel's shared memory, handed out to any number of threads. Pointers are bytes from its start.
 *
 * Everything the arena knows stands in the memory itself, behind one lock word, so that a thread which joins
 * needs only the memory and the arena's base. Each block has a header of one cache line in front of it.
 */
export interface Arena {
  readonly memory: WebAssembly.Memory;
  /** Byte at which the arena's own state stands; what another thread needs to attach to it. */
  readonly basePointer: number;
  /**
   * Gives a block that starts at a multiple of 64 bytes. Its content is whatever was there before.
   * @param bytes  wanted size, at least 0
   * @throws ParallelError `arena-full` when the memory may not grow any more
   */
  allocate(bytes: number): number;
  /** Takes a block back. Throws RangeError for anything that is not the start of a block in use. */
  free(pointer: number): void;
  /** The memory seen as f64 words; sees growth by any thread, so take a new one after each allocation. */
  f64(pointer: number, count: number): Float64Array;
  /** The memory seen as i32 words, as {@link Arena.f64}. */
  i32(pointer: number, count: number): Int32Array;
  /** The memory seen as bytes, as {@link Arena.f64}. */
  bytes(pointer: number, count: number): Uint8Array;
  usage(): ArenaUsage;
}

/** What an arena holds at a moment. */
export interface ArenaUsage {
  readonly blockCount: number;
  /** Bytes of the blocks in use, headers included. */
  readonly usedBytes: number;
  /** Bytes of the whole memory. */
  readonly memoryBytes: number;
}

// The arena's state: i32 words at its base, one cache line.
const LOCK = 0; // 0 free, 1 held; the only word that is read without holding it
const FIRST_FREE = 1; // pointer to the header of the lowest free block, 0 for none
const END = 2; // first byte that was never handed out, or came back
const BLOCK_COUNT = 3;
const USED_BYTES = 4;
const STATE_WORDS = 5;

// A block's header: i32 words.
const MARK = 0;
const BLOCK_BYTES = 1; // header included
const NEXT_FREE = 2; // pointer to the header of the next free block above, 0 for none
const HEADER_WORDS = 3;
const HEADER_BYTES = BLOCK_ALIGNMENT_BYTES;
const USED_MARK = 0x55534544;
const FREE_MARK = 0x46524545;

/** Growth in one go, so that a batch that grows step by step does not ask the system each time. */
const GROWTH_PAGES = 16;
/** A holder keeps the lock for microseconds; after this many waits of a millisecond its thread must be dead. */
const LOCK_PATIENCE_MILLISECONDS = 20_000;

/**
 * Starts an empty arena.
 * @param heapBase  first byte that the kernel's own constants leave free (`__heap_base`)
 */
export function createArena(memory: WebAssembly.Memory, heapBase: number): Arena {
  const basePointer = alignUp(heapBase, BLOCK_ALIGNMENT_BYTES);
  ensureBytes(memory, basePointer + HEADER_BYTES, basePointer);
  const state = new Int32Array(memory.buffer, basePointer, STATE_WORDS);
  state.fill(0);
  state[END] = basePointer + HEADER_BYTES;
  return attachArena(memory, basePointer);
}

/** The arena of a memory that another thread started, from its {@link Arena.basePointer}. */
export function attachArena(memory: WebAssembly.Memory, basePointer: number): Arena {
  const state = new Int32Array(memory.buffer, basePointer, STATE_WORDS);
  const locked = <T>(action: () => T): T => {
    lock(state);
    try {
      return action();
    } finally {
      Atomics.store(state, LOCK, 0);
      Atomics.notify(state, LOCK, 1);
    }
  };
  return {
    memory,
    basePointer,
    allocate: (bytes) => locked(() => allocateBlock(memory, state, bytes)),
    free: (pointer) => locked(() => freeBlock(memory, state, pointer)),
    f64: (pointer, count) => new Float64Array(bufferUpTo(memory, pointer + 8 * count), pointer, count),
    i32: (pointer, count) => new Int32Array(bufferUpTo(memory, pointer + 4 * count), pointer, count),
    bytes: (pointer, count) => new Uint8Array(bufferUpTo(memory, pointer + count), pointer, count),
    usage: () =>
      locked(() => ({
        blockCount: state[BLOCK_COUNT]!,
        usedBytes: state[USED_BYTES]!,
        memoryBytes: memory.buffer.byteLength,
      })),
  };
}

/** The least multiple of `alignment` (a power of two) that is not below `value`. */
export function alignUp(value: number, alignment: number): number {
  return (value + alignment - 1) & -alignment;
}

function lock(state: Int32Array): void {
  for (let waited = 0; Atomics.compareExchange(state, LOCK, 0, 1) !== 0; waited++) {
    if (waited === LOCK_PATIENCE_MILLISECONDS) {
      throw new ParallelError("arena-locked", {
        at: "arena",
        what: `its lock has been held for ${LOCK_PATIENCE_MILLISECONDS} waits, so its holder is dead`,
        mend: "do not terminate a thread that is using the engine; close the engine and create a new one",
      });
    }
    waitForLock(state);
  }
}

/** A page's own thread may not block: there the loop around this spins. */
function waitForLock(state: Int32Array): void {
  try {
    Atomics.wait(state, LOCK, 1, 1);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

function allocateBlock(memory: WebAssembly.Memory, state: Int32Array, bytes: number): number {
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    throw new RangeError(`a block of ${bytes} bytes: give a whole number of bytes, at least 0`);
  }
  const blockBytes =
    HEADER_BYTES + Math.max(1, Math.ceil(bytes / BLOCK_ALIGNMENT_BYTES)) * BLOCK_ALIGNMENT_BYTES;
  const block = takeFreeBlock(memory, state, blockBytes) ?? extend(memory, state, blockBytes);
  const header = headerAt(memory, block);
  header[MARK] = USED_MARK;
  state[BLOCK_COUNT]! += 1;
  state[USED_BYTES]! += header[BLOCK_BYTES]!;
  return block + HEADER_BYTES;
}

/** The first free block that is large enough; what is left of it stays free when it can hold a block. */
function takeFreeBlock(
  memory: WebAssembly.Memory,
  state: Int32Array,
  blockBytes: number,
): number | undefined {
  let link: Int32Array = state;
  let linkWord = FIRST_FREE;
  while (link[linkWord] !== 0) {
    const block = link[linkWord]!;
    const header = headerAt(memory, block);
    const restBytes = header[BLOCK_BYTES]! - blockBytes;
    if (restBytes >= 0) {
      if (restBytes > HEADER_BYTES) {
        const rest = headerAt(memory, block + blockBytes);
        rest.set([FREE_MARK, restBytes, header[NEXT_FREE]!]);
        header[BLOCK_BYTES] = blockBytes;
        link[linkWord] = block + blockBytes;
      } else {
        link[linkWord] = header[NEXT_FREE]!;
      }
      return block;
    }
    link = header;
    linkWord = NEXT_FREE;
  }
  return undefined;
}

function extend(memory: WebAssembly.Memory, state: Int32Array, blockBytes: number): number {
  const block = state[END]!;
  ensureBytes(memory, block + blockBytes, blockBytes - HEADER_BYTES);
  headerAt(memory, block).set([USED_MARK, blockBytes, 0]);
  state[END] = block + blockBytes;
  return block;
}

/** Puts the block into the list of free ones, which is sorted by address, joined with its free neighbours. */
function freeBlock(memory: WebAssembly.Memory, state: Int32Array, pointer: number): void {
  const block = pointer - HEADER_BYTES;
  const header = headerOfUsedBlock(memory, state, block, pointer);
  state[BLOCK_COUNT]! -= 1;
  state[USED_BYTES]! -= header[BLOCK_BYTES]!;
  let below = 0;
  let above = state[FIRST_FREE]!;
  while (above !== 0 && above < block) {
    below = above;
    above = headerAt(memory, above)[NEXT_FREE]!;
  }
  header.set([FREE_MARK, header[BLOCK_BYTES]!, above]);
  if (below === 0) state[FIRST_FREE] = block;
  else headerAt(memory, below)[NEXT_FREE] = block;
  joinWithNext(memory, block);
  if (below !== 0) joinWithNext(memory, below);
  giveBackEnd(memory, state);
}

function headerOfUsedBlock(
  memory: WebAssembly.Memory,
  state: Int32Array,
  block: number,
  pointer: number,
): Int32Array {
  const firstBlock = state.byteOffset + HEADER_BYTES;
  const isPlace = block >= firstBlock && block < state[END]! && block % BLOCK_ALIGNMENT_BYTES === 0;
  const header = isPlace ? headerAt(memory, block) : undefined;
  if (header?.[MARK] !== USED_MARK) {
    throw new RangeError(`pointer ${pointer} is no block in use: give back what allocate gave, once`);
  }
  return header;
}

function joinWithNext(memory: WebAssembly.Memory, block: number): void {
  const header = headerAt(memory, block);
  const next = header[NEXT_FREE]!;
  if (next === 0 || next !== block + header[BLOCK_BYTES]!) return;
  const nextHeader = headerAt(memory, next);
  header[BLOCK_BYTES]! += nextHeader[BLOCK_BYTES]!;
  header[NEXT_FREE] = nextHeader[NEXT_FREE]!;
  nextHeader[MARK] = 0;
}

/** A free block that reaches the arena's end is not kept: the end moves down instead. */
function giveBackEnd(memory: WebAssembly.Memory, state: Int32Array): void {
  let link: Int32Array = state;
  let linkWord = FIRST_FREE;
  while (link[linkWord] !== 0) {
    const block = link[linkWord]!;
    const header = headerAt(memory, block);
    if (block + header[BLOCK_BYTES]! === state[END]) {
      header[MARK] = 0;
      state[END] = block;
      link[linkWord] = 0;
      return;
    }
    link = header;
    linkWord = NEXT_FREE;
  }
}

function headerAt(memory: WebAssembly.Memory, block: number): Int32Array {
  return new Int32Array(bufferUpTo(memory, block + HEADER_BYTES), block, HEADER_WORDS);
}

/** The memory's buffer, taken anew when this thread has not yet seen the growth that another one asked for. */
function bufferUpTo(memory: WebAssembly.Memory, endByte: number): ArrayBuffer {
  if (memory.buffer.byteLength < endByte) memory.grow(0);
  return memory.buffer;
}

function ensureBytes(memory: WebAssembly.Memory, endByte: number, askedBytes: number): void {
  const missingBytes = endByte - bufferUpTo(memory, endByte).byteLength;
  if (missingBytes <= 0) return;
  const pages = Math.ceil(missingBytes / PAGE_BYTES);
  if (grow(memory, Math.max(pages, GROWTH_PAGES)) || grow(memory, pages)) return;
  throw new ParallelError("arena-full", {
    at: "arena",
    what: `a block of ${askedBytes} bytes does not fit: the memory has ${memory.buffer.byteLength} bytes and may not grow by ${pages} pages`,
    mend: "run smaller batches, or give back contexts that are no longer needed",
  });
}

function grow(memory: WebAssembly.Memory, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
