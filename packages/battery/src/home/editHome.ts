import { type Document, isCollection, isMap, isScalar, type Node, type ParsedNode, stringify } from "yaml";
import { Findings } from "./findings.ts";
import { parseHomeDocument, parseHomeFile } from "./homeFile.ts";
import type { ReadMemory } from "./readMemory.ts";

/** One change of a home file. */
export interface HomeEdit {
  /** Names and indices from the top, such as `["cars", 0, "chargeKw"]`; an index at a list's end adds an item. */
  readonly path: readonly (string | number)[];
  /** What is to stand there; undefined takes the field out. */
  readonly value: unknown;
}

/** Keeps long lines as they are. */
const AS_WRITTEN = { lineWidth: 0 } as const;

/**
 * Changes fields of a home file and keeps the rest as its owner wrote it, comments included. A value that takes the
 * place of another leaves every other character alone; fields that come or go may move the comments beside them.
 * @throws InputError (code `home`) when the file is no YAML
 */
export function editHome(text: string, edits: readonly HomeEdit[]): string {
  return edits.reduce(editOnce, text);
}

/**
 * The fields of a home file as they stand, unchecked.
 * @param memory  what was read before; the same one makes `readHome` parse the same text no second time
 * @throws InputError (code `home`) when the file is no YAML
 */
export function homeFields(text: string, memory?: ReadMemory): unknown {
  const parse = (each: string): unknown => parseHomeFile(each, new Findings());
  return memory === undefined ? parse(text) : memory.fields.recall(text, parse);
}

function editOnce(text: string, { path, value }: HomeEdit): string {
  const document = parseHomeDocument(text, new Findings());
  if (value === undefined) {
    document.deleteIn(path);
    removeEmpty(document, path.slice(0, -1));
    return document.toString(AS_WRITTEN);
  }
  const present = document.getIn(path, true) as ParsedNode | undefined;
  if (isScalar(present) && present.range && !isObject(value)) {
    const [begin, end] = present.range;
    // A block scalar's range ends after its last line.
    if (present.type === "PLAIN" || present.type === "QUOTE_DOUBLE" || present.type === "QUOTE_SINGLE") {
      return text.slice(0, begin) + scalarText(value) + text.slice(end);
    }
  }
  document.setIn(path, document.createNode(value));
  return document.toString(AS_WRITTEN);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** A value on one line. */
function scalarText(value: unknown): string {
  const written = stringify(value, AS_WRITTEN).trimEnd();
  return written.includes("\n") ? JSON.stringify(value) : written;
}

/** A section whose last field went goes too: an empty one is no section of a home file. */
function removeEmpty(document: Document, path: readonly (string | number)[]): void {
  if (path.length === 0) return;
  const node = document.getIn(path, true) as Node | undefined;
  if (isCollection(node) && isMap(node) && node.items.length === 0) {
    document.deleteIn(path);
    removeEmpty(document, path.slice(0, -1));
  }
}
