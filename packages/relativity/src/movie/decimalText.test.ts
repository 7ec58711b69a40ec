import fc from "fast-check";
import { expect, it } from "vitest";
import { DECIMAL_BYTES, writeDecimal } from "./decimalText.ts";

function textOf(value: number, digitCount: 6 | 9 | 12 = 12): string {
  const bytes = new Uint8Array(DECIMAL_BYTES + 8);
  return new TextDecoder().decode(bytes.subarray(0, writeDecimal(bytes, 0, value, digitCount)));
}

it.each([
  [0, "0"],
  [-0, "0"],
  [1, "1"],
  [-1, "-1"],
  [10, "10"],
  [1200, "1200"],
  [0.5, "0.5"],
  [0.00001, "0.00001"],
  [0.0000012, "1.2e-6"],
  [44.00230652500738, "44.002306525"],
  [999999999999.7, "1e12"],
  [0.9999999999999, "1"],
  [123456789012, "123456789012"],
  [1.5e300, "1.5e300"],
  [-2.5e-300, "-2.5e-300"],
])("writes %d as %s", (value, text) => {
  expect(textOf(value)).toBe(text);
});

it.each([
  [44.00230652500738, 9, "44.0023065"],
  [44.00230652500738, 6, "44.0023"],
  [0.000123456789, 6, "0.000123457"],
  [999999.96, 6, "1e6"],
  [654321, 6, "654321"],
  [12345678, 6, "12345678"],
  [0.1, 9, "0.1"],
] as const)("writes %d with %d digits as %s", (value, digitCount, text) => {
  expect(textOf(value, digitCount)).toBe(text);
});

it.each([6, 9, 12] as const)(
  "is the number to %d digits, in at most its bytes, for any finite number",
  (digitCount) => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = textOf(value, digitCount);
        const isNear = Math.abs(value) < 1e-300 || Math.abs(Number(text) / value - 1) < 6 * 10 ** -digitCount;
        return text.length <= DECIMAL_BYTES && /^-?\d+(\.\d*[1-9])?(e-?\d+)?$/.test(text) && isNear;
      }),
    );
  },
);

it("writes every whole number up to 12 digits exactly", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      (value) => textOf(value) === String(value),
    ),
  );
});
