import { expect, test } from "vitest";
import { fallenState, fallFrom, fallWords, horizonShare, isOnFall, placeOf } from "./fall.ts";
import { FIRST_STATE, type HoleState, possibleState } from "./holeState.ts";

const fallOf = (part: Partial<HoleState>) => {
  const fall = fallFrom(possibleState({ ...FIRST_STATE, ...part }));
  if (fall === undefined) throw new TypeError("there is no such fall");
  return fall;
};

test("a fall begins where the observer is, crosses the horizon where it says, and ends where nothing can be told", () => {
  const fall = fallOf({ radiusM: 17 });
  expect(placeOf(fall, 0).radiusM).toBe(17);
  expect(placeOf(fall, horizonShare(fall)).radiusM).toBeCloseTo(1 + Math.sqrt(1 - 0.81), 3);
  expect(placeOf(fall, 1).radiusM).toBeGreaterThan(1 - Math.sqrt(1 - 0.81));
  expect(fall.end).toBe("inner horizon");
  expect(fallOf({ spacetime: "schwarzschild" }).end).toBe("singularity");
});

test("whoever is at the horizon or within begins further out", () => {
  expect(fallOf({ observer: "rain", radiusM: 1 }).start.radiusM).toBe(FIRST_STATE.radiusM);
});

test("there is no fall without a hole, nor around one with charge", () => {
  for (const spacetime of ["minkowski", "kerr-newman"] as const) {
    expect(fallFrom(possibleState({ ...FIRST_STATE, spacetime, charge: 0.3 }))).toBeUndefined();
  }
});

test("every place of a fall is one where an observer can be, and is known to be on it", () => {
  const fall = fallOf({});
  for (let share = 0; share <= 1; share += 0.01) {
    const state = possibleState({ ...fall.start, ...fallenState(fall, share), azDeg: 40 });
    expect(isOnFall(fall, share, state)).toBe(true);
    expect(isOnFall(fall, share, { ...state, radiusM: state.radiusM * 1.01 })).toBe(false);
    expect(isOnFall(fall, share, { ...state, spin: 0.5 })).toBe(false);
  }
});

test("words tell the time to the horizon, then to the end, by the faller's own watch", () => {
  const fall = fallOf({ spacetime: "schwarzschild", radiusM: 20 });
  // (2/3) sqrt(r^3 / 2) from 20 M to 2 M is 40.83 M: 14.4 minutes where M is 21.2 s.
  expect(fallWords(fall, 0)).toBe("20.0 M from the centre, 14 min to the horizon");
  const after = fallWords(fall, horizonShare(fall) + 0.001);
  expect(after).toMatch(
    /^1\.9\d M from the centre, inside the horizon: no way back, 28 s to the singularity\./,
  );
  expect(fallWords(fall, 1)).toContain("singularity is here");
});
