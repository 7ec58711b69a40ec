import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactSheet } from "./contactSheet.ts";
import { evenlyChosen, thumbnailOf } from "./thumbnail.ts";

describe("small pictures", () => {
  it("are the picture itself where it is narrow enough", () => {
    const image = { widthPx: 320, heightPx: 2, rgb: new Uint8Array(1920).fill(9) };
    expect(thumbnailOf(image)).toEqual(image);
  });

  it("are means of squares, cut off at the edges", () => {
    const image = { widthPx: 641, heightPx: 2, rgb: new Uint8Array(641 * 6) };
    image.rgb[0] = 90;
    image.rgb[3 * 640 + 1] = 60;
    const small = thumbnailOf(image);
    expect([small.widthPx, small.heightPx]).toEqual([214, 1]);
    expect([...small.rgb.subarray(0, 3)]).toEqual([15, 0, 0]);
    expect([...small.rgb.subarray(3 * 213, 3 * 214)]).toEqual([0, 15, 0]);
  });

  it("keep an even picture even at any size", () => {
    const size = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(
        size,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 255 }),
        (widthPx, heightPx, grey) => {
          const small = thumbnailOf({
            widthPx,
            heightPx,
            rgb: new Uint8Array(3 * widthPx * heightPx).fill(grey),
          });
          return small.widthPx <= 320 && small.rgb.every((byte) => byte === grey);
        },
      ),
    );
  });
});

describe("a choice of frames", () => {
  it("is even, without repeats, with the first and the last", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 2, max: 200 }), (count, most) => {
        const chosen = evenlyChosen(count, most);
        const steps = chosen.slice(1).map((index, place) => index - chosen[place]!);
        const isEven = Math.max(...steps, 1) - Math.min(...steps, count) <= 1;
        const isWhole =
          chosen[0] === 0 && chosen.at(-1) === count - 1 && chosen.length === Math.min(count, most);
        return isWhole && (steps.length === 0 || (isEven && Math.min(...steps) >= 1));
      }),
    );
  });
});

describe("a contact sheet", () => {
  const picture = (grey: number) => ({ widthPx: 128, heightPx: 2, rgb: new Uint8Array(768).fill(grey) });

  it("puts pictures in rows of five, made larger where they are narrow", () => {
    const sheet = contactSheet(Array.from({ length: 6 }, (_, index) => picture(100 + index)));
    expect([sheet.widthPx, sheet.heightPx]).toEqual([5 * 260 + 4, 2 * 8 + 4]);
    const at = (x: number, y: number): number => sheet.rgb[3 * (y * sheet.widthPx + x)]!;
    expect([at(4, 4), at(259, 7), at(264, 4), at(4, 12)]).toEqual([100, 100, 101, 105]);
    expect([at(0, 0), at(260, 4), at(264, 12)]).toEqual([48, 48, 48]);
  });

  it("needs a picture", () => {
    expect(() => contactSheet([])).toThrow("at least one");
  });
});
