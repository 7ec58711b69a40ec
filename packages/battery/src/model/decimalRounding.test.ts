import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { round1, round2, round3, round4, roundToScale } from "./decimalRounding.ts";

/** Mantissa and exponent of a positive finite double: value = mantissa x 2^exponent, exactly. */
function exactBinary(value: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0]!;
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return field === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: field - 1075 };
}

/** The same rounding by exact big-integer arithmetic, and the decimal string parsed by the engine. */
function roundByIntegers(value: number, decimals: number): number {
  const { mantissa, exponent } = exactBinary(Math.abs(value));
  let numerator = mantissa * 10n ** BigInt(decimals);
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  const quotient = numerator / denominator;
  const twiceRest = (numerator % denominator) * 2n;
  const isUp = twiceRest > denominator || (twiceRest === denominator && quotient % 2n === 1n);
  const digits = (quotient + (isUp ? 1n : 0n)).toString().padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  const magnitude = Number(`${digits.slice(0, cut)}.${digits.slice(cut)}`);
  return value < 0 || Object.is(value, -0) ? -magnitude : magnitude;
}

const decimalsArbitrary = fc.constantFrom(1, 2, 3, 4);
const agrees = (value: number, decimals: number): boolean =>
  Object.is(roundToScale(value, 10 ** decimals), roundByIntegers(value, decimals));

describe("decimal rounding of a double", () => {
  it("equals exact integer arithmetic on every kind of double", () => {
    const anyFinite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 });
    fc.assert(fc.property(anyFinite, decimalsArbitrary, agrees), { numRuns: 5000 });
  });

  it("equals exact integer arithmetic at sizes a household has", () => {
    const household = fc.double({ noNaN: true, min: -5000, max: 5000 });
    fc.assert(fc.property(household, decimalsArbitrary, agrees), { numRuns: 5000 });
  });

  it("equals exact integer arithmetic within two ulps of every tie", () => {
    const nearTie = fc.tuple(
      fc.integer({ min: -3_000_000, max: 3_000_000 }),
      fc.integer({ min: -2, max: 2 }),
    );
    const property = fc.property(nearTie, decimalsArbitrary, ([count, ulps], decimals) => {
      const tie = (count + 0.5) / 10 ** decimals;
      const words = new BigInt64Array(new Float64Array([tie]).buffer);
      words[0] = words[0]! + BigInt(ulps);
      return agrees(new Float64Array(words.buffer)[0]!, decimals);
    });
    fc.assert(property, { numRuns: 20_000 });
  });

  it("equals exact integer arithmetic where few bits are left after the point", () => {
    const large = fc.tuple(
      fc.integer({ min: 2 ** 30, max: 2 ** 31 - 1 }),
      fc.integer({ min: 0, max: 2 ** 22 - 1 }),
    );
    const property = fc.property(
      large,
      fc.integer({ min: -22, max: 3 }),
      decimalsArbitrary,
      ([high, low], shift, n) => agrees((high * 2 ** 22 + low) * 2 ** shift, n),
    );
    fc.assert(property, { numRuns: 5000 });
  });

  it("sends true ties to the even digit and false ties to their own side", () => {
    expect([round1(0.25), round1(0.75), round2(0.125), round2(0.375)]).toEqual([0.2, 0.8, 0.12, 0.38]);
    expect([round2(1.005), round2(2.675), round3(1.0005), round4(0.00015)]).toEqual([1, 2.67, 1, 0.0001]);
    expect([round1(0.05), round1(0.15), round1(0.35), round1(-2.25)]).toEqual([0.1, 0.1, 0.3, -2.2]);
  });

  it("keeps the sign of zero", () => {
    expect(Object.is(round4(-0), -0)).toBe(true);
    expect(Object.is(round4(-0.00001), -0)).toBe(true);
    expect(Object.is(round4(0), 0)).toBe(true);
  });

  it("does nothing the second time", () => {
    const property = fc.property(
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      decimalsArbitrary,
      (value, n) => {
        const once = roundToScale(value, 10 ** n);
        return Object.is(roundToScale(once, 10 ** n), once);
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });
});
