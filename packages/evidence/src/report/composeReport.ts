import { BOOTSTRAP_SEED } from "../judge/interval.ts";
import { MAXIMUM_FOREIGN_SHARE } from "../judge/turns.ts";
import type { Environment } from "../measure/environment.ts";
import { countVerdicts, type Proof } from "../proof.ts";
import { type Block, heading, list, paragraphs } from "./document.ts";
import { experimentSection, findingsTable } from "./experimentSection.ts";
import { figure } from "./figure.ts";

/** The whole report of a claim; it ends with what it does not show. */
export function composeReport(proof: Proof): Block[] {
  const { claim, tag, experiments, checks, findings, command } = proof;
  const { shown, refuted, undecided } = countVerdicts(proof);
  return [
    heading(1, claim.title),
    ...paragraphs(
      `Run ${tag}: ${shown} statements shown, ${refuted} refuted, ${undecided} undecided.${disturbance(proof)}`,
    ),
    ...paragraphs(claim.about),
    ...(findings.length === 0 ? [] : [findingsTable("", findings)]),
    ...experiments.flatMap(experimentSection),
    ...triedSection(proof),
    heading(2, "How it was measured"),
    ...paragraphs(method()),
    ...paragraphs(claim.caching),
    ...environmentTable(proof.environment),
    ...inputsTable(proof),
    ...(checks.length === 0 ? [] : [heading(2, "Verification")]),
    ...checks.flatMap(({ command: line, exitCode, said }): Block[] => [
      { kind: "code", text: `$ ${line}\n${said}\nexit status ${exitCode}` },
    ]),
    heading(2, "Make it anew"),
    { kind: "code", text: command },
    ...paragraphs(
      "Each run's command, record, JSON and complete output (`gzip -dc`) stand below `runs/` in the folder of the run.",
    ),
    heading(2, "What this does not show"),
    ...list(claim.notShown),
  ];
}

/** How many of the runs tell no time, for others had the machine; nothing where all tell theirs. */
function disturbance({ experiments }: Proof): string {
  const runs = experiments.flatMap((experiment) => experiment.runs);
  const disturbed = runs.filter(({ use }) => use === "thrown away").length;
  return disturbed === 0
    ? ""
    : ` Others disturbed ${disturbed} of ${runs.length} runs, whose times are thrown away.`;
}

/** Figures of another day, from the notes that keep them. */
function triedSection({ tried }: Proof): Block[] {
  if (tried.length === 0) return [];
  return [
    heading(2, "What was tried and did not pay"),
    ...paragraphs(
      "Quoted from the notes, with the figures of their day; nothing of it was run for this report.",
    ),
    ...list(tried.map(({ file, text }) => `${text} (\`${file}\`)`)),
  ];
}

function method(): string {
  const percent = figure(MAXIMUM_FOREIGN_SHARE, "", "%", 0);
  return [
    "The sides take turns (A B, B A, A B ...), one command at a time, after the warm-ups. The output folder is taken away",
    "before each run and its absence checked; a run that fails, leaves something out, falls back to another engine or runs",
    "on other lanes is no evidence and is named. Output is compared before any time is believed. A run during which other",
    `processes had more than ${percent} of the machine is thrown away and made again while repeats are left; what is still`,
    "missing then leaves a statement undecided. A ratio is that of the two runs of one round; its interval is the bootstrap",
    `interval (95 %, seed ${BOOTSTRAP_SEED}) of the median, which of n pairs is never surer than 1 - 2^(1-n): 75 % of three,`,
    "94 % of five. Figures in tables are medians of the rounds unless their head says otherwise; a disturbed run tells counts, no times.",
    "A dash stands where no run tells the figure.",
  ].join("\n");
}

function environmentTable(environment: Environment): Block[] {
  const { physicalCores, changedFiles, variables, packages } = environment;
  const untold = "not told by the machine";
  const rows: string[][] = [
    ["processor", environment.cpuModel],
    ["logical CPUs", `${environment.logicalCpus}, of which ${environment.usableCpus} may be used`],
    ["physical cores", physicalCores === null ? untold : `${physicalCores}`],
    ["CPU quota", environment.cpuQuota ?? "none"],
    ["frequency governor", environment.governor ?? untold],
    ["memory", `${figure(environment.memoryBytes, "bytes", "MB", 0)} MB`],
    ["system", environment.system],
    ["Node, V8", `${environment.node}, ${environment.v8}`],
    [
      "packages",
      Object.entries(packages)
        .map(([name, version]) => `${name} ${version}`)
        .join(", "),
    ],
    ["kernels", environment.kernels.join(", ") || "none recorded"],
    ["revision", environment.revision ?? "no repository"],
    ["work tree", changedFiles.length === 0 ? "clean" : `dirty: ${changedFiles.join(", ")}`],
    [
      "variables",
      Object.entries(variables)
        .map(([name, value]) => `${name}=${value}`)
        .join(", ") || "none that matter",
    ],
  ];
  return [{ kind: "table", title: "Environment", heads: ["", ""], rows, wordColumns: 2 }];
}

function inputsTable({ inputs }: Proof): Block[] {
  if (inputs.length === 0) return [];
  const rows = inputs.map(({ file, sha256, bytes }) => [`\`${file}\``, sha256, figure(bytes, "", "", 0)]);
  return [{ kind: "table", title: "Inputs", heads: ["file", "SHA-256", "bytes"], rows, wordColumns: 2 }];
}
