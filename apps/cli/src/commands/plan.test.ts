import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPlanJson } from "@lightcone/battery";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommandIo } from "../command.ts";
import { describeFailure } from "../failure.ts";
import { planCommand } from "./plan.ts";

const example = fileURLToPath(new URL("../../../../examples/home.yaml", import.meta.url));
const MINUTE = 60_000;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-plan-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

async function plan(...args: string[]): Promise<Run> {
  let out = "";
  let err = "";
  const io: CommandIo = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    outHasColour: false,
  };
  try {
    return { exitCode: await planCommand.run(args, io), out, err };
  } catch (error) {
    const failure = describeFailure(error, "plan");
    return { exitCode: failure.exitCode, out, err: err + failure.text };
  }
}

test("plans the example home, says where its files are, and the files say the same", {
  timeout: MINUTE,
}, async () => {
  const [json, html] = [join(folder, "plan.json"), join(folder, "plan.html")];
  const { exitCode, out, err } = await plan(example, "--json", json, "--html", html);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^Example home: plan from Tue 14 Apr 16:35/);
  expect(out).toContain("Saved");
  expect(out).toContain("\nWhy\n");
  expect(err).toContain(`Written: ${json}`);
  expect(err).toContain(`Written: ${html}`);
  const report = readPlanJson(readFileSync(json, "utf8"));
  expect(report.homeName).toBe("Example home");
  expect(readFileSync(html, "utf8")).toMatch(/^<!doctype html>/i);
});

test("files that cannot be written are told before anything is planned or written", async () => {
  const json = join(folder, "early.json");
  const { exitCode, err } = await plan(example, "--json", json, "--html", folder, "--stats", folder);
  expect(exitCode).toBe(2);
  expect(err).toMatch(/^2 problems in the input:\n--html: .*\n.*\n--stats: /);
  expect(existsSync(json)).toBe(false);
});

test("neither the home nor a file that it names is overwritten", async () => {
  const home = join(folder, "home.yaml");
  const prices = join(folder, "home", "import-prices.json");
  copyFileSync(example, home);
  cpSync(join(dirname(example), "home"), dirname(prices), { recursive: true });
  const { exitCode, err } = await plan(home, "--json", home, "--html", prices);
  expect(exitCode).toBe(2);
  expect(err).toMatch(
    /--json: .*home\.yaml is read for HOME, which .*\n.*\n--html: .*prices\.json is read for HOME/,
  );
});

test("--now moves the beginning, whatever the file says", { timeout: MINUTE }, async () => {
  const { out } = await plan(example, "--now", "2026-04-14T18:02:00+01:00");
  expect(out).toMatch(/plan from Tue 14 Apr 18:00/);
});

test.each([["yesterday"], ["2026-04-14T18:00:00"], ["2026-13-14T18:00:00Z"]])(
  "--now %s is refused",
  async (text) => {
    const { exitCode, err } = await plan(example, "--now", text);
    expect(exitCode).toBe(2);
    expect(err).toContain(`--now: is "${text}"`);
  },
);

test("--previous keeps an equally good plan, and tells of it", { timeout: MINUTE }, async () => {
  const [first, second] = [join(folder, "first.json"), join(folder, "second.json")];
  await plan(example, "--json", first);
  const { exitCode, out } = await plan(example, "--previous", first, "--json", second);
  expect(exitCode).toBe(0);
  expect(out).toContain("Kept the plan of Tue 14 Apr 16:35: no better one was found.");
  const [plain, kept] = [first, second].map((path) => JSON.parse(readFileSync(path, "utf8")));
  expect(kept.previousPlan).toMatchObject({ decision: "kept", stayingPence: 0, keepPence: 1 });
  expect(kept.windows).toEqual(plain.windows);
});

test("a --previous that is no plan, or of a later time, is refused in words", {
  timeout: MINUTE,
}, async () => {
  const wrong = await plan(example, "--previous", example);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.err).toMatch(/--previous: plan file: is no JSON[\s\S]*to mend: give a file that/);
  const later = join(folder, "later.json");
  await plan(example, "--now", "2026-04-14T18:00:00+01:00", "--json", later);
  const { exitCode, err } = await plan(example, "--previous", later);
  expect(exitCode).toBe(2);
  expect(err).toMatch(/previous plan: now: is Tue 14 Apr 18:00.*after this plan's beginning/);
});

test("everything that is wrong with a home is told at once, with path, value and remedy", async () => {
  const path = join(folder, "wrong.yaml");
  const text = readFileSync(example, "utf8")
    .replace("capacityKwh: 9.5", "capacityKwh: 9500")
    .replace("hybrid: true", "hybird: true")
    .replaceAll("home/", `${example.slice(0, -"home.yaml".length)}home/`);
  writeFileSync(path, text);
  const { exitCode, out, err } = await plan(path);
  expect(exitCode).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/battery\.capacityKwh: .*9500[\s\S]*to mend:/);
  expect(err).toMatch(/inverter\.hybird: [\s\S]*hybrid/);
});

test("a file that is not there is named", async () => {
  const { exitCode, err } = await plan(join(folder, "none.yaml"));
  expect(exitCode).toBe(2);
  expect(err).toContain("none.yaml");
});

test("--help gives the command's help, --help home the fields of a home file", async () => {
  expect((await plan("--help")).out).toContain("Example:");
  const { out } = await plan("--help", "home");
  expect(out).toContain("battery.capacityKwh");
  expect(out).toContain("plan.changePence");
});
