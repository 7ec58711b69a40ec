import type { ByteImage } from "../picture/linearImage.ts";

/** Pictures on a contact sheet at most: five rows of five. */
export const CONTACT_PICTURES = 25;
const COLUMNS = 5;
const GAP_PX = 4;
/** Narrow pictures are made larger by a whole factor, up to this width. */
const CELL_WIDTH_PX = 256;
/** Grey of the gaps, so that a black frame shows. */
const GAP_GREY = 48;

/**
 * Pictures side by side, row by row.
 * @param pictures  at least one, all of one size
 */
export function contactSheet(pictures: readonly ByteImage[]): ByteImage {
  const first = pictures[0];
  if (first === undefined) throw new RangeError("a contact sheet of 0 pictures: give at least one");
  const factor = Math.max(1, Math.floor(CELL_WIDTH_PX / first.widthPx));
  const columns = Math.min(COLUMNS, pictures.length);
  const rows = Math.ceil(pictures.length / columns);
  const cellWidth = first.widthPx * factor;
  const cellHeight = first.heightPx * factor;
  const widthPx = columns * (cellWidth + GAP_PX) + GAP_PX;
  const heightPx = rows * (cellHeight + GAP_PX) + GAP_PX;
  const sheet = { widthPx, heightPx, rgb: new Uint8Array(3 * widthPx * heightPx).fill(GAP_GREY) };
  for (const [index, picture] of pictures.entries()) {
    const left = GAP_PX + (index % columns) * (cellWidth + GAP_PX);
    const top = GAP_PX + Math.floor(index / columns) * (cellHeight + GAP_PX);
    pasteEnlarged(sheet, picture, { left, top, factor });
  }
  return sheet;
}

function pasteEnlarged(
  sheet: ByteImage,
  picture: ByteImage,
  { left, top, factor }: { readonly left: number; readonly top: number; readonly factor: number },
): void {
  for (let y = 0; y < picture.heightPx * factor; y++) {
    const source = 3 * Math.floor(y / factor) * picture.widthPx;
    const target = 3 * ((top + y) * sheet.widthPx + left);
    for (let x = 0; x < picture.widthPx * factor; x++) {
      const from = source + 3 * Math.floor(x / factor);
      for (let channel = 0; channel < 3; channel++) {
        sheet.rgb[target + 3 * x + channel] = picture.rgb[from + channel]!;
      }
    }
  }
}
