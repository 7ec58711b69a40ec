/** A piece of well-formed markup, valid as XML and as HTML; only the functions of this file make one. */
export interface Markup {
  readonly markup: string;
}

/** Values of attributes; a number is written with at most two decimals. */
export type Attributes = Readonly<Record<string, string | number>>;

/** HTML elements that have no end tag; they close themselves, which XML asks for and HTML allows. */
const VOID_NAMES: ReadonlySet<string> = new Set(["meta", "br", "wbr"]);

/** Elements of SVG that are closed short when they are empty; HTML reads the short form of these only. */
const SHAPE_NAMES: ReadonlySet<string> = new Set(["rect", "line", "path", "polygon", "circle"]);

/** Text that means itself: whatever is in it, it opens no element and ends no attribute. */
export function text(value: string): Markup {
  return { markup: escaped(value) };
}

/** An element with its attributes and what is in it. */
export function element(name: string, attributes: Attributes, ...children: readonly Markup[]): Markup {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(attributeText(value))}"`,
  );
  const start = `<${name}${written.join("")}`;
  const isShort = VOID_NAMES.has(name) || (SHAPE_NAMES.has(name) && children.length === 0);
  if (isShort) return { markup: `${start}/>` };
  return { markup: `${start}>${joined(children).markup}</${name}>` };
}

/** Pieces one after the other. */
export function joined(pieces: readonly Markup[]): Markup {
  return { markup: pieces.map(({ markup }) => markup).join("") };
}

/**
 * A style sheet or script of this program's own, which HTML does not unescape.
 * @throws RangeError when it holds a character that would end it or that XML reads otherwise
 */
export function verbatim(name: "style" | "script", content: string): Markup {
  const bad = /[<&]/.exec(content);
  if (bad !== null)
    throw new RangeError(`${name} holds "${bad[0]}" at ${bad.index}: write it without < and &`);
  return { markup: `<${name}>${content}</${name}>` };
}

function attributeText(value: string | number): string {
  return typeof value === "number" ? String(Number(value.toFixed(2))) : value;
}

/** Characters that no XML document may hold, besides those that only mislead: controls and lone surrogates. */
const UNFIT = /[\p{Cs}\uFFFE\uFFFF]|(?![\t\n])\p{Cc}/gu;

function escaped(value: string): string {
  return value
    .replace(UNFIT, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
