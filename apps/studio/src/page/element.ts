/** What an element is made with: attributes (true: present, false or undefined: absent) and listeners. */
export type Properties = Readonly<Record<string, string | number | boolean | undefined | EventListener>>;

type Child = Node | string;

/**
 * Makes an element with its attributes, listeners (`onclick`) and children. Words are always text, never markup.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(key.replace(/^on/, ""), value);
    else setAttribute(made, key, value);
  }
  made.append(...children);
  return made;
}

/** Sets an attribute, or takes it away when it is false or undefined. */
function setAttribute(target: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) target.removeAttribute(name);
  else target.setAttribute(name, value === true ? "" : String(value));
}

/** Puts words in an element. The same words are left alone: put anew, they would be laid out anew, folded or not. */
export function setWords(target: Element, words: string): void {
  if (target.textContent !== words) target.textContent = words;
}

/** The one element of the page with that id. @throws TypeError when there is none */
export function elementWithId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no element with the id "${id}"`);
  return found;
}
