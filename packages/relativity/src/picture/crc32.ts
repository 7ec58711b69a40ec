/** Remainders of each byte under the reversed CRC-32 polynomial. */
const TABLE: Uint32Array = crcTable();

function crcTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
    }
    table[byte] = remainder;
  }
  return table;
}

/**
 * CRC-32 of bytes, as PNG chunks end with it.
 * @see PNG specification (W3C 2003), annex D
 */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Bytes summed before the remainder is taken: sums stay below 2^30, the integers that engines are quick with. */
const SUMMED_TOGETHER = 1000;

/** Adler-32 of bytes, as a zlib stream ends with it. @see RFC 1950, section 8.2 */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let begin = 0; begin < bytes.length; begin += SUMMED_TOGETHER) {
    const end = Math.min(begin + SUMMED_TOGETHER, bytes.length);
    for (let i = begin; i < end; i++) {
      a += bytes[i]!;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
