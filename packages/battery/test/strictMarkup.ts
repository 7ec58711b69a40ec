/** An element as the strict reader found it. */
export interface StrictElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (StrictElement | string)[];
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (StrictElement | string)[];
}

const TOKEN =
  /<!DOCTYPE html>|<\/([A-Za-z][\w-]*)>|<([A-Za-z][\w-]*)((?: [\w:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
const ENTITY = /&(amp|lt|gt|quot|#39);/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/**
 * Reads markup as XML does, and refuses what is not well formed: a stray `<`, a bare `&`, an attribute twice or
 * without quotes, tags that do not nest, more than one root, characters that XML does not know.
 */
export function strictMarkup(source: string): StrictElement {
  const root: Open = { name: "", attributes: {}, children: [] };
  const open: Open[] = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) throw new SyntaxError(`no markup at ${at}: ${source.slice(at, at + 60)}`);
    const [, endName, startName, attributes, isShort, words] = match;
    const parent = open.at(-1) as Open;
    if (endName !== undefined) {
      if (endName !== parent.name) throw new SyntaxError(`</${endName}> ends <${parent.name}> at ${at}`);
      open.pop();
    } else if (startName !== undefined) {
      const child: Open = { name: startName, attributes: attributesOf(attributes ?? "", at), children: [] };
      parent.children.push(child);
      if (isShort !== "/") open.push(child);
    } else if (words !== undefined && words.trim() !== "") parent.children.push(unescaped(words, at));
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || typeof only !== "object" || others.length > 0) {
    throw new SyntaxError(`not one root: ${open.map(({ name }) => name).join(" > ")}`);
  }
  return only;
}

/** Every element in document order. */
export function everyElement(root: StrictElement): readonly StrictElement[] {
  return [root, ...root.children.flatMap((child) => (typeof child === "string" ? [] : everyElement(child)))];
}

/** All words in an element. */
export function wordsIn(root: StrictElement): string {
  return root.children.map((child) => (typeof child === "string" ? child : wordsIn(child))).join("");
}

function attributesOf(written: string, at: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", value = ""] of written.matchAll(/ ([\w:-]+)="([^"]*)"/g)) {
    if (name in attributes) throw new SyntaxError(`${name} twice at ${at}`);
    attributes[name] = unescaped(value, at);
  }
  return attributes;
}

function unescaped(written: string, at: number): string {
  const bare = written.replace(ENTITY, "");
  if (bare.includes("&")) throw new SyntaxError(`bare & at ${at}: ${written.slice(0, 60)}`);
  if (/(?![\t\n])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u.test(bare))
    throw new SyntaxError(`a character unknown to XML at ${at}`);
  return written.replace(ENTITY, (_, name: string) => ENTITIES[name] ?? "");
}
