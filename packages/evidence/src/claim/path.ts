/**
 * The values at a path of parsed JSON: names with dots between, `[]` for every element, `[2]` for one.
 * @returns all values that are there, in order; none where a name is missing
 */
export function valuesAt(value: unknown, path: string): unknown[] {
  const steps = path.match(/[^.[\]]+|\[\d*\]/g) ?? [];
  return steps.reduce<unknown[]>((values, step) => values.flatMap((one) => next(one, step)), [value]);
}

function next(value: unknown, step: string): unknown[] {
  if (step === "[]") return Array.isArray(value) ? value : [];
  if (step.startsWith("[")) {
    const index = Number(step.slice(1, -1));
    return Array.isArray(value) && index < value.length ? [value[index]] : [];
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return [];
  return [(value as Record<string, unknown>)[step]];
}

/** Whether a text is a path that {@link valuesAt} reads whole. */
export function isPath(text: string): boolean {
  return /^[^.[\]\s]+(\[\d*\])*(\.[^.[\]\s]+(\[\d*\])*)*$/.test(text);
}

/** Whether a file's name (with `/`) is meant by a pattern in which `*` is any part of one name. */
export function isMeant(pattern: string, file: string): boolean {
  const source = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join("[^/]*")}$`).test(file);
}
