/** A part of a report; texts may have `code`, **strong** and [links](to). */
export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly text: string }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly heads: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Columns of words stand left, numbers right. */
      readonly wordColumns: number;
    }
  /** @property file  name of the drawing's file beside the report */
  | { readonly kind: "plot"; readonly title: string; readonly svg: string; readonly file: string };

export function heading(level: 1 | 2 | 3, text: string): Block {
  return { kind: "heading", level, text };
}

/** One block for each paragraph. */
export function paragraphs(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s*\n\s*/g, " ").trim())
    .filter((part) => part !== "")
    .map((part) => ({ kind: "text", text: part }));
}

export function list(items: readonly string[]): Block[] {
  return items.length === 0
    ? []
    : [{ kind: "list", items: items.map((item) => item.replace(/\s*\n\s*/g, " ").trim()) }];
}
