import { element } from "./element.ts";

/** One thing wrong, as every reader of the packages tells it. */
export interface ProblemText {
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/** Problems for people, each in three parts: where, what, how to mend it. Announced to screen readers. */
export function problemList(problems: readonly ProblemText[], heading: string): HTMLElement {
  const items = problems.map(({ at, what, mend }) =>
    element(
      "li",
      {},
      element("code", { class: "where" }, at),
      element("span", { class: "what" }, ` ${what}`),
      element("span", { class: "mend" }, sentence(mend)),
    ),
  );
  return element(
    "section",
    { class: "problems", role: "alert" },
    element("h3", {}, heading),
    element("ul", {}, ...items),
  );
}

/** Problems as they stand beside the field that they are of. */
export function faultWords(problems: readonly ProblemText[]): string {
  return problems.map(({ what, mend }) => `It ${what}. ${sentence(mend)}`).join(" ");
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** What was thrown, in the parts that people are told; a fault of the program keeps its message. */
export function problemsOf(error: unknown): readonly ProblemText[] {
  if (typeof error === "object" && error !== null && "problems" in error && Array.isArray(error.problems)) {
    return error.problems as ProblemText[];
  }
  const message = error instanceof Error ? error.message : String(error);
  return [
    {
      at: "studio",
      what: `failed inside: ${message}`,
      mend: "this is a fault of the program; reload the page, and tell its makers what you did",
    },
  ];
}
