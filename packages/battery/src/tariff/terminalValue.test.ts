import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TerminalMarket, terminalValuePencePerKwh } from "./terminalValue.ts";

const market = (prices: Partial<TerminalMarket> = {}): TerminalMarket => ({
  cheapestImport: 10,
  dearestImport: 30,
  dearestExport: 40,
  cheapestExport: 0,
  inverterEfficiency: 0.96,
  chargeEfficiency: 0.97,
  dischargeEfficiency: 0.97,
  wearPencePerKwh: 0,
  ...prices,
});

describe("value of what is stored at the end", () => {
  it("is what buying it again costs, losses and wear included", () => {
    expect(terminalValuePencePerKwh(market())).toBeCloseTo(10 / 0.96 / 0.97, 12);
    expect(terminalValuePencePerKwh(market({ wearPencePerKwh: 2 }))).toBeCloseTo(10 / 0.96 / 0.97 + 2, 12);
  });

  it("is capped by what using it saves", () => {
    expect(terminalValuePencePerKwh(market({ cheapestImport: 30 }))).toBeCloseTo(30 * 0.96 * 0.97, 12);
  });

  it("loses up to a fifth where exports ahead pay less than buying", () => {
    const full = 10 / 0.96 / 0.97;
    expect(terminalValuePencePerKwh(market({ dearestExport: 5 }))).toBeCloseTo(full * 0.9, 12);
    expect(terminalValuePencePerKwh(market({ dearestExport: -5 }))).toBeCloseTo(full * 0.8, 12);
  });

  it("is at least a penny, and at least what the poorest export brings beyond it", () => {
    expect(terminalValuePencePerKwh(market({ cheapestImport: -8 }))).toBe(1);
    const rich = market({ cheapestImport: -8, cheapestExport: 20 });
    expect(terminalValuePencePerKwh(rich)).toBeCloseTo(20 * 0.96 * 0.97, 12);
  });

  it("stays whole where buying costs nothing or less: there is no price to compare exports with", () => {
    expect(terminalValuePencePerKwh(market({ cheapestImport: 0, dearestExport: 0 }))).toBe(1);
    const paid = market({ cheapestImport: -1, dearestExport: 0, wearPencePerKwh: 5 });
    expect(terminalValuePencePerKwh(paid)).toBeCloseTo(5 - 1 / 0.96 / 0.97, 12);
  });

  it("never falls when import gets dearer, up to the cap", () => {
    const price = fc.integer({ min: -2000, max: 6000 }).map((hundredths) => hundredths / 100);
    const property = fc.property(price, price, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const value = (cheapestImport: number): number =>
        terminalValuePencePerKwh(market({ cheapestImport, dearestImport: 100, dearestExport: 100 }));
      return value(low) <= value(high) + 1e-12;
    });
    fc.assert(property);
  });
});
