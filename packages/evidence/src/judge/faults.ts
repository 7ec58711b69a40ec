import type { ActivityRule, Experiment, Side } from "../claim/claim.ts";
import { isMeant, valuesAt } from "../claim/path.ts";
import type { Fault, FaultKind, RawRun } from "./run.ts";

/** How far two clocks may disagree over a run before one of them must have jumped: 50 ms, and 1 in 100. */
const CLOCK_SLACK_MS = 50;
const CLOCK_SLACK_SHARE = 0.01;

/** Lines that are told of what a failed command said. */
const LAST_LINES = 3;

/**
 * Everything that makes a run no evidence, the worst first.
 * @param cpuCount  logical CPUs of the machine: nobody gets more CPU time than they have
 */
export function findFaults(run: RawRun, side: Side, experiment: Experiment, cpuCount: number): Fault[] {
  const ended = endFaults(run, experiment);
  // What a command leaves that did not end well is not looked at.
  if (ended.length > 0) return ended;
  return [
    ...outputFaults(run, experiment, side),
    ...activityFaults(run, side.active),
    ...clockFaults(run, cpuCount),
    ...run.pictureFaults.map((what) => fault("picture", what)),
  ];
}

function fault(kind: FaultKind, what: string): Fault {
  return { kind, what };
}

function endFaults(run: RawRun, { timeoutSeconds }: Experiment): Fault[] {
  const faults: Fault[] = [];
  if (!run.wasFresh)
    faults.push(fault("output not fresh", "the output folder could not be emptied before the run"));
  if (run.isTimedOut) faults.push(fault("timed out", `was ended after ${timeoutSeconds} s`));
  else if (run.signal !== null)
    faults.push(fault("exit status", `was ended by ${run.signal}${lastWords(run)}`));
  else if (run.exitCode !== 0)
    faults.push(fault("exit status", `exited with ${run.exitCode}${lastWords(run)}`));
  return faults;
}

/** The end of what a command said on standard error, in one line. */
function lastWords({ stderr }: RawRun): string {
  const said = new TextDecoder().decode(stderr).trim();
  if (said === "") return "";
  return `: ${said
    .split(/\s*\n\s*/)
    .slice(-LAST_LINES)
    .join(" | ")}`;
}

function outputFaults(run: RawRun, experiment: Experiment, side: Side): Fault[] {
  const left = new Set(run.files.map(({ file }) => file));
  const missing = experiment.identical.files.filter(
    (pattern) => !run.files.some(({ file }) => isMeant(pattern, file)),
  );
  const json = jsonFilesOf(experiment, side);
  return [
    ...[...new Set([...missing, ...json.filter((file) => !left.has(file))])].map((file) =>
      fault("output missing", `left no ${file}`),
    ),
    ...json
      .filter((file) => left.has(file) && run.json[file] === undefined)
      .map((file) => fault("output unreadable", `${file} is no JSON`)),
  ];
}

/** The JSON files that a side's runs are read for. */
export function jsonFilesOf({ identical, measures, tables }: Experiment, { name, active }: Side): string[] {
  const files = [
    ...tables.flatMap((table) => ("file" in table && table.side === name ? [table.file] : [])),
    ...identical.fields.map(({ file }) => file),
    ...measures.flatMap(({ from }) => (from.kind === "json" ? [from.file] : [])),
    ...(active.by === "stats" ? [active.file] : []),
  ];
  return [...new Set(files)];
}

function activityFaults(run: RawRun, rule: ActivityRule): Fault[] {
  if (rule.by === "none") return [];
  if (rule.by === "silence") {
    const said = new TextDecoder().decode(run.stderr).trim();
    return said === "" ? [] : [fault("engine unknown", `wrote to standard error: ${said.split("\n", 1)[0]}`)];
  }
  const stats = run.json[rule.file];
  if (stats === undefined) return [];
  return [...kernelFaults(stats, rule), ...laneFaults(stats, rule)];
}

type StatsRule = Extract<ActivityRule, { by: "stats" }>;

function kernelFaults(stats: unknown, { engine, kernels, file }: StatsRule): Fault[] {
  const told = valuesAt(stats, "kernels[]");
  const names = told.map((kernel) => valuesAt(kernel, "name")[0]);
  if (names.length === 0) return [fault("engine unknown", `${file} names no kernel`)];
  const missing = kernels.filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => fault("engine unknown", `${file} does not name kernel ${name}`)),
    ...told.flatMap((kernel, index) => {
      const [active] = valuesAt(kernel, "activeEngine");
      if (active === engine) return [];
      const [why] = valuesAt(kernel, "fallbackReason");
      const reason = typeof why === "string" ? `: ${why}` : "";
      return [
        fault("engine fell back", `kernel ${names[index]} ran as ${active}, not as ${engine}${reason}`),
      ];
    }),
  ];
}

function laneFaults(stats: unknown, { lanes, file }: StatsRule): Fault[] {
  const [count] = valuesAt(stats, "laneCount");
  const lost = ["pool.lanesRefused", "pool.lanesDied"].filter((path) => valuesAt(stats, path)[0] !== 0);
  return [
    ...(typeof count === "number" ? [] : [fault("lanes", `${file} does not say how many lanes ran`)]),
    ...(lanes === "auto" || count === undefined || count === lanes
      ? []
      : [fault("lanes", `ran on ${count} lanes, not on ${lanes}`)]),
    ...lost.map((path) => fault("lanes", `${path} is ${valuesAt(stats, path)[0] ?? "missing"}, not 0`)),
  ];
}

function clockFaults(run: RawRun, cpuCount: number): Fault[] {
  const { wallMs, dayClockMs, userMs, systemMs } = run;
  const slack = CLOCK_SLACK_MS + CLOCK_SLACK_SHARE * Math.abs(wallMs);
  const cpuMs = (userMs ?? 0) + (systemMs ?? 0);
  const faults: Fault[] = [];
  if (!(wallMs > 0)) faults.push(fault("clock jumped", `the run took ${wallMs} ms`));
  if (Math.abs(dayClockMs - wallMs) > slack) {
    const what = `the clock of the day moved by ${dayClockMs.toFixed(0)} ms while ${wallMs.toFixed(0)} ms went by`;
    faults.push(fault("clock jumped", what));
  }
  if (cpuMs > cpuCount * (wallMs + slack)) {
    const what = `${cpuMs.toFixed(0)} ms of CPU time on ${cpuCount} CPUs in ${wallMs.toFixed(0)} ms`;
    faults.push(fault("clock jumped", what));
  }
  return faults;
}
