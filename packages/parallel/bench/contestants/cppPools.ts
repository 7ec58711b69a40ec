import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Batch, Block, Contestant } from "../contestant.ts";
import { benchBuildFolder } from "../spinKernel.ts";
import { digestOf } from "../spinTable.ts";

/** The program's pools by the names it knows them by, and what the report calls them. */
export const CPP_POOLS = {
  serial: "C++ serial",
  thread: "C++ std::thread per call",
  parked: "C++ parked, own condition variable",
  broadcast: "C++ parked, broadcast",
  spinning: "C++ spinning",
  openmp: "C++ OpenMP parallel for",
} as const;

/** One of {@link CPP_POOLS}. */
export type CppPool = keyof typeof CPP_POOLS;

// No FMA: neither by an instruction set that has it nor by contraction where the base set has it.
const COMPILER_FLAGS = ["-O2", "-std=c++20", "-pthread", "-fopenmp", "-ffp-contract=off"];

/** The running program, which measures a block whenever it is told to. */
export interface CppProgram {
  contestant(pool: CppPool, laneCount: number): Contestant;
  close(): void;
}

interface CppAnswer {
  readonly medianMicroseconds: number;
  readonly p95Microseconds: number;
  readonly cpuMicroseconds: number;
  /** CPU time from the command to the answer: what comes before and after the block included. */
  readonly allCpuMicroseconds: number;
  readonly bits: string;
  readonly error?: string;
}

/**
 * Compiles and starts the program.
 * @throws Error when there is no g++ or it refuses the source, with its words
 */
export function startCppProgram(): CppProgram {
  const program = compile();
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (command: string): Promise<CppAnswer> => {
    child.stdin.write(`${command}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the C++ program ended at "${command}"`);
    const answer = JSON.parse(value) as CppAnswer;
    if (answer.error !== undefined) throw new Error(`the C++ program says at "${command}": ${answer.error}`);
    return answer;
  };
  return {
    contestant: (pool, laneCount) => ({
      name: CPP_POOLS[pool],
      block: async (batch, callCount) => {
        const { jobCount, steps, gapMicroseconds, callsPerSample = 1 } = batch;
        const meets = batch.entry === "meet" ? 1 : 0;
        const command = [pool, laneCount, jobCount, steps, callCount, gapMicroseconds, callsPerSample, meets];
        return toBlock(await ask(command.join(" ")), batch, callCount);
      },
      close: async () => {},
    }),
    close: () => child.stdin.end(),
  };
}

function compile(): string {
  const source = fileURLToPath(new URL("../cpp/pools.cpp", import.meta.url));
  const program = join(benchBuildFolder(), "pools");
  const { error, status, stderr } = spawnSync("g++", [...COMPILER_FLAGS, source, "-o", program], {
    encoding: "utf8",
  });
  if (error !== undefined) throw new Error("there is no g++ here");
  if (status !== 0) throw new Error(`g++ refuses ${source}:\n${stderr}`);
  return program;
}

function toBlock(answer: CppAnswer, batch: Batch, callCount: number): Block {
  const values = new Float64Array(batch.jobCount);
  const view = new DataView(values.buffer);
  for (let job = 0; job < batch.jobCount; job++) {
    view.setBigUint64(8 * job, BigInt(`0x${answer.bits.slice(16 * job, 16 * (job + 1))}`), true);
  }
  return {
    callCount,
    medianMicroseconds: answer.medianMicroseconds,
    p95Microseconds: answer.p95Microseconds,
    cpuMicroseconds: answer.cpuMicroseconds / callCount,
    childCpuMicroseconds: answer.allCpuMicroseconds,
    digest: digestOf(values),
  };
}
