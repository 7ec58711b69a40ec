import { expect, test } from "vitest";
import type { FollowedRay } from "../thread/holeMessages.ts";
import { rayWords } from "./rayPanel.ts";

const crossing = { radiusM: 8, phiRad: 0, redshiftG: 0.7 };

function wordsOf(status: FollowedRay["ray"]["status"], crossingCount: number): string {
  const ray = { id: 1, status, direction: null, g: null, xi: 0, eta: 0, sweepRad: 0, order: 0, steps: 1 };
  return rayWords({ ray, crossings: Array.from({ length: crossingCount }, () => crossing) });
}

test("a captured ray brings no light, unless it met the disk before", () => {
  expect(wordsOf("captured", 0)).toBe("Captured: no light comes this way");
  expect(wordsOf("captured", 1)).toBe("Disk: the light comes from the hot gas; behind it lies the hole");
});

test("an escaping ray brings the sky's light, unless it met the disk before", () => {
  expect(wordsOf("escaped", 0)).toBe("Escaped: the light comes from the sky");
  expect(wordsOf("escaped", 2)).toBe("Disk: the light comes from the hot gas; behind it lies the sky");
});
