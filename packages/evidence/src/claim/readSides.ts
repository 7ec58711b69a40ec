import type { Problem } from "../problem.ts";
import type { ActivityRule, Side } from "./claim.ts";
import { blanksOf, filledIn, wordsOf } from "./words.ts";
import type { WrittenActivity, WrittenExperiment } from "./writtenClaim.ts";

type Parameters = Side["parameters"];
const LANES_WORD = /^(auto|\d+)$/;

/** Multiplies the sides of an experiment by its sweep. Their names get the values: `auto lanes=2`. */
export function readSides(written: WrittenExperiment, at: string, problems: Problem[]): Side[] {
  const sides = Object.entries(written.sides);
  if (sides.length === 0) {
    problems.push({ at: `${at}.sides`, what: "is empty", mend: "give at least one side with its command" });
  }
  const unused = Object.keys(written.sweep).filter(
    (name) => !sides.some(([, side]) => blanksOf(side.command).includes(name)),
  );
  for (const name of unused) {
    const mend = `write {${name}} in a command, or take it out`;
    problems.push({ at: `${at}.sweep.${name}`, what: "is in no command", mend });
  }
  return sides.flatMap(([baseName, side]) => {
    const place = `${at}.sides.${baseName}`;
    const swept = Object.keys(written.sweep).filter((name) => blanksOf(side.command).includes(name));
    checkBlanks(side.command, swept, place, problems);
    if (side.revision !== undefined && side.setup.length === 0) {
      const mend = "give the commands that make a fresh work tree ready, such as `npm ci`";
      problems.push({ at: `${place}.setup`, what: "is missing for a side with a revision", mend });
    }
    const active = side.active ?? written.active;
    return combinations(written.sweep, swept).map((parameters) => ({
      name: sideName(baseName, parameters),
      baseName,
      command: wordsOf(side.command).map((word) => filledIn(word, parameters)),
      parameters,
      active: readActivity(active, parameters, place, problems),
      ...(side.revision === undefined ? {} : { revision: side.revision }),
      setup: side.setup,
    }));
  });
}

function checkBlanks(command: string, swept: readonly string[], place: string, problems: Problem[]): void {
  for (const name of blanksOf(command).filter((blank) => !swept.includes(blank))) {
    const mend = `give sweep.${name} a list of values`;
    problems.push({ at: `${place}.command`, what: `has {${name}}, which nothing fills in`, mend });
  }
}

function combinations(sweep: WrittenExperiment["sweep"], names: readonly string[]): Parameters[] {
  return names.reduce<Parameters[]>(
    (list, name) => list.flatMap((one) => (sweep[name] ?? []).map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

function sideName(baseName: string, parameters: Parameters): string {
  return [baseName, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)].join(" ");
}

function readActivity(
  written: WrittenActivity | undefined,
  parameters: Parameters,
  place: string,
  problems: Problem[],
): ActivityRule {
  const complain = (what: string, mend: string): void =>
    void problems.push({ at: `${place}.active`, what, mend });
  const ways = [written?.stats, written?.silence, written?.none].filter((way) => way !== undefined);
  if (written === undefined || ways.length !== 1) {
    complain(
      "does not say how it is known which engine ran",
      "give stats: FILE, or silence: true, or none: true",
    );
    return { by: "none" };
  }
  if (written.none === true) return { by: "none" };
  if (written.stats === undefined) return { by: "silence" };
  const lanes = filledIn(String(written.lanes), parameters);
  if (!LANES_WORD.test(lanes)) complain(`has lanes ${JSON.stringify(lanes)}`, "give auto or a whole number");
  const { stats: file, engine, kernels } = written;
  // 0 and 1 both mean the caller alone, and one lane.
  return {
    by: "stats",
    file,
    engine,
    kernels,
    lanes: lanes === "auto" ? "auto" : Math.max(1, Number(lanes)),
  };
}
