import { type ByteImage, createLinearImage, type LinearImage } from "./linearImage.ts";
import { linearOfSRgbByte } from "./sRgb.ts";

/** The linear light of a picture of sRGB bytes. */
export function linearImageOf({ widthPx, heightPx, rgb }: ByteImage): LinearImage {
  const lightOfByte = Float64Array.from({ length: 256 }, (_, byte) => linearOfSRgbByte(byte));
  const image = createLinearImage(widthPx, heightPx);
  for (let index = 0; index < rgb.length; index++) image.rgb[index] = lightOfByte[rgb[index]!]!;
  return image;
}
