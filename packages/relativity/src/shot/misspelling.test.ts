import fc from "fast-check";
import { expect, it } from "vitest";
import { editDistance, nearestName } from "./misspelling.ts";

it("counts letters that are more, less or others, and neighbours that are swapped", () => {
  expect(editDistance("rain", "rain")).toBe(0);
  expect(editDistance("rain", "rian")).toBe(1);
  expect(editDistance("width", "wdith")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
});

it("is a distance: 0 for equals alone, the same both ways, and never more than the longer word", () => {
  const word = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      const isRight = distance === editDistance(b, a) && (distance === 0) === (a === b);
      return isRight && distance <= Math.max(a.length, b.length);
    }),
  );
});

it("finds the name that was meant, whatever its capitals, and none for what is like none", () => {
  const known = ["hfovDeg", "widthPx", "heightPx", "projection"];
  expect(nearestName("HFOV_deg", known)).toBe("hfovDeg");
  expect(nearestName("width", known)).toBe("widthPx");
  expect(nearestName("heigthPx", known)).toBe("heightPx");
  expect(nearestName("quux", known)).toBeUndefined();
  expect(nearestName("!", known)).toBeUndefined();
});
