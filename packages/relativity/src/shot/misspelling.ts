/**
 * Number of changes that turn one word into another: a letter more, less or another, or two neighbours swapped.
 * @see Damerau 1964, A technique for computer detection and correction of spelling errors
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? beforeLast[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, last[j]! + 1, row[j - 1]! + 1, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

const LONGEST_COMPARED = 60;

/** Letters that count when names are compared: `hfov_deg` and `hfovDEG` are both `hfovdeg`. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, LONGEST_COMPARED);
}

/** The known name that was probably meant: the nearest in letters, or one that begins with what was written. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const word = plain(written);
  if (word === "") return undefined;
  let best: string | undefined;
  let bestDistance = Math.floor(word.length / 3) + 1;
  for (const name of known) {
    const candidate = plain(name);
    const isPart = word.length >= 3 && (candidate.startsWith(word) || word.startsWith(candidate));
    const distance = isPart ? 0.5 : editDistance(word, candidate);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}
