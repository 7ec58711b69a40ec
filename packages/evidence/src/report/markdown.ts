import type { Block } from "./document.ts";

/** A report as Markdown; drawings are links to their files. */
export function markdownOf(blocks: readonly Block[]): string {
  return `${blocks.map(blockText).join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "text":
      return block.text;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "code":
      return `\`\`\`\n${block.text}\n\`\`\``;
    case "plot":
      return `![${block.title}](${block.file})`;
    case "table":
      return tableText(block);
  }
}

function tableText({ title, heads, rows, wordColumns }: Extract<Block, { kind: "table" }>): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(" | ")} |`;
  const rule = heads.map((_, index) => (index < wordColumns ? "---" : "---:"));
  const table = [line(heads), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
  return title === "" ? table : `**${title}**\n\n${table}`;
}

function cellText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
