import { InputError, type Problem } from "../problem.ts";
import type { Assumption, Notice } from "./home.ts";

/** Gathers everything that is wrong, odd or assumed, so that a person hears of it all at once. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly notices: Notice[] = [];
  readonly assumptions: Assumption[] = [];

  /** Records something that must be mended before there can be a plan. */
  problem(problem: Problem): void {
    this.problems.push(problem);
  }

  /** Records something to know; the plan is made all the same. */
  notice(notice: Notice): void {
    this.notices.push(notice);
  }

  /** Records a value taken because the file gave none. */
  assume(at: string, value: string): void {
    this.assumptions.push({ at, value });
  }

  /** @throws InputError with every problem gathered so far, if there is one */
  throwIfAny(): void {
    if (this.problems.length > 0) throw new InputError("home", this.problems);
  }
}
