import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { findViolations } from "./dependencyRule.ts";

const planted: string[] = [];
afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true });
});

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "rule-"));
  planted.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("this checkout keeps the rule", () => {
  expect(findViolations(dirname(dirname(fileURLToPath(import.meta.url))))).toEqual([]);
});

test.each([
  ["a domain imports another", "packages/battery/src/a.ts", `import { x } from "@lightcone/relativity";`],
  ["the engine imports a domain", "packages/parallel/src/a.ts", `export { x } from "@lightcone/battery";`],
  [
    "evidence imports a domain",
    "packages/evidence/src/a.ts",
    `const b = await import("@lightcone/battery");`,
  ],
  ["a package imports an app", "packages/battery/src/a.ts", `import "lightcone";`],
  ["a back door", "apps/cli/src/a.ts", `import { x } from "@lightcone/battery/src/model/step.ts";`],
  [
    "a relative path into a package",
    "apps/cli/src/a.ts",
    `import { x } from "../../../packages/battery/src/a.ts";`,
  ],
  [
    "a kernel imports the model",
    "packages/battery/src/kernel/physics.ts",
    `import { x } from "../model/step";`,
  ],
  [
    "TypeScript beside a kernel imports the model",
    "packages/battery/src/kernel/context.ts",
    `import { x } from "../model/car.ts";`,
  ],
  ["a kernel imports a library", "packages/battery/src/kernel/entry.ts", `import { x } from "valibot";`],
  [
    "a package that the rule does not know",
    "packages/extra/src/a.ts",
    `import { x } from "@lightcone/battery";`,
  ],
  ["behind another import", "packages/battery/src/a.ts", `import "./b.ts"; import "@lightcone/relativity";`],
  [
    "with an apostrophe on the way",
    "packages/battery/src/a.ts",
    `import {\n  x, // it's\n} from "@lightcone/relativity";`,
  ],
  ["a template", "packages/battery/src/a.ts", "await import(`@lightcone/relativity`);"],
  ["require", "packages/battery/src/a.cts", `const x = require("@lightcone/relativity");`],
  ["a test's mock", "packages/battery/src/a.test.ts", `vi.mock("@lightcone/relativity");`],
  ["a URL", "packages/battery/src/a.tsx", `new URL("../../relativity/src/a.ts", import.meta.url)`],
  ["several lines", "packages/battery/src/a.ts", `import {\n  x,\n  y,\n} from "@lightcone/evidence";`],
])("a planted violation is found: %s", (_, path, text) => {
  const root = plant({ [path]: text, "packages/parallel/src/good.ts": `import { y } from "./other.ts";` });
  expect(findViolations(root).map(({ file }) => file)).toEqual([path]);
});

test("what the house allows is not reported", () => {
  const root = plant({
    "apps/cli/src/a.ts": `import { plan } from "@lightcone/battery";\nimport { run } from "@lightcone/parallel";`,
    "packages/battery/src/kernel/entry.ts": `import { A } from "./layout";\nimport { B } from "@lightcone/parallel/assembly/batchTable";`,
    "packages/battery/src/flow.ts": `import { run } from "@lightcone/parallel";\nimport { readFileSync } from "node:fs";`,
    "packages/battery/test/flow.test.ts": `import { plan } from "@lightcone/battery";`,
  });
  expect(findViolations(root)).toEqual([]);
});

test("a check that saw nothing is refused", () => {
  expect(() => findViolations(plant({ "packages/a/readme.txt": "" }))).toThrow("not checked");
});
