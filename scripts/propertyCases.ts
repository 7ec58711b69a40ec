import { configureGlobal } from "fast-check";

/**
 * Property tests draw the same cases in every run, so that the gate says the same of the same checkout. Other cases:
 * `PROPERTY_SEED=random npm run check`, or a number; a failure prints the seed that it fell under. `PROPERTY_RUNS` is
 * how many cases a property draws that does not say its own number; the quick gate draws fewer, the first of the same.
 */
const { PROPERTY_SEED: seed = "20261130", PROPERTY_RUNS: runs = "100" } = process.env;
configureGlobal({ numRuns: Number(runs), ...(seed === "random" ? {} : { seed: Number(seed) }) });
