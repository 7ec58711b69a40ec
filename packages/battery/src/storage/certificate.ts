/**
 * The proof that no plan costs less than the bound, checked without solving anything and without any code of the
 * solver: with the answer's multiplier as the price of stored energy, each slot and each moment may choose for
 * itself, and the sum of their least costs cannot exceed the cost of any plan.
 */
import { flowFindings } from "./flowFindings.ts";
import type { CertificateCheck, StorageAnswer } from "./storageAnswer.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { VertexCosts } from "./vertexCosts.ts";

/** How far a claim may be beside what is proven, as a share of the sum of all amounts of money in the proof. */
const TOLERANCE = 1e-9;

/**
 * Checks that the plan does what it claims, that the multipliers prove the bound that it claims, and that they prove
 * a plan called `optimal` to be it.
 */
export function checkCertificate(problem: StorageProblem, answer: StorageAnswer): CertificateCheck {
  const findings = flowFindings(problem, answer);
  const { lowerBound, slack } = provenBound(problem, answer);
  if (!(answer.lowerBound <= lowerBound + slack)) {
    findings.push(`lowerBound is ${answer.lowerBound}, but the multipliers prove only ${lowerBound}`);
  }
  if (!(Math.abs(answer.objective - answer.lowerBound - answer.gap) <= slack)) {
    findings.push(
      `gap is ${answer.gap}, but objective - lowerBound is ${answer.objective - answer.lowerBound}`,
    );
  }
  const gap = answer.objective - lowerBound;
  if (answer.status === "optimal" && !(gap <= slack)) {
    findings.push(
      `status is optimal, but the plan costs ${answer.objective}, which is ${gap} above what the multipliers prove`,
    );
  }
  return { holds: findings.length === 0, lowerBound, gap, findings };
}

/**
 * The answer as far as its certificate carries it: a claim above what the multipliers prove is lowered to that, and
 * the plan is called `feasible` unless they prove that none is cheaper.
 */
export function withProvenBound(problem: StorageProblem, answer: StorageAnswer): StorageAnswer {
  const { lowerBound, slack } = provenBound(problem, answer);
  if (answer.lowerBound > lowerBound + slack) {
    return { ...answer, status: "feasible", lowerBound, gap: answer.objective - lowerBound };
  }
  const isProven = answer.objective - lowerBound <= slack;
  return answer.status === "feasible" || isProven ? answer : { ...answer, status: "feasible" };
}

/** The least objective that the multipliers leave possible, and how far above it a claim may be by rounding, in money. */
function provenBound(
  problem: StorageProblem,
  answer: StorageAnswer,
): { readonly lowerBound: number; readonly slack: number } {
  const { bound, size } = certifiedBound(problem, answer);
  return { lowerBound: bound - answer.violationPenalty, slack: TOLERANCE * size };
}

/** The bound on cost and penalties that the multipliers prove, and the sum of the amounts that it is made of. */
export function certifiedBound(
  problem: StorageProblem,
  answer: StorageAnswer,
): { readonly bound: number; readonly size: number } {
  const { multipliers } = answer;
  const vertices = new VertexCosts(problem, answer);
  let bound = vertices.peakRest() - vertices.rightCost();
  let size = Math.abs(bound);
  for (let t = 0; t <= multipliers.length; t++) {
    const multiplier = t < multipliers.length ? multipliers[t]! : 0;
    const before = t > 0 ? multipliers[t - 1]! : 0;
    const least = vertices.leastCost(t, multiplier, before - multiplier);
    bound += least;
    size += Math.abs(least) + Math.abs(multiplier) * problem.battery.capacityKwh;
  }
  return { bound, size };
}
