/** A picture in linear light: red, green, blue, row by row from the top left. */
export interface LinearImage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 3 * widthPx * heightPx values, 0 is black; after exposure 1 is white. */
  readonly rgb: Float64Array;
}

/** A black picture. */
export function createLinearImage(widthPx: number, heightPx: number): LinearImage {
  return { widthPx, heightPx, rgb: new Float64Array(3 * widthPx * heightPx) };
}

/** A picture of 8 bits a channel, sRGB: red, green, blue, row by row from the top left. */
export interface ByteImage {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 3 * widthPx * heightPx bytes. */
  readonly rgb: Uint8Array;
}
