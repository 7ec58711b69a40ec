import { dirname, resolve } from "node:path";
import {
  type Home,
  homeFileHelp,
  type PlanReport,
  planBattery,
  planJson,
  planPage,
  planTable,
  readHome,
  readPlanJson,
} from "@lightcone/battery";
import type { Command, CommandIo } from "../command.ts";
import { badFlag, choiceFlag, exactWords, type ParsedLine, parseLine, textFlag } from "../commandLine.ts";
import { ENGINE_HELP, ENGINE_OPTIONS, engineFlags, withEngine } from "../engineFlags.ts";
import { readInputFile } from "../inputFile.ts";
import { checkOutputFiles, type NamedFile, writeOutputFile } from "../outputFile.ts";

const HELP = `lightcone plan HOME

Plans the battery of one home: what to do when, what it will cost, what it saves, and why. HOME is a YAML file;
examples/home.yaml explains every field, and \`lightcone plan --help home\` lists them.

  --now ISO                plan from this moment, such as 2026-04-14T16:35:00+01:00 (default: \`now\` in HOME, else
                           the clock)
  --previous PLAN.json     the plan told before (as --json wrote it): kept where staying costs no more than
                           plan.keepPence in HOME (default 1; 0: equally good plans alone); --json may renew it
  --profile physical|predbat   the corrected model, or the peer's with its quirks (default physical)
  --json F                 write the plan to F for programs
  --html F                 write a page with a picture of the plan to F
  --slots                  one line for every slot: do not join equal ones
${ENGINE_HELP}
Example:
  lightcone plan examples/home.yaml --html out/plan.html
`;

/** \`lightcone plan\`: one home, one plan, three formats. */
export const planCommand: Command = {
  help: HELP,
  run: runPlan,
};

async function runPlan(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {
    now: { type: "string" },
    previous: { type: "string" },
    profile: { type: "string" },
    json: { type: "string" },
    html: { type: "string" },
    slots: { type: "boolean" },
    ...ENGINE_OPTIONS,
  });
  if (line.wantsHelp) {
    io.out(line.words[0] === "home" ? homeFileHelp() : HELP);
    return 0;
  }
  const [file = ""] = exactWords(line, ["HOME"]);
  const flags = engineFlags(line);
  const inputs: NamedFile[] = [];
  const home = readHomeFile(file, line, (path) => {
    inputs.push({ role: "HOME", path });
    return readInputFile("HOME", path);
  });
  const previousFile = textFlag(line, "previous");
  const previous = previousFile === undefined ? undefined : previousPlan(previousFile);
  if (previousFile !== undefined) inputs.push({ role: "--previous", path: previousFile, renewedBy: "json" });
  checkOutputFiles(line, ["json", "html", "stats", "costs"], inputs);
  const report = await withEngine(flags, io, (engine) => planBattery(home, engine, previous));
  const written = [
    writeFormat("--json", textFlag(line, "json"), () => planJson(report)),
    writeFormat("--html", textFlag(line, "html"), () => planPage(report)),
  ].filter((path) => path !== undefined);
  io.out(
    planTable(report, { ...tableLook(io), mergesEqualSlots: line.flags.slots !== true, showsReasons: true }),
  );
  for (const path of written) io.err(`Written: ${path}\n`);
  return 0;
}

function readHomeFile(file: string, line: ParsedLine, read: (path: string) => string): Home {
  const text = read(file);
  const now = nowFlag(line);
  return readHome(text, {
    readFile: (path) => read(resolve(dirname(file), path)),
    clock: Date.now(),
    profile: choiceFlag(line, "profile", ["physical", "predbat"]),
    ...(now === undefined ? {} : { now }),
  });
}

/** The plan of --previous; what is wrong with it names the flag. */
function previousPlan(path: string): PlanReport {
  return readPlanJson(readInputFile("--previous", path), "--previous");
}

/** UTC epoch milliseconds of --now. */
function nowFlag(line: ParsedLine): number | undefined {
  const text = textFlag(line, "now");
  if (text === undefined) return undefined;
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const epochMs = Date.parse(text);
  if (hasOffset && Number.isFinite(epochMs)) return epochMs;
  throw badFlag(
    "--now",
    `is ${JSON.stringify(text)}`,
    "give ISO 8601 with the offset from UTC, such as 2026-04-14T16:35:00+01:00",
  );
}

function writeFormat(flag: string, path: string | undefined, content: () => string): string | undefined {
  if (path !== undefined) writeOutputFile(flag, path, content());
  return path;
}

const PIPE_WIDTH = 120;

/** A terminal's own width and colours; a pipe gets 120 columns without any. */
function tableLook(io: CommandIo): { width: number; hasColour: boolean } {
  return { width: io.outWidth ?? PIPE_WIDTH, hasColour: io.outHasColour };
}
