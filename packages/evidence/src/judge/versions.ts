import type { Experiment } from "../claim/claim.ts";
import { valuesAt } from "../claim/path.ts";
import type { Run } from "./run.ts";
import type { Finding } from "./verdict.ts";

/** Parts of a kernel's counters that say which kernel it was. */
const PARTS = ["name", "finding.sha256", "finding.abiVersion", "finding.parityRevision"];

/** The kernels that a run had: name, digest, versions; empty where it does not tell. */
function kernelsOf(run: Run): string[] {
  const told = Object.values(run.json).flatMap((stats) => valuesAt(stats, "kernels[]"));
  return told.map((kernel) => {
    const [name, sha256, abi, parity] = PARTS.map((part) => String(valuesAt(kernel, part)[0] ?? "unknown"));
    return `${name}: SHA-256 ${sha256}, ABI ${abi}, parity ${parity}`;
  });
}

/** Judges that sides of the same revision ran the same kernels; says nothing where no run tells. */
export function judgeKernels({ sides }: Experiment, runs: readonly Run[]): Finding[] {
  const say = "Sides of one revision run the same kernels.";
  const revisions = new Set(sides.map(({ revision }) => revision));
  const telling = runs.filter((run) => kernelsOf(run).length > 0);
  if (telling.length === 0) return [];
  for (const revision of revisions) {
    const names = sides.filter((side) => side.revision === revision).map(({ name }) => name);
    const [first, ...others] = telling.filter(({ side }) => names.includes(side));
    const other = others.find((run) => kernelsOf(run).join() !== kernelsOf(first!).join());
    if (first === undefined || other === undefined) continue;
    const because = `run ${first.number} (${first.side}) had ${kernelsOf(first).join("; ")}, run ${other.number} (${other.side}) ${kernelsOf(other).join("; ")}`;
    return [{ say, verdict: "refuted", because }];
  }
  const distinct = [...new Set(telling.flatMap(kernelsOf))];
  return [{ say, verdict: "shown", because: `${telling.length} runs tell: ${distinct.join("; ")}` }];
}
