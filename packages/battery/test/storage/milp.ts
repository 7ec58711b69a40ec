import highsModule, { type Highs, type Model, type ModelData } from "highs";

/** One entry of a row: a column and its coefficient. */
export type Term = readonly [column: number, coefficient: number];

/** What HiGHS said about a model. */
export interface MilpAnswer {
  /** False when the limit on nodes ended the search first: `bestBound` is then below `objective`. */
  readonly isProven: boolean;
  readonly isFeasible: boolean;
  /** Least objective found, solved again as a linear program with its whole numbers fixed. */
  readonly objective: number;
  /** No solution is cheaper than this. */
  readonly bestBound: number;
  readonly values: Float64Array;
}

/** Branch-and-bound nodes after which a model counts as unproven. */
const NODE_LIMIT = 20_000;
/** HiGHS's own floor for feasibility and optimality tolerances is 1e-10. */
const TOLERANCE = 1e-9;

/** The package's types describe its CommonJS file; what Node loads is the ES module, whose default is the loader. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

let loaded: Promise<Highs> | undefined;

/** HiGHS in WebAssembly, loaded once. */
export async function highs(): Promise<Highs> {
  loaded ??= loadHighs();
  return await loaded;
}

/** A mixed-integer linear program: columns with costs and bounds, rows between bounds, a cost to be made least. */
export class Milp {
  readonly #costs: number[] = [];
  readonly #lower: number[] = [];
  readonly #upper: number[] = [];
  readonly #isWhole: number[] = [];
  readonly #rowLower: number[] = [];
  readonly #rowUpper: number[] = [];
  readonly #rows: Map<number, number>[] = [];

  /** A new column within [lower, upper]. @returns its index */
  column(lower: number, upper: number, cost = 0): number {
    this.#costs.push(cost);
    this.#lower.push(lower);
    this.#upper.push(upper);
    this.#isWhole.push(0);
    return this.#costs.length - 1;
  }

  /** A new column that is 0 or 1. */
  binary(cost = 0): number {
    const index = this.column(0, 1, cost);
    this.#isWhole[index] = 1;
    return index;
  }

  /** Adds to the cost of a column. */
  addCost(column: number, cost: number): void {
    this.#costs[column]! += cost;
  }

  /** A new row: lower <= sum of terms <= upper. */
  row(terms: readonly Term[], lower: number, upper: number): void {
    const row = new Map<number, number>();
    for (const [column, coefficient] of terms) row.set(column, (row.get(column) ?? 0) + coefficient);
    this.#rows.push(row);
    this.#rowLower.push(lower);
    this.#rowUpper.push(upper);
  }

  /** sum of terms = value. */
  equal(terms: readonly Term[], value: number): void {
    this.row(terms, value, value);
  }

  /** sum of terms <= value. */
  atMost(terms: readonly Term[], value: number): void {
    this.row(terms, Number.NEGATIVE_INFINITY, value);
  }

  /** Solves at gap 0; then once more with the whole numbers fixed, free of their tolerance. */
  solve(solver: Highs, nodeLimit: number = NODE_LIMIT): MilpAnswer {
    return solver.withModel((model): MilpAnswer => {
      model.passModel(this.#data());
      model.options.set({
        output_flag: false,
        mip_rel_gap: 0,
        mip_abs_gap: 0,
        mip_max_nodes: nodeLimit,
        mip_feasibility_tolerance: TOLERANCE,
        primal_feasibility_tolerance: TOLERANCE,
        dual_feasibility_tolerance: TOLERANCE,
      });
      const { modelStatus } = model.run();
      const { optimal, infeasible } = solver.constants.modelStatus;
      if (modelStatus === infeasible) return infeasibleAnswer(this.#costs.length);
      const whole = this.#isWhole.flatMap((isWhole, index) => (isWhole === 1 ? [index] : []));
      const bestBound = Number(
        model.info.get(whole.length > 0 ? "mip_dual_bound" : "objective_function_value"),
      );
      fixWhole(model, whole);
      return {
        isProven: modelStatus === optimal,
        isFeasible: true,
        objective: model.getObjectiveValue(),
        bestBound,
        values: model.getSolution().colValue,
      };
    });
  }

  #data(): ModelData {
    const starts = [0];
    const indices: number[] = [];
    const values: number[] = [];
    for (const row of this.#rows) {
      for (const [column, coefficient] of row) {
        indices.push(column);
        values.push(coefficient);
      }
      starts.push(indices.length);
    }
    const numCols = this.#costs.length;
    const numRows = this.#rows.length;
    return {
      numCols,
      numRows,
      colCost: this.#costs,
      colLower: this.#lower,
      colUpper: this.#upper,
      rowLower: this.#rowLower,
      rowUpper: this.#rowUpper,
      integrality: Int32Array.from(this.#isWhole),
      matrix: { format: "csr", numRows, numCols, starts, indices, values },
    };
  }
}

/** Fixes the whole numbers where the search left them, and solves what remains. */
function fixWhole(model: Model, whole: readonly number[]): void {
  const { colValue } = model.getSolution();
  for (const column of whole) {
    const fixed = Math.round(colValue[column]!);
    model.changeColBounds(column, fixed, fixed);
  }
  model.run();
}

function infeasibleAnswer(columnCount: number): MilpAnswer {
  return {
    isProven: true,
    isFeasible: false,
    objective: Number.POSITIVE_INFINITY,
    bestBound: Number.POSITIVE_INFINITY,
    values: new Float64Array(columnCount),
  };
}
