import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/problem.ts";
import { checkCertificate } from "../../src/storage/certificate.ts";
import { readEvccRequest } from "../../src/storage/readEvccRequest.ts";
import { readStorageProblem } from "../../src/storage/readStorageProblem.ts";
import { solveSeveralStorages } from "../../src/storage/severalStorages.ts";
import { solveStorage } from "../../src/storage/solveStorage.ts";
import type { StorageAnswer } from "../../src/storage/storageAnswer.ts";
import { readStorageAnswer, storageAnswerJson } from "../../src/storage/storageAnswerFile.ts";
import { randomProblem } from "./randomProblem.ts";

type Path = readonly (string | number)[];
type Fields = Record<string | number, unknown>;

const ODD_VALUES: readonly unknown[] = [
  null,
  "",
  "12",
  true,
  0,
  -0,
  -1,
  0.5,
  1,
  3,
  1e-300,
  5e-324,
  1e9,
  1e18,
  1.7e308,
  [],
  [null],
  [1, 2],
  {},
  { kind: "hybrid" },
  { constructor: 2, toString: 1 },
];

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 3) : Object.keys(value);
  const inside = keys.flatMap((key) => placesIn((value as Fields)[key], [...path, key]));
  return path.length > 0 ? [path, ...inside] : inside;
}

/** A copy with some values replaced, or taken out. */
function mutated(file: object, changes: readonly (readonly [number, unknown, boolean])[]): string {
  const copy = structuredClone(file) as Fields;
  const places = placesIn(file);
  for (const [place, value, isRemoval] of changes) {
    const path = places[place % places.length]!;
    let parent: unknown = copy;
    for (const key of path.slice(0, -1)) parent = (parent as Fields | undefined)?.[key];
    if (typeof parent !== "object" || parent === null) continue;
    if (isRemoval) delete (parent as Fields)[path.at(-1)!];
    else (parent as Fields)[path.at(-1)!] = value;
  }
  return JSON.stringify(copy);
}

const CHANGES = fc.array(
  fc.tuple(
    fc.nat(10_000),
    fc.oneof(fc.constantFrom(...ODD_VALUES), fc.double({ min: 0, max: 10 })),
    fc.boolean(),
  ),
  { minLength: 1, maxLength: 3 },
);

/** What a reader gives; undefined where it told, with place, fault and remedy, what is wrong. */
function readOrTold<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError) || error.problems.length === 0) throw error;
    const isTold = error.problems.every(
      ({ at, what, mend }) => at !== "" && what !== "" && mend !== "" && !/undefined|NaN/.test(what),
    );
    if (!isTold) throw new RangeError(`is told badly: ${error.message}`);
    return undefined;
  }
}

function isSound(answer: StorageAnswer): boolean {
  const numbers = [answer.objective, answer.bill, answer.lowerBound, answer.gap, ...answer.socKwh];
  return numbers.every(Number.isFinite) && answer.gap >= 0;
}

const REQUEST = {
  batteries: [
    { s_min: 1000, s_max: 8000, s_initial: 5000, c_min: 0, c_max: 4000, d_max: 3000, p_a: 0.0002 },
    {
      s_min: 0,
      s_max: 6000,
      s_initial: 2000,
      c_min: 1380,
      c_max: 4000,
      d_max: 0,
      p_a: 0.0002,
      charge_from_grid: true,
      s_goal: [0, 0, 5000],
      p_demand: [0, 500, 0],
    },
  ],
  grid: { p_max_imp: 6000, p_max_exp: 3000 },
  time_series: {
    dt: [900, 3600, 3600],
    gt: [250, 1000, 800],
    ft: [0, 2000, 3000],
    p_N: [0.0003, 0.0004, 0.0002],
    p_E: [0.0001, 0.0001, 0.0003],
  },
};

test("a problem with some values changed is told, or has a plan that keeps every physical limit", () => {
  fc.assert(
    fc.property(fc.nat(5000), CHANGES, (seed, changes) => {
      const text = mutated(randomProblem(seed).problem, changes);
      const problem = readOrTold(() => readStorageProblem(text));
      if (problem === undefined) return true;
      const answer = solveStorage(problem);
      return isSound(answer) && checkCertificate(problem, answer).holds;
    }),
    { numRuns: 400 },
  );
}, 120_000);

test("any characters in place of a problem, an answer or a request are told, or read", () => {
  const readers = [readStorageProblem, (text: string) => readStorageAnswer(text, 3), readEvccRequest];
  const texts = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.json({ maxDepth: 3 }),
    fc.constantFrom(
      "[".repeat(50_000),
      `{"importPerKwh":${"[".repeat(9999)}${"]".repeat(9999)}}`,
      '{"__proto__":1}',
    ),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...readers), (text, read) => {
      readOrTold<unknown>(() => read(text));
      return true;
    }),
    { numRuns: 600 },
  );
}, 120_000);

test("an answer with some values changed is told, or checked without an error", () => {
  fc.assert(
    fc.property(fc.nat(5000), CHANGES, (seed, changes) => {
      const problem = readStorageProblem(JSON.stringify(randomProblem(seed).problem));
      const text = mutated(JSON.parse(storageAnswerJson(solveStorage(problem))), changes);
      const answer = readOrTold(() => readStorageAnswer(text, problem.slotHours.length));
      if (answer === undefined) return true;
      const { holds, findings } = checkCertificate(problem, answer);
      return holds === (findings.length === 0);
    }),
    { numRuns: 200 },
  );
}, 120_000);

test("a request with some values changed is told, or planned", () => {
  fc.assert(
    fc.property(CHANGES, (changes) => {
      const text = mutated(REQUEST, changes);
      const request = readOrTold(() => readEvccRequest(text));
      if (request === undefined) return true;
      const { objective, lowerBound, gap } = solveSeveralStorages(request.problem);
      return [objective, lowerBound, gap].every(Number.isFinite) && gap >= 0;
    }),
    { numRuns: 400 },
  );
}, 120_000);

test("the mutations reach both ends: some are read, some are told", () => {
  expect(readOrTold(() => readEvccRequest(JSON.stringify(REQUEST)))).toBeDefined();
  expect(readOrTold(() => readEvccRequest(mutated(REQUEST, [[0, null, true]])))).toBeUndefined();
});
