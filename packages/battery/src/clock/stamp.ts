import { Temporal } from "temporal-polyfill";

/** What a written time can mean: one instant, either of two (the clock went back), or none. */
export type StampMeaning =
  | { readonly kind: "instant"; readonly epochMs: number }
  | { readonly kind: "twice"; readonly earlierMs: number; readonly laterMs: number }
  | { readonly kind: "skipped" }
  | { readonly kind: "unreadable" };

const OFFSET = /(?:[zZ]|[+-]\d{2}(?::?\d{2})?)(?:\[[^\]]*\])?$/;
const TIME = /^\d{4}-?\d{2}-?\d{2}[tT ]\d{2}/;

/**
 * Reads an ISO 8601 date and time. With an offset (or Z) it is one instant, to the millisecond (further digits of
 * the fraction are dropped); without, it is local time in `timeZone` and may happen twice or never.
 */
export function readStamp(text: string, timeZone: string): StampMeaning {
  const trimmed = text.trim();
  if (!TIME.test(trimmed)) return { kind: "unreadable" };
  try {
    if (OFFSET.test(trimmed)) {
      const instant = Temporal.Instant.from(trimmed.replace(/\[[^\]]*\]$/, ""));
      return { kind: "instant", epochMs: instant.epochMilliseconds };
    }
    return localMeaning(Temporal.PlainDateTime.from(trimmed), timeZone);
  } catch {
    return { kind: "unreadable" };
  }
}

function localMeaning(local: Temporal.PlainDateTime, timeZone: string): StampMeaning {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(timeZone, { disambiguation: "later" });
  if (earlier.epochMilliseconds === later.epochMilliseconds) {
    return { kind: "instant", epochMs: earlier.epochMilliseconds };
  }
  if (!earlier.toPlainDateTime().equals(local)) return { kind: "skipped" };
  return { kind: "twice", earlierMs: earlier.epochMilliseconds, laterMs: later.epochMilliseconds };
}

/** Resolved instants (undefined where refused), and for each refused row the reason. */
export interface ResolvedStamps {
  readonly epochMs: readonly (number | undefined)[];
  readonly refused: readonly {
    readonly index: number;
    readonly reason: "twice" | "skipped" | "unreadable";
  }[];
}

/**
 * Reads the stamps of one column. A local stamp of the repeated hour is told by order when the file has it
 * twice: the first is the earlier instant (the later one in a file that runs newest first). A repeated stamp that is
 * there once is refused: nothing says which it is.
 */
export function readStampColumn(texts: readonly string[], timeZone: string): ResolvedStamps {
  const meanings = texts.map((text) => readStamp(text, timeZone));
  const isNewestFirst = runsNewestFirst(meanings);
  const occurrences = new Map<number, number[]>();
  for (const [index, meaning] of meanings.entries()) {
    if (meaning.kind !== "twice") continue;
    const seen = occurrences.get(meaning.earlierMs);
    if (seen === undefined) occurrences.set(meaning.earlierMs, [index]);
    else seen.push(index);
  }
  const refused: { index: number; reason: "twice" | "skipped" | "unreadable" }[] = [];
  const epochMs = meanings.map((meaning, index) => {
    if (meaning.kind === "instant") return meaning.epochMs;
    if (meaning.kind === "twice") {
      const seen = occurrences.get(meaning.earlierMs) ?? [];
      if (seen.length === 2) {
        return (seen[0] === index) !== isNewestFirst ? meaning.earlierMs : meaning.laterMs;
      }
    }
    refused.push({ index, reason: meaning.kind });
    return undefined;
  });
  return { epochMs, refused };
}

function runsNewestFirst(meanings: readonly StampMeaning[]): boolean {
  const known = meanings.flatMap((meaning) => (meaning.kind === "instant" ? [meaning.epochMs] : []));
  return known.length > 1 && known[0]! > known.at(-1)!;
}
