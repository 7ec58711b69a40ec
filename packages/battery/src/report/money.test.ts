import { describe, expect, it } from "vitest";
import { majorSum, minorSum } from "./money.ts";

const POUND = { code: "GBP", major: "£", minor: "p" };
const KRONE = { code: "NOK", major: "kr", minor: "øre" };

describe("money", () => {
  it("is written in the minor unit with one decimal, never as a negative zero", () => {
    expect([minorSum(9.24, POUND), minorSum(-0.01, POUND), minorSum(100.8, KRONE)]).toEqual([
      "9.2 p",
      "0.0 p",
      "100.8 øre",
    ]);
  });

  it("is written in the major unit as its people do, the sign in front", () => {
    expect([majorSum(312.4, POUND), majorSum(-40, POUND), majorSum(-0.3, POUND)]).toEqual([
      "£3.12",
      "-£0.40",
      "£0.00",
    ]);
    expect(majorSum(-312.4, KRONE)).toBe("-3.12 kr");
  });
});
