import { EvidenceError, type Problem } from "../problem.ts";
import type { Quote } from "../proof.ts";
import type { QuoteRule } from "./claim.ts";

/**
 * The paragraphs that a claim quotes.
 * @param textOf  a file's text; undefined where there is none
 * @throws EvidenceError `quote` with every file and paragraph that is not there
 */
export function quotesOf(rules: readonly QuoteRule[], textOf: (file: string) => string | undefined): Quote[] {
  const problems: Problem[] = [];
  const quotes = rules.flatMap(({ file, lead }, index) => {
    const content = textOf(file);
    const text = content === undefined ? undefined : paragraphOf(content, lead);
    if (text !== undefined) return [{ file, text }];
    const what =
      content === undefined
        ? `there is no file ${file}`
        : `${file} has no paragraph that begins with ${JSON.stringify(lead)} in strong or slanted letters`;
    problems.push({ at: `tried[${index}]`, what, mend: "name a paragraph that is there" });
    return [];
  });
  if (problems.length > 0) throw new EvidenceError("quote", problems);
  return quotes;
}

/** The paragraph whose first words are these, `**so**` or `*so*`; lines of tables and lists are none. */
function paragraphOf(content: string, lead: string): string | undefined {
  const marks = ["**", "*"];
  return content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .find((paragraph) => marks.some((mark) => paragraph.startsWith(`${mark}${lead}${mark}`)));
}
