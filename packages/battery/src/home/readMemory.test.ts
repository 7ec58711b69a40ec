import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { InputError } from "../problem.ts";
import { editHome, type HomeEdit } from "./editHome.ts";
import { readHome } from "./readHome.ts";
import { createReadMemory, type ReadMemory } from "./readMemory.ts";

const EXAMPLES = new URL("../../../../examples/", import.meta.url);
const EXAMPLE = readFileSync(new URL("home.yaml", EXAMPLES), "utf8");
const NAMES = ["home/import-prices.json", "home/export-prices.json", "home/solar.json", "home/load.csv"];
const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.map((name) => [name, readFileSync(new URL(name, EXAMPLES), "utf8")]),
);

/** What comes of reading, wrong or right. */
function outcome(text: string, files: Readonly<Record<string, string>>, memory?: ReadMemory): string {
  const readFile = (path: string): string => {
    const found = files[path];
    if (found === undefined) throw new Error("no such file");
    return found;
  };
  try {
    return JSON.stringify(readHome(text, { readFile, ...(memory === undefined ? {} : { memory }) }));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return JSON.stringify(error.problems);
  }
}

/** Edits of every part that is remembered, of what it depends on, and of others; right and wrong ones. */
const EDITS: readonly HomeEdit[] = [
  { path: ["battery", "capacityKwh"], value: 12 },
  { path: ["battery", "capacityKwh"], value: -1 },
  { path: ["prices", "import"], value: 21 },
  { path: ["prices", "import"], value: { octopus: "home/import-prices.json" } },
  { path: ["prices", "import"], value: { fixed: [{ from: "00:30", to: "04:30", value: 7 }, { value: 30 }] } },
  { path: ["prices", "import"], value: { fixed: Number.POSITIVE_INFINITY } },
  { path: ["prices", "export"], value: undefined },
  { path: ["prices", "export"], value: { octopus: "home/import-prices.json" } },
  { path: ["prices", "export"], value: { octopus: "home/gone.json" } },
  { path: ["solar", "scaling"], value: 0.5 },
  { path: ["solar", "p10Factor"], value: 0.3 },
  { path: ["solar", "solcast"], value: "home/load.csv" },
  { path: ["load", "scaling"], value: 2 },
  { path: ["load", "heavyFactor"], value: 1.3 },
  { path: ["load", "history"], value: undefined },
  { path: ["load", "kwhPerDay"], value: 9 },
  { path: ["timeZone"], value: "Europe/Berlin" },
  { path: ["currency"], value: "EUR" },
  { path: ["now"], value: "2026-04-14T20:00:00+01:00" },
  { path: ["plan", "hours"], value: 12 },
];

/** Two rows that differ in the poor sun alone: told only where nothing else is wrong. */
const TWICE = "start,kw,kw10\n2026-04-14T12:00Z,2,1\n2026-04-14T12:00Z,2,0.5\n2026-04-15T18:00Z,0,0\n";
const CONTRADICTORY_SUN: readonly HomeEdit[] = [
  { path: ["solar", "solcast"], value: undefined },
  { path: ["solar", "csv"], value: TWICE },
];

test.for(EDITS)("$path $value: read with a memory of the home before, it is what it is without", (edit) => {
  const text = editHome(EXAMPLE, [edit]);
  const memory = createReadMemory();
  outcome(EXAMPLE, FILES, memory);
  expect(outcome(text, FILES, memory)).toBe(outcome(text, FILES));
});

test("a part that seemed right beside something wrong is not taken for right", () => {
  const memory = createReadMemory();
  const told = [-1, 12].map((value) => {
    const text = editHome(EXAMPLE, [...CONTRADICTORY_SUN, { path: ["battery", "capacityKwh"], value }]);
    expect(outcome(text, FILES, memory)).toBe(outcome(text, FILES));
    return outcome(text, FILES, memory);
  });
  expect(told.map((words) => words.includes("solar"))).toEqual([false, true]);
});

test("a part whose file has changed or gone is read anew", () => {
  const memory = createReadMemory();
  const before = outcome(EXAMPLE, FILES, memory);
  const cheaper = FILES["home/import-prices.json"]!.replaceAll(
    /"value_inc_vat": ?\d+/g,
    '"value_inc_vat": 1',
  );
  const changed = { ...FILES, "home/import-prices.json": cheaper };
  expect(cheaper).not.toBe(FILES["home/import-prices.json"]);
  expect(outcome(EXAMPLE, changed, memory)).toBe(outcome(EXAMPLE, changed));
  expect(outcome(EXAMPLE, {}, memory)).toBe(outcome(EXAMPLE, {}));
  expect(outcome(EXAMPLE, FILES, memory)).toBe(before);
});

test("what an edit does not concern is not read again", () => {
  const memory = createReadMemory();
  const first = readHome(EXAMPLE, { readFile: (path) => FILES[path] ?? "", memory });
  const parts: string[] = [];
  const watched: ReadMemory = {
    ...memory,
    load: {
      recall: (given, context, read) =>
        memory.load.recall(given, context, (own) => {
          parts.push("load");
          return read(own);
        }),
    },
  };
  const edited = editHome(EXAMPLE, [{ path: ["battery", "capacityKwh"], value: 12 }]);
  const second = readHome(edited, { readFile: (path) => FILES[path] ?? "", memory: watched });
  expect(parts).toEqual([]);
  expect(second.assumptions).toEqual(first.assumptions);
  readHome(editHome(edited, [{ path: ["load", "scaling"], value: 2 }]), {
    readFile: (path) => FILES[path] ?? "",
    memory: watched,
  });
  expect(parts).toEqual(["load"]);
});
