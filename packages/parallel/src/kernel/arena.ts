/** Blocks in a kernel's shared memory, handed out to any number of threads. Pointers are bytes from its start. */
export interface Arena {
  /**
   * Gives a block that starts at a multiple of 64 bytes. Its content is whatever was there before.
   * @param bytes  wanted size, at least 0
   * @throws ParallelError `arena-full` when the memory may not grow any more
   */
  allocate(bytes: number): number;
  /** Takes a block back. Throws RangeError for anything that is not the start of a block in use. */
  free(pointer: number): void;
}
