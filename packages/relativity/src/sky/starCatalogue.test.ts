import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../problem.ts";
import {
  bandColour,
  bandRadiance,
  planckDenominator,
  shiftedBandRatio,
  temperatureFromColourIndex,
} from "./blackBody.ts";
import { graticule } from "./graticule.ts";
import { readStarCatalogue } from "./readStarCatalogue.ts";
import { starFlux } from "./starFlux.ts";

const shipped = readFileSync(join(import.meta.dirname, "../../data/stars.csv"), "utf8");

test("the shipped catalogue is read whole: Sirius first, Vega where it is, the known light of all stars to V = 6", () => {
  const catalogue = readStarCatalogue(shipped, { name: "stars.csv" });
  expect(catalogue.count).toBe(5654);
  expect(catalogue.magnitudeV[0]).toBe(-1.44);
  const vega = catalogue.id.indexOf(91262);
  const [x, y, z] = catalogue.direction.subarray(3 * vega, 3 * vega + 3);
  expect((Math.atan2(y!, x!) * 180) / Math.PI).toBeCloseTo(-80.7653, 4);
  expect((Math.asin(z!) * 180) / Math.PI).toBeCloseTo(38.7837, 4);
  let light = 0;
  for (let star = 0; star < catalogue.count; star++) {
    if (catalogue.magnitudeV[star]! <= 6) light += catalogue.fluxV[star]!;
  }
  expect(light).toBeCloseTo(83.91649595987, 8);
});

test("fainter stars than asked for are left out, and a star without colour is white like the sun", () => {
  const text = "raDeg,decDeg,vMag,bMinusV\n10,20,3,0.5\n11,21,7,\n12,-22,1,\n";
  expect(readStarCatalogue(text, { name: "a.csv", faintestMagnitude: 6 }).count).toBe(2);
  const catalogue = readStarCatalogue(text, { name: "a.csv" });
  expect([...catalogue.id]).toEqual([1, 2, 3]);
  expect(catalogue.temperatureK[1]).toBeCloseTo(temperatureFromColourIndex(0.65), 10);
});

test("everything wrong with a catalogue is told with its line", () => {
  const text = "raDeg,decDeg,vMag,bMinusV\n10,95,3,0.5\nten,20,3,0.5\n1,2,,\n";
  const problems = (() => {
    try {
      readStarCatalogue(text, { name: "my.csv" });
    } catch (error) {
      return (error as InputError).problems;
    }
    return [];
  })();
  expect(problems).toEqual([
    { at: "my.csv: line 2", what: 'decDeg is "95"', mend: "give a number from -90 to 90" },
    { at: "my.csv: line 3", what: 'raDeg is "ten"', mend: "give a number from -360 to 360" },
    { at: "my.csv: line 4", what: 'vMag is ""', mend: "give a number from -30 to 30" },
  ]);
  expect(() => readStarCatalogue("", { name: "my.csv" })).toThrow(/^my\.csv: line 1: is empty/);
  const bad = `raDeg,decDeg,vMag\n${"x,0,0\n".repeat(33)}`;
  expect(() => readStarCatalogue(bad, { name: "my.csv" })).toThrow(/my\.csv: has 13 more problem\(s\)/);
  expect(() => readStarCatalogue("ra,mag\n", { name: "my.csv" })).toThrow(InputError);
  expect(() => readStarCatalogue("ra,mag\n", { name: "my.csv" })).toThrow(/has no column decDeg/);
});

test("temperatures and band ratios are the ones of the formulas", () => {
  expect([-0.3, 0, 0.653, 1.5].map((bv) => temperatureFromColourIndex(bv).toFixed(4))).toEqual([
    "16602.4301",
    "10125.2372",
    "5767.4838",
    "3793.5065",
  ]);
  // The oracles hold an older value of h c / k: equal to 1e-9.
  const ratio = (temperatureK: number, g: number): number => shiftedBandRatio(550, temperatureK, g);
  expect(ratio(5772, 0.8)).toBeCloseTo(0.319696489809, 9);
  expect(ratio(5772, 1.5)).toBeCloseTo(4.71081119925, 8);
  expect(ratio(10000, 0.5)).toBeCloseTo(0.0681184280152, 9);
  expect(ratio(3500, 2)).toBeCloseTo(42.9753608081, 6);
  expect(bandColour(6504)).toEqual([1, 1, 1]);
  expect(bandRadiance(6504)).toEqual([1, 1, 1]);
  const [red, , blue] = bandColour(3500);
  expect(red).toBeGreaterThan(1.3);
  expect(blue).toBeLessThan(0.6);
});

test("a shift by g moves a black body's whole light by -10 log10 g magnitudes (oracle 58)", () => {
  // Planck's law over all wavelengths, evenly in their logarithm: lambda^-5 d lambda = lambda^-4 d ln lambda.
  const whole = (temperatureK: number): number => {
    let sum = 0;
    for (let i = 0; i < 4000; i++) {
      const lambdaNm = 10 ** (1 + i / 500);
      sum += 1 / (lambdaNm ** 4 * planckDenominator(lambdaNm, temperatureK));
    }
    return sum;
  };
  const magnitudes = (g: number): number => -2.5 * Math.log10(whole(5772 * g) / whole(5772));
  expect(magnitudes(0.5)).toBeCloseTo(3.01029995664, 6);
  expect(magnitudes(2)).toBeCloseTo(-3.01029995664, 6);
  expect(magnitudes(0.9)).toBeCloseTo(-10 * Math.log10(0.9), 6);
});

test("an image's light is the star's times magnification and the shift of its black body", () => {
  const catalogue = readStarCatalogue(shipped, { name: "stars.csv" });
  const flux = starFlux(catalogue);
  const light = (star: number, magnification: number, redshiftG: number): number[] => {
    const into = new Float64Array(3);
    flux.write({ star, magnification, redshiftG }, into, 0);
    return [...into];
  };
  const star = fc.nat({ max: catalogue.count - 1 });
  const shift = fc.double({ min: 0.05, max: 8, noNaN: true });
  fc.assert(
    fc.property(star, shift, fc.double({ min: 0, max: 1e3, noNaN: true }), (index, g, magnification) => {
      const [, green] = light(index, magnification, g);
      const wanted =
        magnification * catalogue.fluxV[index]! * shiftedBandRatio(550, catalogue.temperatureK[index]!, g);
      return Math.abs(green! - wanted) <= 1e-12 * wanted;
    }),
  );
  const [red, green, blue] = light(0, 1, 0.4) as [number, number, number];
  expect(red / blue).toBeGreaterThan((light(0, 1, 1)[0]! / light(0, 1, 1)[2]!) * 2);
  expect(green).toBeLessThan(catalogue.fluxV[0]!);
});

test("the graticule has each crossing once, evenly around, coloured from pole to pole", () => {
  const { count, direction, temperatureK } = graticule();
  const places = new Set<string>();
  for (let i = 0; i < count; i++) {
    places.add([0, 1, 2].map((k) => direction[3 * i + k]!.toFixed(9)).join());
  }
  expect(places.size).toBe(count);
  expect(count).toBe(2 + 35 * 144 + 36 * 72);
  expect(temperatureK[0]).toBeGreaterThan(16000);
  expect(temperatureK[count - 1]).toBeLessThan(4000);
});
