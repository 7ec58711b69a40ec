/**
 * `npm test`: the quick gate's static checks, then the whole suite on release kernels, and on debug kernels all that loads any.
 * The last line is `N passed, N failed` (and `, N skipped` when something did not run, which is then named).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, runVitest, staticChecks, type Tally, verdictLine } from "./gate.ts";

const build = join(root, "build");
mkdirSync(build, { recursive: true });

const tallies: Tally[] = await staticChecks();
for (const kernels of ["release", "debug"] as const) {
  console.log(`\nAll tests on ${kernels} kernels`);
  const report = join(build, `tests-${kernels}.json`);
  rmSync(report, { force: true });
  tallies.push(runVitest({ report, kernelDir: kernels === "debug" ? join(build, "debug") : undefined }));
}
tallies.push(recordedPlans());
process.exitCode = verdictLine(tallies);

/** Plans the twenty homes and compares every field with the recorded plans; counts as one test. */
function recordedPlans(): Tally {
  const folder = join(root, "packages", "battery", "test", "home-suite");
  const fresh = join(build, "plans.json");
  rmSync(fresh, { force: true });
  const lightcone = (...args: string[]) => spawnSync("lightcone", args, { cwd: root, encoding: "utf8" });
  const planned = lightcone("suite", join(folder, "scenarios.json"), "--with-plans", "--json", fresh);
  const compared = lightcone("suite", "compare", join(folder, "plans.json"), fresh);
  const isEqual = planned.status === 0 && compared.status === 0;
  console.log(
    `\nPlans of the twenty homes against the recorded ones\n${planned.stderr}${compared.stdout}${compared.stderr}`,
  );
  return isEqual ? { passed: 1, failed: 0, skipped: [] } : { passed: 0, failed: 1, skipped: [] };
}
