/**
 * `npm test`: the quick gate's static checks, then the whole suite twice, on release and on debug kernels.
 * The last line is `N passed, N failed` (and `, N skipped` when something did not run, which is then named).
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, runVitest, staticChecks, type Tally, verdictLine } from "./gate.ts";

const build = join(root, "build");
mkdirSync(build, { recursive: true });

const tallies: Tally[] = staticChecks();
for (const kernels of ["release", "debug"] as const) {
  console.log(`\nAll tests on ${kernels} kernels`);
  const report = join(build, `tests-${kernels}.json`);
  rmSync(report, { force: true });
  tallies.push(runVitest({ report, kernelDir: kernels === "debug" ? join(build, "debug") : undefined }));
}
process.exitCode = verdictLine(tallies);
