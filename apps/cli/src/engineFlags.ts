import type { ParseArgsOptionsConfig } from "node:util";
import { createEngine, type Engine } from "@lightcone/parallel";
import type { CommandIo } from "./command.ts";
import { badFlag, choiceFlag, type ParsedLine, textFlag, wholeNumberFlag } from "./commandLine.ts";
import { lanesUp } from "./lanesFirst.ts";
import { meteredEngine, type RunCost } from "./meteredEngine.ts";
import { writeOutputFile } from "./outputFile.ts";

/** The flags that `plan`, `suite` and `evaluate` share. */
export const ENGINE_OPTIONS: ParseArgsOptionsConfig = {
  lanes: { type: "string" },
  engine: { type: "string" },
  debug: { type: "boolean" },
  stats: { type: "string" },
  "repeat-work": { type: "string" },
  costs: { type: "string" },
  "lanes-first": { type: "boolean" },
};

/** Their part of a command's help. */
export const ENGINE_HELP = `  --lanes auto|N           lanes to run on, the caller counted; 0 and 1 are the caller alone (default auto)
  --engine kernel|reference   the compiled kernel, or the same model in TypeScript (default kernel)
  --debug                  the reference engine with assertions
  --stats F                write the engine's counters to F
  --repeat-work N          do each job N times over: dearer, same results (default 1)
  --costs F                write what each run cost to F, in nanoseconds a job, and the steps of each ray
  --lanes-first            begin when every lane is up, to measure how lanes share short work
`;

/** How the engine is to run. */
export interface EngineFlags {
  readonly lanes: "auto" | number;
  readonly engine: "kernel" | "reference";
  readonly isDebug: boolean;
  readonly repeatWork: number;
  /** Whether work begins only when every lane is up. */
  readonly isLanesFirst: boolean;
  readonly statsFile?: string;
  readonly costsFile?: string;
}

const MOST_LANES = 1024;
const MOST_REPEATS = 1_000_000;

/**
 * The engine's flags of a parsed line.
 * @throws InputError naming flag and value
 */
export function engineFlags(line: ParsedLine): EngineFlags {
  const statsFile = textFlag(line, "stats");
  const costsFile = textFlag(line, "costs");
  return {
    lanes: lanesFlag(line),
    engine: choiceFlag(line, "engine", ["kernel", "reference"]),
    isDebug: line.flags.debug === true,
    repeatWork: wholeNumberFlag(line, "repeat-work", { min: 1, max: MOST_REPEATS, fallback: 1 }),
    isLanesFirst: line.flags["lanes-first"] === true,
    ...(statsFile === undefined ? {} : { statsFile }),
    ...(costsFile === undefined ? {} : { costsFile }),
  };
}

function lanesFlag(line: ParsedLine): "auto" | number {
  const text = textFlag(line, "lanes");
  if (text === undefined || text === "auto") return "auto";
  if (/^\d+$/.test(text) && Number(text) <= MOST_LANES) return Number(text);
  throw badFlag(
    "--lanes",
    `is ${JSON.stringify(text)}`,
    `give auto or a whole number from 0 to ${MOST_LANES}`,
  );
}

/** What a command adds to the files of `--stats` and `--costs`. */
interface MoreFigures {
  readonly stats?: () => object;
  readonly costs?: () => object;
}

/**
 * Opens the engine that the flags ask for, lends it to `work`, writes the files the flags name, and closes it.
 * Kernels come from the folder LIGHTCONE_KERNEL_DIR when it is set.
 * @param more  what the files hold besides what the engine counted, once the work is done
 * @returns what `work` gives
 */
export async function withEngine<Answer>(
  flags: EngineFlags,
  io: CommandIo,
  work: (engine: Engine) => Promise<Answer>,
  more: MoreFigures = {},
): Promise<Answer> {
  const engine = await createEngine({
    lanes: flags.lanes,
    engine: flags.engine,
    debug: flags.isDebug,
    kernelDir: process.env.LIGHTCONE_KERNEL_DIR,
    warn: (message) => io.err(`${message}\n`),
  });
  try {
    const costs: RunCost[] = [];
    const answer = await work(watched(engine, flags, costs));
    if (flags.statsFile !== undefined)
      writeJsonFile("--stats", flags.statsFile, { ...engine.counters(), ...more.stats?.() });
    if (flags.costsFile !== undefined) {
      const text = JSON.stringify({ runs: costs, ...more.costs?.() });
      writeOutputFile("--costs", flags.costsFile, `${text}\n`);
    }
    return answer;
  } finally {
    await engine.close();
  }
}

/** The engine itself when nothing is to be repeated, watched or waited for. */
function watched(engine: Engine, flags: EngineFlags, costs: RunCost[]): Engine {
  const { repeatWork, costsFile, isLanesFirst } = flags;
  if (repeatWork === 1 && costsFile === undefined && !isLanesFirst) return engine;
  const onRun = (cost: RunCost): void => {
    if (costsFile !== undefined) costs.push(cost);
  };
  const onLoad = async (): Promise<void> => {
    if (isLanesFirst) await lanesUp(engine);
  };
  return meteredEngine(engine, { repeatWork, nowMs: () => performance.now(), onRun, onLoad });
}

function writeJsonFile(flag: string, path: string, value: unknown): void {
  writeOutputFile(flag, path, `${JSON.stringify(value, null, 2)}\n`);
}
