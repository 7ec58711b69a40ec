import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { relative } from "node:path";
import { batteryKernelSpec } from "@lightcone/battery";
import {
  checkLane,
  createEngine,
  type KernelCounters,
  type KernelSpec,
  type LaneCheck,
} from "@lightcone/parallel";
import { relativityKernelSpec } from "@lightcone/relativity";
import type { Command, CommandIo } from "../command.ts";
import { exactWords, parseLine, textFlag } from "../commandLine.ts";
import { writeOutputFile } from "../outputFile.ts";

const HELP = `lightcone doctor [--json F]

Looks at what this machine gives the programs: lanes, compiled kernels and versions; starts a worker and measures
how long waking it takes. The exit code is 1 when something would fall back: a kernel that is refused, so that
its slower reference engine runs, or a worker that does not answer, so that fewer lanes run.

  --json F   write the same as JSON to F

Kernels come from the folder LIGHTCONE_KERNEL_DIR when it is set.

Example:
  lightcone doctor --json out/doctor.json
`;

/** Every kernel that some command runs. */
const kernelSpecs: readonly KernelSpec[] = [batteryKernelSpec, relativityKernelSpec];

/** What the doctor found. */
export interface Diagnosis {
  readonly lanes: {
    readonly cpuCount: number;
    /** CPUs that this process may be scheduled on. */
    readonly usableCpuCount: number;
    /** Lanes of `auto`, the caller counted: usable CPUs, and the ceiling of the CPU quota if that is less. */
    readonly autoLaneCount: number;
    readonly isLimitedByQuota: boolean;
  };
  readonly worker: Omit<LaneCheck, "hardwareLanes">;
  readonly kernels: readonly KernelCounters[];
  readonly versions: {
    readonly lightcone: string;
    readonly node: string;
    readonly v8: string;
    readonly platform: string;
  };
  /** One sentence for each thing that would fall back; empty when all is well. */
  readonly faults: readonly string[];
}

/** `lightcone doctor`. */
export const doctorCommand: Command = {
  help: HELP,
  run: runDoctor,
};

async function runDoctor(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, { json: { type: "string" } });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  exactWords(line, []);
  const jsonFile = textFlag(line, "json");
  const diagnosis = await diagnose(kernelSpecs, process.env.LIGHTCONE_KERNEL_DIR);
  if (jsonFile !== undefined) writeOutputFile("--json", jsonFile, `${JSON.stringify(diagnosis, null, 2)}\n`);
  io.out(diagnosisText(diagnosis));
  return diagnosis.faults.length === 0 ? 0 : 1;
}

/**
 * Looks at lanes, kernels and versions.
 * @param kernelDir  folder that holds the kernels in place of their packages' own
 */
async function diagnose(specs: readonly KernelSpec[], kernelDir: string | undefined): Promise<Diagnosis> {
  const engine = await createEngine({ lanes: 1, kernelDir });
  for (const spec of specs) await engine.loadKernel(spec);
  const { kernels } = engine.counters();
  await engine.close();
  const { hardwareLanes, ...worker } = await checkLane();
  const usableCpuCount = availableParallelism();
  return {
    lanes: {
      cpuCount: cpus().length,
      usableCpuCount,
      autoLaneCount: hardwareLanes,
      isLimitedByQuota: hardwareLanes < usableCpuCount,
    },
    worker,
    kernels,
    versions: {
      lightcone: packageVersion(),
      node: process.versions.node,
      v8: process.versions.v8,
      platform: `${process.platform} ${process.arch}`,
    },
    faults: [
      ...kernels.flatMap(({ name, fallbackReason }) =>
        fallbackReason === null
          ? []
          : [`kernel ${name} would run as its reference engine: ${fallbackReason}`],
      ),
      ...(worker.doesAnswer ? [] : ["a worker does not answer: everything would run on one lane"]),
      ...worker.warnings,
    ],
  };
}

/** The diagnosis for people. */
export function diagnosisText({ lanes, worker, kernels, versions, faults }: Diagnosis): string {
  const quota = lanes.isLimitedByQuota ? `leaves ${lanes.autoLaneCount}` : "none, or no narrower";
  const rows: [string, string][] = [
    ["CPUs", `${lanes.cpuCount}, of which this process may use ${lanes.usableCpuCount}`],
    ["CPU quota", quota],
    ["lanes auto", `${lanes.autoLaneCount}, the caller counted`],
    [
      "worker",
      worker.startMs === null ? "DOES NOT ANSWER" : `started and answered in ${worker.startMs.toFixed(0)} ms`,
    ],
    [
      "wake-up",
      worker.wakeMicroseconds === null ? "-" : `${worker.wakeMicroseconds.toFixed(0)} µs, median of 15`,
    ],
    ...kernels.flatMap(kernelRows),
    [
      "versions",
      `lightcone ${versions.lightcone}, Node ${versions.node}, V8 ${versions.v8}, ${versions.platform}`,
    ],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) => `${label.padEnd(width)}  ${value}\n`).join("");
  const verdict =
    faults.length === 0 ? "All is well.\n" : faults.map((fault) => `Fault: ${fault}.\n`).join("");
  return `${table}\n${verdict}`;
}

function kernelRows({ name, activeEngine, fallbackReason, finding }: KernelCounters): [string, string][] {
  const state = fallbackReason === null ? activeEngine : `${activeEngine.toUpperCase()} ENGINE, SLOWER`;
  const known = [
    finding.abiVersion === undefined ? "" : `, ABI ${finding.abiVersion}`,
    finding.parityRevision === undefined ? "" : `, parity ${finding.parityRevision}`,
  ];
  return [
    [`kernel ${name}`, `${state}${known.join("")}`],
    ["", finding.place === undefined ? "file not looked at" : shortPath(finding.place)],
    ...(finding.sha256 === undefined ? [] : [["", `sha256 ${finding.sha256}`] satisfies [string, string]]),
  ];
}

/** A file below the folder that the command was given in is named from there. */
function shortPath(place: string): string {
  const path = relative(process.cwd(), place);
  return path.startsWith("..") ? place : path;
}

function packageVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
