import { InputError } from "../problem.ts";
import type { PoolSetup } from "./tracer.ts";

/** Slabs that a sweep may have between time 0 and a camera: far more than any movie's, so that it ends. */
const MOST_SLABS = 2 ** 31;

/**
 * Refuses slabs that no run can have.
 * @throws InputError `trace` for slabs of no steps, and for slabs of time on the fast backend or too short to count
 */
export function requireSlabs({ slab, backend, frames }: PoolSetup): void {
  const refuse = (what: string, mend: string): never => {
    throw new InputError("trace", [{ at: "slab", what, mend }]);
  };
  if (slab?.kind === "steps" && !(Number.isInteger(slab.steps) && slab.steps > 0)) {
    refuse(`has ${slab.steps} steps`, "give a whole number of steps, at least 1");
  }
  if (slab?.kind !== "time") return;
  const { lengthM } = slab;
  if (backend === "fast") {
    const what = `is ${lengthM} M of time, but the fast backend knows no time along a ray`;
    refuse(what, "use backend kerr-schild, or slabs of steps");
  }
  const far = frames.find(({ tKsM }) => !(lengthM > 0 && Math.abs(tKsM / lengthM) < MOST_SLABS));
  if (far !== undefined) {
    const what = `of ${lengthM} M does not cut the time ${far.tKsM} M of frame ${far.frame} into countable slabs`;
    refuse(what, "give a length above 0, not a billionth of the cameras' times");
  }
}
