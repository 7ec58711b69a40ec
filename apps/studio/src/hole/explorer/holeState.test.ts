import { readRays, readSkyLight } from "@lightcone/relativity";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  FIRST_STATE,
  fragmentOf,
  type HoleState,
  OBSERVERS,
  possibleState,
  rayLine,
  SPACETIMES,
  shotText,
  stateOfFragment,
} from "./holeState.ts";

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const states: fc.Arbitrary<HoleState> = fc
  .record({
    spacetime: fc.constantFrom(...SPACETIMES),
    spin: number(-2, 2),
    charge: number(-1, 2),
    observer: fc.constantFrom(...OBSERVERS),
    radiusM: number(-5, 1000),
    thetaDeg: number(-10, 200),
    phiDeg: number(-180, 180),
    azDeg: number(-500, 500),
    elDeg: number(-100, 100),
    hfovDeg: number(0, 180),
    hasDisk: fc.boolean(),
    hasStars: fc.boolean(),
    hasMilkyWay: fc.boolean(),
    exposureStops: number(-9, 9),
  })
  .map(possibleState);

const noTable = (): never => {
  throw new TypeError("no ray of the explorer names a table");
};

test("whatever is wanted, the ray of what is possible can be asked for", () => {
  fc.assert(
    fc.property(states, (state) => readRays(rayLine(state, { azDeg: 10, elDeg: -5 }), noTable).length === 1),
  );
});

test("whatever is wanted, the shot of what is possible can be read", () => {
  fc.assert(
    fc.property(states, (state) => {
      const bare = { ...state, hasStars: false, hasMilkyWay: false };
      const files = { open: noTable, openShipped: noTable };
      return readSkyLight(shotText(bare, { widthPx: 64, heightPx: 36 }), files).panorama === undefined;
    }),
  );
});

test("an address gives back the state that it was made of", () => {
  fc.assert(
    fc.property(states, (state) => {
      const read = stateOfFragment(fragmentOf(state));
      return Object.entries(state).every(([name, value]) => Object.is(read[name as keyof HoleState], value));
    }),
  );
  expect(fragmentOf(FIRST_STATE)).toBe("");
});

test("what an address says wrongly is as at first", () => {
  expect(stateOfFragment("radiusM=near&observer=god&spin=")).toEqual(FIRST_STATE);
});

test("a state that is possible stays as it is", () => {
  expect(possibleState(FIRST_STATE)).toEqual(FIRST_STATE);
});
