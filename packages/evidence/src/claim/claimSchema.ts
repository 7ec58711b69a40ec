import * as v from "valibot";
import type { WrittenClaim } from "./writtenClaim.ts";

const text = v.pipe(v.string(), v.trim(), v.minLength(1, "is empty"));
const name = v.pipe(
  v.string(),
  v.regex(/^[\w.,:+-]+$/, "is not one word of letters, digits and . , : + - _"),
);
/** A path that stays where it starts. */
const inside = v.pipe(
  v.string(),
  v.regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$)).+$/, "is not a path below the folder it starts from"),
);
const count = v.pipe(v.number(), v.integer("is not a whole number"), v.minValue(1, "is below 1"));
const words = v.optional(v.array(text), []);

const activity = v.strictObject({
  stats: v.optional(inside),
  engine: v.optional(v.picklist(["kernel", "reference"]), "kernel"),
  kernels: v.optional(v.array(name), []),
  lanes: v.optional(v.union([v.string(), v.number()]), "auto"),
  silence: v.optional(v.boolean()),
  none: v.optional(v.boolean()),
});

const side = v.strictObject({
  command: text,
  active: v.optional(activity),
  revision: v.optional(text),
  setup: words,
});

const measure = v.strictObject({
  unit: v.optional(v.string(), ""),
  file: v.optional(inside),
  path: v.optional(text),
  reduce: v.optional(
    v.picklist(["only", "sum", "max", "min", "mean", "count", "nonzero", "maxOverMean"]),
    "only",
  ),
  ratio: v.optional(v.tuple([name, name])),
  total: v.optional(v.pipe(v.array(name), v.minLength(2, "has fewer than two measures"))),
  rest: v.optional(v.pipe(v.array(name), v.minLength(2, "has fewer than two measures"))),
});

const statement = v.strictObject({
  say: text,
  faster: v.optional(text),
  than: v.optional(text),
  by: v.optional(name, "wallMs"),
  equal: v.optional(name),
  sides: v.optional(v.array(text), []),
  measure: v.optional(name),
  side: v.optional(text),
  atLeast: v.optional(v.number()),
  atMost: v.optional(v.number()),
});

const column = v.strictObject({
  head: text,
  measure: name,
  show: v.optional(v.picklist(["median", "best", "largest", "spread", "first", "second"]), "median"),
  unit: v.optional(v.picklist(["", "s", "ms", "MB", "%"]), ""),
  digits: v.optional(v.pipe(v.number(), v.integer("is not a whole number"), v.minValue(0), v.maxValue(9)), 0),
});

const digits = v.optional(
  v.pipe(v.number(), v.integer("is not a whole number"), v.minValue(0), v.maxValue(9)),
  0,
);

const table = v.strictObject({
  title: text,
  sides: v.optional(v.array(text), []),
  columns: v.pipe(v.array(column), v.minLength(1, "is empty")),
});

const listTable = v.strictObject({
  title: text,
  side: text,
  file: inside,
  path: text,
  columns: v.pipe(v.array(v.strictObject({ head: text, path: text, digits })), v.minLength(1, "is empty")),
});

const experiment = v.strictObject({
  name,
  title: text,
  about: v.optional(v.string(), ""),
  sides: v.record(name, side),
  sweep: v.optional(
    v.record(name, v.pipe(v.array(v.union([v.string(), v.number()])), v.minLength(1, "is empty"))),
    {},
  ),
  active: v.optional(activity),
  rounds: v.optional(count, 3),
  warmups: v.optional(v.pipe(v.number(), v.integer("is not a whole number"), v.minValue(0, "is below 0")), 1),
  timeoutSeconds: v.optional(v.pipe(v.number(), v.minValue(0.001, "is not above 0")), 120),
  identical: v.optional(
    v.strictObject({
      files: v.optional(v.array(inside), []),
      fields: v.optional(
        v.array(
          v.strictObject({
            file: inside,
            paths: v.pipe(v.array(text), v.minLength(1, "is empty")),
            tolerance: v.optional(v.pipe(v.number(), v.minValue(0, "is below 0")), 0),
          }),
        ),
        [],
      ),
    }),
    { files: [], fields: [] },
  ),
  pictures: v.optional(v.strictObject({ files: inside, count, widthPx: count, heightPx: count })),
  measures: v.optional(v.record(name, measure), {}),
  statements: v.optional(v.array(statement), []),
  tables: v.optional(v.array(v.union([table, listTable])), []),
  plots: v.optional(
    v.array(
      v.strictObject({
        title: text,
        measure: name,
        unit: v.optional(v.picklist(["", "s", "ms", "MB", "%"]), ""),
        along: v.optional(name),
      }),
    ),
    [],
  ),
});

const claim = v.strictObject({
  title: text,
  about: v.optional(v.string(), ""),
  inputs: v.optional(
    v.array(
      v.union([
        inside,
        v.strictObject({
          file: inside,
          sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "is no SHA-256")),
        }),
      ]),
    ),
    [],
  ),
  experiments: v.pipe(v.array(experiment), v.minLength(1, "is empty")),
  checks: words,
  caching: text,
  tried: v.optional(v.array(v.strictObject({ file: inside, lead: text })), []),
  notShown: v.pipe(v.array(text), v.minLength(1, "is empty: every report ends with what it does not show")),
});

/** What is wrong at a place, by the schema alone. */
export interface SchemaFault {
  readonly at: string;
  readonly what: string;
}

/** Checks the shape of a parsed claim file. */
export function checkShape(value: unknown): {
  readonly claim?: WrittenClaim;
  readonly faults: readonly SchemaFault[];
} {
  const result = v.safeParse(claim, value);
  if (result.success) return { claim: result.output, faults: [] };
  return { faults: result.issues.map((issue) => ({ at: placeOf(issue), what: wordsFor(issue) })) };
}

function placeOf(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({ key }) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  return keys.join("").replace(/^\./, "") || "the file";
}

function wordsFor(issue: v.BaseIssue<unknown>): string {
  const last = issue.path?.at(-1) as { value?: unknown } | undefined;
  if (issue.expected === "never") return "is not a field here";
  if (last !== undefined && last.value === undefined) return "is missing";
  const given = shortened(JSON.stringify(issue.input) ?? String(issue.input));
  if (/^(is|has) /.test(issue.message)) return `${given} ${issue.message}`;
  return `is ${given}, not ${issue.expected ?? issue.message}`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
