import { configureGlobal } from "fast-check";

/**
 * Property tests draw the same cases in every run, so that the gate says the same of the same checkout. Other cases:
 * `PROPERTY_SEED=random npm run check`, or a number; a failure prints the seed that it fell under.
 */
const wanted = process.env.PROPERTY_SEED ?? "20261130";
configureGlobal(wanted === "random" ? {} : { seed: Number(wanted) });
