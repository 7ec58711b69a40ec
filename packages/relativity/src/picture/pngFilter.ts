/** Bytes of one pixel: red, green, blue. */
const PIXEL_BYTES = 3;
const FILTER_COUNT = 5;

/**
 * Rows of bytes as PNG compresses them: each begins with the number of its filter, the one whose differences
 * are smallest in sum (of equal ones the lowest number).
 * @param bytes     rowCount rows of rowBytes bytes of 3-byte pixels
 * @see PNG specification (W3C 2003), sections 9 and 12.8
 */
export function filteredRows(bytes: Uint8Array, rowBytes: number, rowCount: number): Uint8Array {
  const filtered = new Uint8Array((rowBytes + 1) * rowCount);
  const trials = Array.from({ length: FILTER_COUNT }, () => new Uint8Array(rowBytes));
  const zeros = new Uint8Array(rowBytes);
  for (let row = 0; row < rowCount; row++) {
    const current = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    const above = row > 0 ? bytes.subarray((row - 1) * rowBytes, row * rowBytes) : zeros;
    let best = 0;
    let bestSum = Number.POSITIVE_INFINITY;
    for (let filter = 0; filter < FILTER_COUNT && bestSum > 0; filter++) {
      const sum = filterRow(filter, current, above, trials[filter]!);
      if (sum < bestSum) {
        best = filter;
        bestSum = sum;
      }
    }
    filtered[row * (rowBytes + 1)] = best;
    filtered.set(trials[best]!, row * (rowBytes + 1) + 1);
  }
  return filtered;
}

/** Writes a row's differences under a filter; gives the sum of their sizes as signed bytes. */
function filterRow(filter: number, row: Uint8Array, above: Uint8Array, into: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const left = i >= PIXEL_BYTES ? row[i - PIXEL_BYTES]! : 0;
    const up = above[i]!;
    const upLeft = i >= PIXEL_BYTES ? above[i - PIXEL_BYTES]! : 0;
    const difference = (row[i]! - predicted(filter, left, up, upLeft)) & 255;
    into[i] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
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
