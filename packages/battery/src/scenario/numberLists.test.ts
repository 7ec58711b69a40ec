import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { parseYamlWithNumberLists } from "./numberLists.ts";

const numbers = fc.array(
  fc.oneof(
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.integer(),
    fc.integer({ min: -9999, max: 9999 }).map((hundredths) => hundredths / 100),
  ),
  { minLength: 40, maxLength: 130 },
);
const short = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("- 1\n- 2\n"));
const content = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.oneof(numbers, short, fc.array(fc.oneof(numbers, short))),
);

describe("YAML with long lists of numbers", () => {
  it("is read as the general reader reads it, block and flow", () => {
    const property = fc.property(content, fc.boolean(), (value, isFlow) => {
      const text = isFlow ? stringify(value, { collectionStyle: "flow", lineWidth: 60 }) : stringify(value);
      return same(parseYamlWithNumberLists(text), parse(text));
    });
    // Of these the quick gate has fewer.
    fc.assert(property, { numRuns: Math.ceil(1.5 * (fc.readConfigureGlobal().numRuns ?? 100)) });
  });

  it("keeps what stands between the numbers of one list", () => {
    const run = Array.from({ length: 60 }, (_, index) => `  - ${index / 4}`).join("\n");
    const text = `day:\n${run}\n  - .nan\n  - dark\n${run}\nafter: 1\n`;
    expect(parseYamlWithNumberLists(text)).toEqual(parse(text));
    expect((parseYamlWithNumberLists(text) as { day: unknown[] }).day).toHaveLength(122);
  });

  it("reads lists at the end of the text, with Windows line ends, and numbers of every form", () => {
    const forms = ["0", "-0.5", "1e-05", "2.5E+3", "-12", "100.25"];
    const lines = Array.from({ length: 90 }, (_, index) => `- ${forms[index % forms.length]}`);
    for (const text of [
      lines.join("\n"),
      `${lines.join("\r\n")}\r\n`,
      `[${lines.join(",\n").replaceAll("- ", "")}]`,
    ]) {
      expect(parseYamlWithNumberLists(text)).toEqual(parse(text));
    }
  });

  it("says where the text is broken as the general reader says it", () => {
    const text = `day:\n${"  - 1.5\n".repeat(80)}wrong: [\n`;
    expect(() => parseYamlWithNumberLists(text)).toThrow(/line 8[23]/);
  });
});

/** Equal to the last bit, keys in any order. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => same(left[key], right[key]));
}
