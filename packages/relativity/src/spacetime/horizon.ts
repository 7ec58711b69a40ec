import type { Problem } from "../problem.ts";
import { kerrSchildParameters, type Spacetime } from "./spacetime.ts";

/** Largest |spin| accepted: at 1 the horizons meet and nothing near them is well conditioned. */
export const MAXIMUM_SPIN: number = 1 - 1e-12;

/** Outer horizon r+ = M + sqrt(M^2 - a^2 - q^2), in M; 0 in flat space. */
export function horizonRadius(spacetime: Spacetime): number {
  const { mass, spin, charge } = kerrSchildParameters(spacetime);
  if (mass === 0) return 0;
  return mass + Math.sqrt((mass - spin) * (mass + spin) - charge * charge);
}

/** What is wrong with a spacetime's numbers: no horizon, or not a number. Empty when it can be used. */
export function spacetimeProblems(spacetime: Spacetime, at: string): Problem[] {
  const { mass, spin, charge } = kerrSchildParameters(spacetime);
  const problems: Problem[] = [];
  const named = { mass, spin, charge };
  for (const [name, value] of Object.entries(named)) {
    if (Number.isFinite(value)) continue;
    problems.push({ at: `${at}.${name}`, what: `is ${value}`, mend: "give a finite number" });
  }
  if (problems.length > 0 || mass === 0) return problems;
  if (Math.abs(spin) > MAXIMUM_SPIN * mass) {
    const mend = `give a spin between -${MAXIMUM_SPIN} and ${MAXIMUM_SPIN}`;
    problems.push({ at: `${at}.spin`, what: `is ${spin}: above 1 - 1e-12 there is no usable horizon`, mend });
  } else if (spin * spin + charge * charge > MAXIMUM_SPIN * mass * mass) {
    const what = `is ${charge}: spin^2 + charge^2 is ${spin * spin + charge * charge}, and above 1 there is no horizon`;
    problems.push({ at: `${at}.charge`, what, mend: "lower the charge or the spin" });
  }
  return problems;
}
