/** The words of a command line: blanks between them, double quotes around a word that has blanks. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** A command line that a shell takes back apart into the same words. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

/** Replaces `{name}` by its value in a word; names without a value stay. */
export function filledIn(word: string, values: Readonly<Record<string, number | string>>): string {
  return word.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Names in braces that a word has, `{out}` apart. */
export function blanksOf(word: string): string[] {
  return [...word.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").filter((name) => name !== "out");
}
