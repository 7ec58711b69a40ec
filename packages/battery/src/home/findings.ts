import { InputError, type Problem } from "../problem.ts";
import type { Assumption, Notice } from "./home.ts";
import { HOUSEHOLD, type HomeSize } from "./homeSize.ts";

/** Problems of one kind told one by one; further ones are counted. */
const TOLD_OF_A_KIND = 8;

/** Gathers everything that is wrong, odd or assumed, so that a person hears of it all at once. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly notices: Notice[] = [];
  readonly assumptions: Assumption[] = [];
  /** What numbers are judged by. */
  readonly size: HomeSize;
  readonly #countByKind = new Map<string, number>();

  constructor(size: HomeSize = HOUSEHOLD) {
    this.size = size;
  }

  /** Records something that must be mended before there can be a plan. */
  problem(problem: Problem): void {
    const kind = problem.at.replace(/\d+/g, "#");
    const count = (this.#countByKind.get(kind) ?? 0) + 1;
    this.#countByKind.set(kind, count);
    if (count <= TOLD_OF_A_KIND) this.problems.push(problem);
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
    if (this.problems.length === 0) return;
    const further = [...this.#countByKind].flatMap(([kind, count]) =>
      count > TOLD_OF_A_KIND
        ? [
            {
              at: kind.replaceAll("#", "*"),
              what: `has ${count - TOLD_OF_A_KIND} more problem(s) like these`,
              mend: "mend those told above first",
            },
          ]
        : [],
    );
    throw new InputError("home", [...this.problems, ...further]);
  }
}
