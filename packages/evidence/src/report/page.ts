import type { Block } from "./document.ts";
import { escaped } from "./plot.ts";

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #222; --line: #ddd; --code: #f6f6f4;
  --shown: #1d6b3a; --refuted: #a3231b; --undecided: #8a6100; --link: #1f5fa8; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #161719; --ink: #dcdcda; --line: #3a3c40; --code: #232529;
    --shown: #6cc890; --refuted: #f08a80; --undecided: #e0b050; --link: #8ab8f0; }
  .series { filter: brightness(1.7); }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
a { color: var(--link); }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; font-size: 0.9rem; overflow-wrap: normal; }
caption { text-align: left; font-weight: bold; padding: 0.3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.7rem; text-align: right; vertical-align: top; }
th.word, td.word { text-align: left; min-width: 4.5rem; }
th.statement { min-width: 9rem; }
td.word { overflow-wrap: anywhere; }
pre { background: var(--code); padding: 0.7rem; overflow-x: auto; font-size: 0.85rem; }
code { background: var(--code); }
.wide { overflow-x: auto; }
.shown, .refuted, .undecided { white-space: nowrap; font-weight: bold; }
.shown { color: var(--shown); }
.refuted { color: var(--refuted); }
.undecided { color: var(--undecided); }
figure { margin: 1rem 0; }
svg { width: 100%; min-width: 36rem; max-width: 48rem; height: auto; }
.paper { fill: var(--paper); }
.ink { fill: var(--ink); }
@media (max-width: 40rem) {
  th, td { padding: 0.25rem 0.4rem; }
  h1 { font-size: 1.6rem; }
}
`;

/** Cells whose text is their class. */
const NAMED = new Set(["shown", "refuted", "undecided", "statement"]);

/** A report as one page that loads nothing. */
export function pageOf(title: string, blocks: readonly Block[]): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>`,
    `<style>${STYLE}</style></head>`,
    "<body>",
    ...blocks.map(blockMarkup),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function blockMarkup(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level}>${inline(block.text)}</h${block.level}>`;
    case "text":
      return `<p>${inline(block.text)}</p>`;
    case "list":
      return `<ul>\n${block.items.map((item) => `<li>${inline(item)}</li>`).join("\n")}\n</ul>`;
    case "code":
      return `<pre>${escaped(block.text)}</pre>`;
    case "plot":
      return `<figure class="wide">${block.svg}</figure>`;
    case "table":
      return tableMarkup(block);
  }
}

function tableMarkup({ title, heads, rows, wordColumns }: Extract<Block, { kind: "table" }>): string {
  const cell = (tag: "th" | "td", text: string, column: number): string => {
    const names = [...(column < wordColumns ? ["word"] : []), ...(NAMED.has(text) ? [text] : [])];
    return `<${tag}${names.length === 0 ? "" : ` class="${names.join(" ")}"`}>${inline(text)}</${tag}>`;
  };
  const line = (tag: "th" | "td", cells: readonly string[]): string =>
    `<tr>${cells.map((text, column) => cell(tag, text, column)).join("")}</tr>`;
  const caption = title === "" ? "" : `<caption>${inline(title)}</caption>`;
  const body = rows.map((row) => line("td", row)).join("\n");
  return `<div class="wide"><table>${caption}\n<thead>${line("th", heads)}</thead>\n<tbody>\n${body}\n</tbody></table></div>`;
}

/** Markup within a line: `code`, **strong**, [links](to). */
function inline(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, to: string) => {
      return /^[a-z]+:/i.test(to) && !/^https?:/i.test(to) ? words : `<a href="${to}">${words}</a>`;
    });
}
