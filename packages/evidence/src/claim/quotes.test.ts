import { expect, test } from "vitest";
import { quotesOf } from "./quotes.ts";

const NOTE = `# A note

**Choice.** This.

**What failed.** A second start: twice
the time.

*Half.* Of it.

| **Row** | 1 |
`;
const textOf = (file: string): string | undefined => (file === "note.md" ? NOTE : undefined);

test("a paragraph is quoted whole, by its first words", () => {
  const rules = [
    { file: "note.md", lead: "What failed." },
    { file: "note.md", lead: "Half." },
  ];
  expect(quotesOf(rules, textOf)).toEqual([
    { file: "note.md", text: "**What failed.** A second start: twice\nthe time." },
    { file: "note.md", text: "*Half.* Of it." },
  ]);
});

test("files and paragraphs that are not there are told all at once", () => {
  const rules = [
    { file: "none.md", lead: "What failed." },
    { file: "note.md", lead: "Row" },
    { file: "note.md", lead: "A second start" },
  ];
  expect(() => quotesOf(rules, textOf)).toThrow(
    /^tried\[0\]: there is no file none\.md; .*\ntried\[1\]: note\.md has no paragraph.*"Row".*\ntried\[2\]: .*"A second start"/,
  );
});
