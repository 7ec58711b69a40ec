import type { Run } from "./run.ts";
import type { Finding } from "./verdict.ts";

/** Judges that no run failed, left something out, fell back to another engine or lost lanes. */
export function judgeWholeness(runs: readonly Run[]): Finding {
  const say = "Every run ended well, on the engine and the lanes that were asked for.";
  const faulty = runs.filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return { say, verdict: "shown", because: `${runs.length} runs` };
  return { say, verdict: "refuted", because: faulty.map(faultWords).join("; ") };
}

/** Why nothing can be said of sides: one was not run, or one of its runs is no evidence. */
export function whyUntried(sides: readonly string[], runs: readonly Run[]): string | undefined {
  const absent = sides.filter((side) => !runs.some((run) => run.side === side));
  if (absent.length > 0) return `no run of ${absent.join(", ")}`;
  const faulty = runs.find(({ side, faults }) => sides.includes(side) && faults.length > 0);
  return faulty === undefined ? undefined : faultWords(faulty);
}

function faultWords({ number, side, faults }: Run): string {
  const words = faults.map(({ kind, what }) => `${kind}: ${what}`);
  return `run ${number} (${side}) is no evidence: ${words.join(", ")}`;
}
