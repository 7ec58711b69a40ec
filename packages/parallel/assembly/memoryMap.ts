/**
 * The map of a kernel's shared memory, the same for every kernel. Read by both compilers, so it imports
 * nothing and holds numbers only.
 *
 *     [0, CANARY_BYTES)             canary: written once by the loader, never by a kernel; a changed byte
 *                                   means a write through a null pointer
 *     [CANARY_BYTES, __heap_base)   the compiler's constants (asc --memoryBase 1024)
 *     [__heap_base, end)            the arena: contexts, tables, scratch
 *
 * A kernel's entry.ts says where its constants end with `export { __heap_base };` (a name that asc knows).
 */

/** Bytes at the start of the memory that nothing but the loader may write; asc's --memoryBase. */
export const CANARY_BYTES = 1024;
/** Bytes of one WebAssembly page. */
export const PAGE_BYTES = 65536;
/** Pages a kernel's memory starts with; asc's --initialMemory. */
export const INITIAL_PAGES = 16;
/** Pages a kernel's memory may grow to, 1 GiB; asc's --maximumMemory. */
export const MAXIMUM_PAGES = 16384;
/** Every block of the arena starts at a multiple of this: a cache line, so that blocks share none. */
export const BLOCK_ALIGNMENT_BYTES = 64;
/** Each lane's scratch starts at a multiple of this: a pair of cache lines, as prefetchers fetch them. */
export const SCRATCH_ALIGNMENT_BYTES = 128;
