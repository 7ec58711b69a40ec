import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Draws } from "./draws.ts";

const some = (draws: Draws): number[] => Array.from({ length: 8 }, () => draws.between(0, 1_000_000));

describe("draws", () => {
  it("are the same for the same seed, home and topic, and others for any other", () => {
    const property = fc.property(fc.nat(), fc.nat(5000), fc.nat(20), (seed, home, topic) => {
      const reference = some(new Draws(seed, home, topic)).join();
      return (
        reference === some(new Draws(seed, home, topic)).join() &&
        reference !== some(new Draws(seed + 1, home, topic)).join() &&
        reference !== some(new Draws(seed, home + 1, topic)).join() &&
        reference !== some(new Draws(seed, home, topic + 1)).join()
      );
    });
    fc.assert(property);
  });

  it("stay within their bounds and reach both", () => {
    const draws = new Draws(1, 2, 3);
    const drawn = Array.from({ length: 500 }, () => draws.between(-3, 4));
    expect(new Set(drawn)).toEqual(new Set([-3, -2, -1, 0, 1, 2, 3, 4]));
  });

  it("fall evenly: eight bins of 8,000 draws hold within 4 standard deviations of 1,000", () => {
    const bins = new Array<number>(8).fill(0);
    const draws = new Draws(0, 0, 3);
    for (let draw = 0; draw < 8000; draw += 1) bins[draws.between(0, 7)]! += 1;
    expect(bins.every((count) => Math.abs(count - 1000) < 4 * Math.sqrt(1000 * (7 / 8)))).toBe(true);
  });

  it("happen as often as they are told to", () => {
    const draws = new Draws(5, 0, 0);
    const count = Array.from({ length: 4000 }, () => draws.happens(30)).filter(Boolean).length;
    expect(Math.abs(count - 1200)).toBeLessThan(4 * Math.sqrt(4000 * 0.3 * 0.7));
  });
});
