/**
 * Cube root of a number, by Newton steps from above on a scaled value: only + - * /, so that every engine gives the
 * same bits.
 */
export function cubeRoot(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  let scaled = Math.abs(value);
  let scale = 1;
  while (scaled >= 8) {
    scaled /= 8;
    scale *= 2;
  }
  while (scaled < 1) {
    scaled *= 8;
    scale /= 2;
  }
  let root = 2;
  for (let i = 0; i < 9; i++) root -= (root - scaled / (root * root)) / 3;
  return value < 0 ? -root * scale : root * scale;
}
