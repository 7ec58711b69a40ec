/** The nodes of markup that the planner's report made; nothing in it can run. */
export function htmlNodes(markup: string): readonly Node[] {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return [...document.importNode(template.content, true).childNodes];
}

/** The picture of such markup. @throws TypeError when it holds none */
export function svgNode(markup: string): SVGElement {
  // Several times as fast as reading it as XML, which every edit would wait for.
  const [picture] = htmlNodes(markup);
  if (!(picture instanceof SVGElement)) throw new TypeError("the planner's markup holds no picture");
  return picture;
}
