import type { Block } from "./document.ts";
import { escaped } from "./plot.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; font-size: 0.9rem; }
caption { text-align: left; font-weight: bold; padding: 0.3rem 0; }
th, td { border-bottom: 1px solid #ddd; padding: 0.25rem 0.7rem; text-align: right; vertical-align: top; }
th.word, td.word { text-align: left; overflow-wrap: break-word; min-width: 4.5rem; }
td.word code { overflow-wrap: anywhere; }
pre { background: #f6f6f4; padding: 0.7rem; overflow-x: auto; font-size: 0.85rem; }
code { background: #f6f6f4; }
.wide { overflow-x: auto; }
.shown, .refuted, .undecided { white-space: nowrap; }
svg { max-width: 100%; height: auto; }
.shown { color: #1d6b3a; font-weight: bold; }
.refuted { color: #a3231b; font-weight: bold; }
.undecided { color: #8a6100; font-weight: bold; }
`;

const VERDICTS = new Set(["shown", "refuted", "undecided"]);

/** A report as one page that loads nothing. */
export function pageOf(title: string, blocks: readonly Block[]): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>`,
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
      return `<figure>${block.svg}</figure>`;
    case "table":
      return tableMarkup(block);
  }
}

function tableMarkup({ title, heads, rows, wordColumns }: Extract<Block, { kind: "table" }>): string {
  const cell = (tag: "th" | "td", text: string, column: number): string => {
    const names = [...(column < wordColumns ? ["word"] : []), ...(VERDICTS.has(text) ? [text] : [])];
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
