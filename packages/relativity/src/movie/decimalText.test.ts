import fc from "fast-check";
import { expect, it } from "vitest";
import { DECIMAL_BYTES } from "../kernel/eventLayout.ts";
import { writeDecimal, writeWhole } from "./decimalText.ts";

/** What `write` leaves in front of the place that it gives. */
function written(write: (text: DataView, at: number) => number): string {
  const bytes = new Uint8Array(DECIMAL_BYTES + 1);
  const end = write(new DataView(bytes.buffer), 1);
  return new TextDecoder().decode(bytes.subarray(1, end));
}

function textOf(value: number, digitCount: 6 | 9 = 9): string {
  return written((text, at) => {
    text.setFloat64(at, value, true);
    return writeDecimal(text, at, digitCount);
  });
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
  [0.00000999999999, "9.99999999e-6"],
  [44.00230652500738, "44.0023065"],
  [9.999999999, "10"],
  [999999999.7, "1e9"],
  [0.9999999999, "1"],
  [123456789, "123456789"],
  [1234567890.1, "1.23456789e9"],
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

it.each([6, 9] as const)(
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

it("is what JavaScript rounds the number to, but for those half way between two", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-5, max: 1e8, noNaN: true }),
      fc.constantFrom(6, 9),
      (value, digitCount) => {
        const text = textOf(value, digitCount as 6 | 9);
        const isWhole = Number.isInteger(value);
        const nearest = isWhole ? value : Number(value.toPrecision(digitCount));
        return (
          Math.abs(Number(text) - nearest) <= 1.01 * 10 ** -digitCount * value &&
          (!isWhole || text === String(value))
        );
      },
    ),
  );
});

it("writes every whole number exactly, with its sign below 1e9", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999, max: 999_999_999 }),
      (value) => textOf(value) === String(value),
    ),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      (value) => written((text, at) => writeWhole(text, at, value)) === String(value),
    ),
  );
});
