/** `npm run check`: format, lint, types, unused code, and every test that is not slow, on release kernels. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, runVitest, staticChecks, verdictLine } from "./gate.ts";

const report = join(root, "build", "tests-quick.json");
mkdirSync(join(root, "build"), { recursive: true });
rmSync(report, { force: true });
const tallies = [...(await staticChecks()), runVitest({ report, isQuick: true })];
process.exitCode = verdictLine(tallies);
