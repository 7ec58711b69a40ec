import { describe, expect, it } from "vitest";
import {
  ACTION_COLOURS,
  type Colours,
  colourProperties,
  DARK_COLOURS,
  LIGHT_COLOURS,
} from "./pageColours.ts";
import { pageStyle } from "./pageStyle.ts";

const SCHEMES = [
  ["light", LIGHT_COLOURS],
  ["dark", DARK_COLOURS],
] as const;

describe.each(SCHEMES)("the %s colours", (_, colours: Colours) => {
  it("let every text be read: WCAG 2.2 AA, 4.5 to 1", () => {
    const grounds = ["page", "card"] as const;
    const texts = ["text", "muted", "warning"] as const;
    const pairs = grounds.flatMap((ground) => texts.map((words) => [words, ground] as const));
    const blocks = Object.values(ACTION_COLOURS).map((block) => ["onBlock", block] as const);
    const weak = [...pairs, ...blocks].filter(
      ([over, under]) => contrast(colours[over], colours[under]) < 4.5,
    );
    expect(weak).toEqual([]);
  });

  it("let every line and block be told from the card: WCAG 2.2 AA, 3 to 1", () => {
    const shapes = ["import", "export", "stored", "sun", "home", "hold", "muted"] as const;
    expect(shapes.filter((shape) => contrast(colours[shape], colours.card) < 3)).toEqual([]);
  });

  it("stand in the style sheet", () => {
    expect(pageStyle()).toContain(colourProperties(colours));
  });
});

describe("pageStyle", () => {
  it("takes the dark colours where the reader prefers them", () => {
    expect(pageStyle()).toContain(
      `@media (prefers-color-scheme:dark){:root{${colourProperties(DARK_COLOURS)}}}`,
    );
  });

  it("names no colour property that is not given", () => {
    const used = [...pageStyle().matchAll(/var\(--(\w+)\)/g)].map(([, name]) => name);
    expect(used.filter((name) => !Object.hasOwn(LIGHT_COLOURS, name as string))).toEqual([]);
  });
});

/** Contrast ratio of two colours. @see WCAG 2.2, relative luminance and contrast ratio */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
