/** One access to the shared words: its kind, the word, and what was written or compared with. */
export type Access = readonly (string | number)[];

/** What a word may hold when it is read: every value is tried. */
export type Answers = (word: number) => readonly number[];

/** Shared words that are not there: whoever uses them is told what the script says, and every access is noted. */
export interface ScriptedWords {
  readonly shared: Int32Array;
  readonly log: Access[];
}

/**
 * Runs something once for every row of answers that its reads can get.
 * @param play  is given the words; plays that make the same accesses are given the same answers
 */
export function forEveryAnswer(answers: Answers, play: (open: () => ScriptedWords) => void): number {
  const choices: number[] = [];
  for (let rows = 1; ; rows++) {
    const optionCounts: number[] = [];
    const answer = (read: number, word: number): number => {
      const options = answers(word);
      optionCounts[read] = options.length;
      choices[read] ??= 0;
      return options[choices[read]]!;
    };
    withScriptedAtomics(() => play(() => scriptedWords(answer)));
    let last = optionCounts.length - 1;
    while (last >= 0 && choices[last] === optionCounts[last]! - 1) last--;
    if (last < 0) return rows;
    choices.length = last + 1;
    choices[last]!++;
  }
}

const scripts = new WeakMap<object, ScriptedWords & { answer(word: number): number }>();

function scriptedWords(answer: (read: number, word: number) => number): ScriptedWords {
  const log: Access[] = [];
  let reads = 0;
  const next = (word: number): number => answer(reads++, word);
  const shared = new Proxy(new Int32Array(0), {
    get: (_words, key) => {
      log.push(["read", Number(key)]);
      return next(Number(key));
    },
    set: (_words, key, value: number) => {
      log.push(["write", Number(key), value]);
      return true;
    },
  });
  const words = { shared, log, answer: next };
  scripts.set(shared, words);
  return words;
}

/** Lets Atomics ask the script meanwhile. */
function withScriptedAtomics(play: () => void): void {
  const { load, store, compareExchange } = Atomics;
  const noted = (shared: object, access: Access) => {
    const words = scripts.get(shared)!;
    words.log.push(access);
    return words;
  };
  const scripted = {
    load: (shared: object, word: number) => noted(shared, ["load", word]).answer(word),
    store: (shared: object, word: number, value: number) => {
      noted(shared, ["store", word, value]);
      return value;
    },
    compareExchange: (shared: object, word: number, expected: number, value: number) =>
      noted(shared, ["compare-exchange", word, expected, value]).answer(word),
  };
  try {
    Object.assign(Atomics, scripted);
    play();
  } finally {
    Object.assign(Atomics, { load, store, compareExchange });
  }
}
