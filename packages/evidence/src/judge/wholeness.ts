import type { Experiment } from "../claim/claim.ts";
import type { Run } from "./run.ts";
import type { Finding } from "./verdict.ts";

/** Judges that no run failed, left something out, fell back to another engine or lost lanes. */
export function judgeWholeness(runs: readonly Run[]): Finding {
  const say = "Every run ended well, on the engine and the lanes that were asked for.";
  const faulty = runs.filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0)
    return { say, verdict: "shown", because: runs.length === 1 ? "1 run" : `${runs.length} runs` };
  return { say, verdict: "refuted", because: faulty.map(faultWords).join("; ") };
}

/** Judges that every run left its pictures whole, where pictures are asked for. */
export function judgePictures({ pictures, sides }: Experiment, runs: readonly Run[]): Finding[] {
  if (pictures === undefined) return [];
  const say = "Every run leaves all its pictures whole.";
  const faults = runs.flatMap(({ number, side, pictureFaults }) =>
    pictureFaults.map((fault) => `run ${number} (${side}): ${fault}`),
  );
  if (faults.length > 0) {
    const more = faults.length > 1 ? `, and ${faults.length - 1} more` : "";
    return [{ say, verdict: "refuted", because: `${faults[0]}${more}` }];
  }
  const names = sides.map(({ name }) => name);
  const because = whyUntried(names, runs);
  if (because !== undefined) return [{ say, verdict: "undecided", because }];
  const { count, widthPx, heightPx } = pictures;
  const size = `${count} PNG files of ${widthPx} x ${heightPx} pixels a run`;
  const checks = "signature, size, CRC-32 of every chunk and unpacked lines hold";
  return [{ say, verdict: "shown", because: `${runs.length} runs: ${size}; ${checks}` }];
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
