import type { HomeEdit } from "@lightcone/battery";
import type { ProblemText } from "../../page/problemList.ts";
import { valueAt } from "../form/formPart.ts";
import type { PlanSession } from "../planSession.ts";
import { askForUse } from "./askForUse.ts";
import { type FileKind, fileKind, isDamagedJson } from "./fileKind.ts";
import { pathsNamed } from "./namedFiles.ts";

/** What data can be used for in a home. */
export type DataUse = "import" | "export" | "solar" | "load";

interface ReadFile {
  readonly name: string;
  readonly text: string;
  readonly kind: FileKind;
}

/** Larger files are none that the planner reads. */
const MOST_BYTES = 50_000_000;

/**
 * Takes files that were dropped or chosen: a home with its data files, data for the present home, homes of a suite, or
 * the plan that was told before. What cannot be used is told in the session's `fileProblems`.
 * @param use  what data are meant for, where that was said
 */
export async function takeFiles(files: readonly File[], session: PlanSession, use?: DataUse): Promise<void> {
  const tooLarge = files.filter(({ size }) => size > MOST_BYTES);
  const read = await Promise.all(files.filter((file) => file.size <= MOST_BYTES).map(readFile));
  const unknown = read.filter(({ kind }) => kind === "unknown");
  const problems = [...tooLarge.map(largeProblem), ...unknown.map(unknownProblem)];
  const home = read.find(({ kind }) => kind === "home");
  const suite = read.find(({ kind }) => kind === "suite");
  const previous = read.find(({ kind }) => kind === "plan");
  const data = read.filter(({ kind }) => !["home", "suite", "plan", "unknown"].includes(kind));
  if (home !== undefined) {
    const dataFiles = { ...session.get().home.dataFiles, ...namedAsIn(home.text, data) };
    session.open({ text: home.text, dataFiles });
  } else if (data.length > 0) await useData(data, session, use);
  if (previous !== undefined) session.keepPrevious(previous.text);
  if (suite !== undefined) session.planSuite(suite.name, suite.text);
  if (problems.length > 0) session.set({ fileProblems: problems });
}

async function readFile(file: File): Promise<ReadFile> {
  const text = await file.text();
  return { name: file.name, text, kind: fileKind(file.name, text) };
}

/** Data by the paths that a home file names them by, and by their own names. */
function namedAsIn(text: string, data: readonly ReadFile[]): Readonly<Record<string, string>> {
  const named = data.flatMap(({ name, text: content }) =>
    [name, ...pathsNamed(text, name)].map((path) => [path, content] as const),
  );
  return Object.fromEntries(named);
}

/** Gives the home the data that it names; puts others in the place of those that it has, whichever form they have. */
async function useData(
  data: readonly ReadFile[],
  session: PlanSession,
  use: DataUse | undefined,
): Promise<void> {
  const { text: homeText } = session.get().home;
  const isNamed = ({ name }: ReadFile): boolean => use === undefined && pathsNamed(homeText, name).length > 0;
  const edits: HomeEdit[] = [];
  const dataFiles: Record<string, string> = { ...namedAsIn(homeText, data.filter(isNamed)) };
  for (const { name, text, kind } of data.filter((file) => !isNamed(file))) {
    const chosen = use !== undefined && canServe(kind, use) ? use : await naturalUse(name, kind);
    if (chosen === undefined) continue;
    dataFiles[name] = text;
    edits.push(...editsFor(chosen, kind, name, session));
  }
  if (Object.keys(dataFiles).length > 0) session.addFiles(dataFiles, edits);
}

function canServe(kind: FileKind, use: DataUse): boolean {
  if (use === "import" || use === "export") return kind === "octopus" || kind === "priceTable";
  return use === "solar" ? kind === "solcast" || kind === "solarTable" : kind === "loadTable";
}

/** Prices are of either direction, so the person is asked. */
async function naturalUse(name: string, kind: FileKind): Promise<DataUse | undefined> {
  if (kind === "solcast" || kind === "solarTable") return "solar";
  if (kind === "loadTable") return "load";
  return askForUse(name);
}

function editsFor(use: DataUse, kind: FileKind, name: string, session: PlanSession): readonly HomeEdit[] {
  if (use === "import" || use === "export") {
    return [{ path: ["prices", use], value: { [kind === "octopus" ? "octopus" : "csv"]: name } }];
  }
  const { fields } = session.get();
  const form = use === "load" ? "history" : kind === "solcast" ? "solcast" : "csv";
  const others = use === "load" ? ["forecast", "kwhPerDay"] : ["solcast", "csv", "rows"];
  const given = others.filter((other) => other !== form && valueAt(fields, [use, other]) !== undefined);
  return [
    { path: [use, form], value: name },
    ...given.map((other): HomeEdit => ({ path: [use, other], value: undefined })),
  ];
}

function unknownProblem({ name, text }: ReadFile): ProblemText {
  if (text.trim() === "") return { at: name, what: "is empty", mend: "download or save it again" };
  if (isDamagedJson(text)) {
    return { at: name, what: "is JSON that breaks off or is damaged", mend: "download it again, whole" };
  }
  return {
    at: name,
    what: "is no file that the planner reads",
    mend: "drop a home file (YAML), prices as Octopus JSON or CSV with start, end, value, sun as Solcast JSON or CSV with start, kw, use as CSV with start, kwh, a suite, or an earlier plan",
  };
}

function largeProblem({ name, size }: File): ProblemText {
  return {
    at: name,
    what: `has ${Math.round(size / 1_000_000)} MB, more than any file that the planner reads`,
    mend: "drop the data of some weeks alone",
  };
}
