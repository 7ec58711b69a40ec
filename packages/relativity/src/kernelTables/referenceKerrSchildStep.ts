import * as rk from "../kernel/dormandPrince.ts";
import * as light from "../kernel/kerrSchild.ts";
import {
  STATE_COLUMNS,
  STATE_CONTROLLED,
  STATE_ENERGY,
  STATE_P,
  STATE_SWEEP,
  STATE_WORDS,
} from "../kernel/kerrSchildState.ts";
import * as layout from "../kernel/layout.ts";
import { FIELD_COUNT, TABLE_CHARGE, TABLE_MASS, TABLE_SPIN } from "../kernel/tableLayout.ts";
import { copyRates, type TableEvaluation, tableRates } from "./referenceTable.ts";
import { contextNumber, contextWord, type RayJob } from "./referenceTables.ts";

/** What rays move in: the closed form, or a table with the closed form around it. */
export interface RayField {
  readonly mass: number;
  readonly spin: number;
  readonly squaredCharge: number;
  readonly table: TableEvaluation | undefined;
}

/** One ray between two steps; the twin of the single ray's scratch. */
export interface SingleRay {
  readonly field: RayField;
  /** STATE_COLUMNS words. */
  readonly state: Float64Array;
  /** Seven rates of STATE_WORDS words. */
  readonly rates: Float64Array;
  readonly next: Float64Array;
}

/** The field that a job's context names. */
export function fieldOf(job: RayJob): RayField {
  const pointer = contextWord(job, layout.CONTEXT_TABLE);
  const charge = contextNumber(job, layout.CONTEXT_CHARGE);
  if (pointer === 0) {
    const spin = contextNumber(job, layout.CONTEXT_SPIN);
    return { mass: 1, spin, squaredCharge: charge * charge, table: undefined };
  }
  const words = contextWord(job, layout.CONTEXT_TABLE_BYTES) >> 3;
  const block = job.f64.subarray(pointer >> 3, (pointer >> 3) + words);
  return {
    mass: block[TABLE_MASS]!,
    spin: block[TABLE_SPIN]!,
    squaredCharge: block[TABLE_CHARGE]! * block[TABLE_CHARGE]!,
    table: { block, fields: new Float64Array(4 * FIELD_COUNT) },
  };
}

/** A ray's working memory. */
export function createSingleRay(field: RayField): SingleRay {
  return {
    field,
    state: new Float64Array(STATE_COLUMNS),
    rates: new Float64Array(7 * STATE_WORDS),
    next: new Float64Array(STATE_WORDS),
  };
}

/** Sets the rates number `index` to those at `y`. */
export function setRates({ field, state, rates }: SingleRay, y: Float64Array, index: number): void {
  if (field.table !== undefined) {
    tableRates(field.table, y, rates, STATE_WORDS * index);
    return;
  }
  const [x, yy, z, px, py, pz] = y as unknown as [number, number, number, number, number, number];
  light.affineRates(1, field.spin, field.squaredCharge, state[STATE_ENERGY]!, x, yy, z, px, py, pz);
  copyRates(rates, STATE_WORDS * index);
}

/** Steps from the state with its rates in place to the new state and its rates, by `h`. */
export function stepSingle(ray: SingleRay, h: number): void {
  const { state, rates, next } = ray;
  const k = (index: number, word: number): number => rates[STATE_WORDS * index + word]!;
  const stage = (index: number, words: number, sum: (word: number) => number): void => {
    for (let word = 0; word < words; word++) next[word] = state[word]! + h * sum(word);
    setRates(ray, next, index);
  };
  const early = STATE_CONTROLLED + 1;
  stage(1, early, (i) => rk.A21 * k(0, i));
  stage(2, early, (i) => rk.A31 * k(0, i) + rk.A32 * k(1, i));
  stage(3, early, (i) => rk.A41 * k(0, i) + rk.A42 * k(1, i) + rk.A43 * k(2, i));
  stage(4, early, (i) => rk.A51 * k(0, i) + rk.A52 * k(1, i) + rk.A53 * k(2, i) + rk.A54 * k(3, i));
  stage(
    5,
    early,
    (i) => rk.A61 * k(0, i) + rk.A62 * k(1, i) + rk.A63 * k(2, i) + rk.A64 * k(3, i) + rk.A65 * k(4, i),
  );
  stage(
    6,
    STATE_WORDS,
    (i) => rk.B1 * k(0, i) + rk.B3 * k(2, i) + rk.B4 * k(3, i) + rk.B5 * k(4, i) + rk.B6 * k(5, i),
  );
}

/** Squared error of the step just taken, over the squared tolerance. */
export function squaredError(
  { state, rates }: SingleRay,
  h: number,
  { tolerance, squaredSpeed }: { readonly tolerance: number; readonly squaredSpeed: number },
): number {
  const k = (index: number, word: number): number => rates[STATE_WORDS * index + word]!;
  const errorOf = (i: number): number =>
    h *
    (rk.E1 * k(0, i) +
      rk.E3 * k(2, i) +
      rk.E4 * k(3, i) +
      rk.E5 * k(4, i) +
      rk.E6 * k(5, i) +
      rk.E7 * k(6, i));
  const rho2 = squareOf(state, 0);
  const p2 = squareOf(state, STATE_P);
  const scale = rho2 * p2;
  const turn = errorOf(STATE_SWEEP);
  const angle = turn * turn * squaredSpeed;
  const error =
    squareOfThree(errorOf(0), errorOf(1), errorOf(2)) * p2 +
    squareOfThree(errorOf(STATE_P), errorOf(STATE_P + 1), errorOf(STATE_P + 2)) * rho2 +
    angle * scale;
  return error / (tolerance * tolerance * scale);
}

/** Squared length of three words from `at`. */
export function squareOf(words: Float64Array, at: number): number {
  return squareOfThree(words[at]!, words[at + 1]!, words[at + 2]!);
}

function squareOfThree(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
