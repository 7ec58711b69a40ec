/** Bytes filled bit by bit from the lowest, as a deflate stream is. */
export interface BitWriter {
  /** Appends the lowest `count` bits, at most 16. */
  write(bits: number, count: number): void;
  /** Appends bytes on a byte boundary, which the rest of the last byte is filled up to. */
  bytes(bytes: Uint8Array): void;
  /** Everything written, the last byte filled up with zeros. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** An empty stream. @param expectedBytes  room to begin with; more is made as needed */
export function createBitWriter(expectedBytes: number): BitWriter {
  let buffer = new Uint8Array(expectedBytes + 16);
  let length = 0;
  let held = 0;
  let heldBits = 0;
  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    const grown = new Uint8Array(2 * (length + more));
    grown.set(buffer.subarray(0, length));
    buffer = grown;
  }
  function fillByte(): void {
    if (heldBits > 0) buffer[length++] = held;
    held = 0;
    heldBits = 0;
  }
  return {
    write(bits, count) {
      if (length + 4 > buffer.length) reserve(4);
      held |= bits << heldBits;
      heldBits += count;
      while (heldBits >= 8) {
        buffer[length++] = held;
        held >>>= 8;
        heldBits -= 8;
      }
    },
    bytes(bytes) {
      reserve(bytes.length + 4);
      fillByte();
      buffer.set(bytes, length);
      length += bytes.length;
    },
    finish() {
      reserve(4);
      fillByte();
      return buffer.slice(0, length);
    },
  };
}
