import type { ByteImage } from "../picture/linearImage.ts";

/** Width that preview pictures have at most, in pixels. */
const THUMBNAIL_WIDTH_PX = 320;

/** The whole factor by which a picture of that width is made smaller for previews. */
export function thumbnailFactor(widthPx: number): number {
  return Math.max(1, Math.ceil(widthPx / THUMBNAIL_WIDTH_PX));
}

/** A picture made smaller: each pixel is the mean of a square of pixels, cut off at the right and lower edge. */
export function thumbnailOf({ widthPx, heightPx, rgb }: ByteImage): ByteImage {
  const factor = thumbnailFactor(widthPx);
  if (factor === 1) return { widthPx, heightPx, rgb };
  const width = Math.ceil(widthPx / factor);
  const height = Math.ceil(heightPx / factor);
  const small = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const rows = Math.min(factor, heightPx - y * factor);
    for (let x = 0; x < width; x++) {
      const columns = Math.min(factor, widthPx - x * factor);
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let row = 0; row < rows; row++) {
          const start = 3 * ((y * factor + row) * widthPx + x * factor) + channel;
          for (let column = 0; column < columns; column++) sum += rgb[start + 3 * column]!;
        }
        small[3 * (y * width + x) + channel] = Math.round(sum / (rows * columns));
      }
    }
  }
  return { widthPx: width, heightPx: height, rgb: small };
}

/** Indices of at most `most` things out of `count`, evenly spread, the first and the last among them. */
export function evenlyChosen(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  if (most === 1) return [0];
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}
