/** The nodes of markup that the planner's report made; nothing in it can run. */
export function svgNode(markup: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(markup, "image/svg+xml");
  return document.importNode(documentElement, true) as unknown as SVGElement;
}

/** The same for tables and lists. */
export function htmlNodes(markup: string): readonly Node[] {
  const { body } = new DOMParser().parseFromString(markup, "text/html");
  return [...body.childNodes].map((node) => document.importNode(node, true));
}
