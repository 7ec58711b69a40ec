import { expect, test } from "vitest";
import { HOUSEHOLD, homeSize, sizedQuantity } from "./homeSize.ts";
import { QUANTITIES } from "./quantities.ts";

const sizeOf = (capacityKwh: unknown, chargeKw: unknown) => homeSize({ capacityKwh, chargeKw });

test("a household's batteries, and what is no battery, are judged as a household's", () => {
  for (const [kwh, kw] of [
    [9.5, 3.6],
    [0.1, 0.05],
    [200, 100],
    [9.5, 100],
  ]) {
    expect(sizeOf(kwh, kw)).toEqual(HOUSEHOLD);
  }
  const none = [
    [undefined, 3],
    ["9.5", 3],
    [9.5, null],
    [0, 3],
    [-1e6, -1e6],
    [Infinity, 1],
    [1e300, 1e300],
  ];
  for (const [kwh, kw] of none) expect(sizeOf(kwh, kw)).toEqual(HOUSEHOLD);
  expect(homeSize(undefined)).toEqual(HOUSEHOLD);
  expect(homeSize(5)).toEqual(HOUSEHOLD);
});

test("Wh, MWh and watts beside a household's other figure are a slip", () => {
  for (const [kwh, kw] of [
    [9500, 3.6],
    [0.0095, 3.6],
    [9.5, 3600],
  ]) {
    expect(sizeOf(kwh, kw)).toEqual(HOUSEHOLD);
  }
});

test("a power station, a model battery and a million kWh behind a household's power are taken as they are", () => {
  expect(sizeOf(1e6, 5e5)).toEqual({ largest: 1e5, smallest: 1 });
  expect(sizeOf(1e-6, 1e-6)).toEqual({ largest: 1, smallest: 1e-7 });
  expect(sizeOf(1e6, 5)).toEqual({ largest: 1e5, smallest: 1 });
});

test("energies, powers and money may be as many times larger and smaller; prices and shares stay", () => {
  const [large, small] = [sizeOf(1e6, 5e5), sizeOf(1e-6, 1e-6)];
  expect(sizedQuantity(QUANTITIES.energy, large).maximum).toBe(2e7);
  expect(sizedQuantity({ ...QUANTITIES.energy, minimum: 0.1 }, small).minimum).toBeCloseTo(1e-8, 20);
  expect(sizedQuantity({ ...QUANTITIES.energy, minimum: -20 }, large).minimum).toBe(-2e6);
  expect(sizedQuantity(QUANTITIES.money, large).maximum).toBe(1e11);
  for (const name of ["price", "efficiency", "percent", "hours", "intensity"] as const)
    expect(sizedQuantity(QUANTITIES[name], large)).toEqual(QUANTITIES[name]);
});
