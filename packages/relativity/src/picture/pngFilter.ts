/** Bytes of one pixel: red, green, blue. */
const PIXEL_BYTES = 3;

/**
 * Rows of bytes as PNG compresses them: each begins with the number of its filter, the one whose differences
 * are smallest in sum (of equal ones the lowest number).
 * @param bytes     rowCount rows of rowBytes bytes of 3-byte pixels
 * @see PNG specification (W3C 2003), sections 9 and 12.8
 */
export function filteredRows(bytes: Uint8Array, rowBytes: number, rowCount: number): Uint8Array {
  const filtered = new Uint8Array((rowBytes + 1) * rowCount);
  const zeros = new Uint8Array(rowBytes);
  for (let row = 0; row < rowCount; row++) {
    const current = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    const above = row > 0 ? bytes.subarray((row - 1) * rowBytes, row * rowBytes) : zeros;
    const filter = bestFilter(current, above);
    const start = row * (rowBytes + 1);
    filtered[start] = filter;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= PIXEL_BYTES ? current[i - PIXEL_BYTES]! : 0;
      const upLeft = i >= PIXEL_BYTES ? above[i - PIXEL_BYTES]! : 0;
      filtered[start + 1 + i] = current[i]! - predictedByte(filter, left, above[i]!, upLeft);
    }
  }
  return filtered;
}

/** Sums of the differences' sizes under each filter, as signed bytes, in one pass. */
function bestFilter(row: Uint8Array, above: Uint8Array): number {
  let none = 0;
  let byLeft = 0;
  let byUp = 0;
  let byMean = 0;
  let byPaeth = 0;
  for (let i = 0; i < row.length; i++) {
    const value = row[i]!;
    const left = i >= PIXEL_BYTES ? row[i - PIXEL_BYTES]! : 0;
    const up = above[i]!;
    const upLeft = i >= PIXEL_BYTES ? above[i - PIXEL_BYTES]! : 0;
    if ((value | left | up | upLeft) === 0) continue;
    none += SIZE[value]!;
    byLeft += SIZE[(value - left) & 255]!;
    byUp += SIZE[(value - up) & 255]!;
    byMean += SIZE[(value - ((left + up) >> 1)) & 255]!;
    byPaeth += SIZE[(value - paeth(left, up, upLeft)) & 255]!;
  }
  const sums = [none, byLeft, byUp, byMean, byPaeth];
  return sums.indexOf(Math.min(...sums));
}

/** Size of a byte read as signed. */
const SIZE: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : 256 - byte));

/** What a filter expects of a byte from those to the left, above, and above to the left. @see PNG specification, 9.2 */
export function predictedByte(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default:
      return paeth(left, up, upLeft);
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const sum = left + up - upLeft;
  const byLeft = size(sum - left);
  const byUp = size(sum - up);
  const byUpLeft = size(sum - upLeft);
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}

function size(value: number): number {
  return value < 0 ? -value : value;
}
