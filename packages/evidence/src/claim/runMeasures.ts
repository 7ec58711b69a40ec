import type { Measure, RunField } from "./claim.ts";

const UNITS: Readonly<Record<RunField, string>> = {
  wallMs: "ms",
  userMs: "ms",
  systemMs: "ms",
  cpuMs: "ms",
  cpuOverWall: "",
  peakBytes: "bytes",
  foreignShare: "",
};

/** What is measured of every run of every side, under its own name. */
export const RUN_MEASURES: readonly Measure[] = Object.entries(UNITS).map(([name, unit]) => ({
  name,
  unit,
  from: { kind: "run", field: name as RunField },
}));
