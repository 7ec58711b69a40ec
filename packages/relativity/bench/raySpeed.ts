/**
 * Rays a second of one lane and of two, camera set-up and classification included: `npm run bench:rays`.
 *
 * Each contestant traces the same picture (640 x 360, horizontal field of view 60 degrees, static camera at r = 50,
 * theta = 80 degrees), in rounds that take turns. Before any time is believed the results are checked: the error of
 * directions against a run at a far smaller tolerance, and their bytes over all rounds.
 */
import { createHash } from "node:crypto";
import { createEngine, type Engine, type Kernel } from "@lightcone/parallel";
import { observerFourVelocity } from "../src/camera/observer.ts";
import { kerrSchildPosition } from "../src/camera/place.ts";
import { sphericalTetrad } from "../src/camera/tetrad.ts";
import * as layout from "../src/kernel/layout.ts";
import { relativityKernelSpec } from "../src/kernelTables/spec.ts";
import type { Spacetime } from "../src/spacetime/spacetime.ts";
import { writeScene } from "../src/trace/sceneTables.ts";

/** One way to trace the picture, and what it must reach. */
export interface Contestant {
  readonly name: string;
  readonly spacetime: Spacetime;
  readonly backend: "fast" | "kerr-schild";
  readonly tolerance: number;
  /** The run that errors are measured against: another method where there is one, at a far smaller tolerance. */
  readonly reference: Pick<Contestant, "spacetime" | "backend" | "tolerance">;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Rays a second that are promised. */
  readonly promised: number;
  /** Median error of directions that is promised, in radians. */
  readonly promisedError: number;
}

/** What one contestant reached. */
export interface RaySpeed {
  readonly name: string;
  /** Rays a second of each round, by the clock. */
  readonly raysPerSecond: readonly number[];
  /** The same by this process's CPU time: what a busy machine leaves comparable. */
  readonly raysPerCpuSecond: readonly number[];
  /** Rays a second of each round on two lanes, by the clock. */
  readonly twoLaneRaysPerSecond: readonly number[];
  readonly stepsPerRay: number;
  /** Errors of directions in radians, of escaped rays. */
  readonly medianError: number;
  readonly percent99Error: number;
  readonly escapedCount: number;
  readonly otherCount: number;
}

/** A picture in the kernel's memory, ready to be traced again and again. */
class Picture {
  readonly rayCount: number;
  readonly #engine: Engine;
  readonly #kernel: Kernel;
  readonly #rays: number;
  readonly #params: number;
  readonly #context: number;

  constructor(engine: Engine, kernel: Kernel, contestant: Contestant) {
    const { widthPx, heightPx } = contestant;
    const { arena } = kernel;
    this.#engine = engine;
    this.#kernel = kernel;
    this.rayCount = widthPx * heightPx;
    this.#context = writeScene(arena, {
      ...contestant,
      stepBudget: 10_000,
      frames: [still(contestant)],
    }).contextPointer;
    this.#rays = arena.allocate(this.rayCount * layout.RAY_SLOT_BYTES);
    arena.bytes(this.#rays, this.rayCount * layout.RAY_SLOT_BYTES).fill(0);
    const [x, y] = [this.#f64(layout.RAY_SAMPLE_X), this.#f64(layout.RAY_SAMPLE_Y)];
    for (let ray = 0; ray < this.rayCount; ray++) {
      x[ray] = (ray % widthPx) + 0.5;
      y[ray] = Math.floor(ray / widthPx) + 0.5;
    }
    this.#params = arena.allocate(layout.PARAMS_BYTES);
    arena.i32(this.#params, 4).set([this.#context, this.#rays, this.rayCount, 0]);
  }

  /** The same picture traced another way, beside this one. */
  like(contestant: Contestant): Picture {
    return new Picture(this.#engine, this.#kernel, contestant);
  }

  /** Traces all rays from nothing; gives the seconds it took. */
  trace(): { wallSeconds: number; cpuSeconds: number } {
    this.#i32(layout.RAY_POOL_STATUS).fill(layout.POOL_PENDING);
    const startMs = performance.now();
    const cpuStart = process.cpuUsage();
    this.#engine.run({
      kernel: this.#kernel,
      entry: "traceRays",
      paramsPointer: this.#params,
      count: this.rayCount,
      schedule: "dynamic,128",
    });
    const { user, system } = process.cpuUsage(cpuStart);
    return { wallSeconds: (performance.now() - startMs) / 1e3, cpuSeconds: (user + system) / 1e6 };
  }

  /** SHA-256 of statuses, directions and shifts. */
  hash(): string {
    const hash = createHash("sha256").update(this.#i32(layout.RAY_STATUS));
    for (let column = 0; column < 4; column++) hash.update(this.#f64(layout.RAY_DIRECTION + column));
    return hash.digest("hex");
  }

  /** Copies of the three direction columns. */
  directions(): Float64Array[] {
    return [0, 1, 2].map((axis) => this.#f64(layout.RAY_DIRECTION + axis).slice());
  }

  statuses(): Int32Array {
    return this.#i32(layout.RAY_STATUS).slice();
  }

  stepsPerRay(): number {
    return this.#i32(layout.RAY_STEPS).reduce((sum, steps) => sum + steps, 0) / this.rayCount;
  }

  /** Gives the table back. */
  free(): void {
    this.#kernel.arena.free(this.#rays);
  }

  #f64(column: number): Float64Array {
    return this.#kernel.arena.f64(this.#rays + 8 * column * this.rayCount, this.rayCount);
  }

  #i32(column: number): Int32Array {
    const start = this.#rays + 8 * layout.RAY_F64_COLUMNS * this.rayCount;
    return this.#kernel.arena.i32(start + 4 * column * this.rayCount, this.rayCount);
  }
}

/** Cosine and sine of 80 degrees, and 60 degrees in radians. */
const THETA = { cos: 0.17364817766693041, sin: 0.984807753012208 };
const HFOV_RAD = 1.0471975511965976;

function still({ spacetime, widthPx, heightPx }: Contestant) {
  const spin = "spin" in spacetime ? spacetime.spin : 0;
  const position = kerrSchildPosition(spin, 50, { theta: THETA, phi: { cos: 1, sin: 0 } });
  const fourVelocity = observerFourVelocity({ spacetime, position }, { kind: "static" });
  const tetrad = sphericalTetrad({ spacetime, position, tKsM: 0, fourVelocity });
  const projection = { kind: "pinhole", widthPx, heightPx, hfovRad: HFOV_RAD } as const;
  return { frame: 0, tauM: 0, tKsM: 0, position, tetrad, projection };
}

/** Rays that may end otherwise than the reference's: the few on the critical curve. */
const MOST_UNLIKE = 1e-3;

/** Errors of escaped rays, ascending, in radians, and how many rays did not escape. */
interface Errors {
  readonly errors: readonly number[];
  readonly otherCount: number;
}

/** @throws Error when too many rays end otherwise than the reference's */
function directionErrors(picture: Picture, reference: Picture): Errors {
  for (const each of [reference, picture]) each.trace();
  const [found, expected] = [picture.directions(), reference.directions()];
  const expectedStatuses = reference.statuses();
  const errors: number[] = [];
  let otherCount = 0;
  let unlikeCount = 0;
  picture.statuses().forEach((status, ray) => {
    if (status !== layout.STATUS_ESCAPED) otherCount++;
    if (status !== expectedStatuses[ray]) unlikeCount++;
    else if (status === layout.STATUS_ESCAPED) {
      const parts = [0, 1, 2].map((axis) => found[axis]![ray]! - expected[axis]![ray]!);
      errors.push(Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0)));
    }
  });
  if (unlikeCount > MOST_UNLIKE * picture.rayCount) {
    throw new Error(`${unlikeCount} of ${picture.rayCount} rays end otherwise than the reference's`);
  }
  return { errors: errors.sort((a, b) => a - b), otherCount };
}

/** Checks one contestant's results against its reference, whose memory is given back. */
function checkPicture(picture: Picture, contestant: Contestant): Errors & { hash: string } {
  const reference = picture.like({ ...contestant, ...contestant.reference });
  const errors = directionErrors(picture, reference);
  reference.free();
  return { ...errors, hash: picture.hash() };
}

/**
 * Measures contestants in rounds that take turns, on one lane and on two.
 * @throws Error when a result does not hold, before any time is given
 */
export async function measureRaySpeeds(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<RaySpeed[]> {
  const engines = [await createEngine({ lanes: 1 }), await createEngine({ lanes: 2 })];
  try {
    const onLanes: Picture[][] = [];
    for (const engine of engines) {
      const kernel = await engine.loadKernel(relativityKernelSpec);
      if (kernel.activeEngine !== "kernel") throw new Error(kernel.fallbackReason);
      onLanes.push(contestants.map((contestant) => new Picture(engine, kernel, contestant)));
    }
    const [pictures, shared] = onLanes as [Picture[], Picture[]];
    const checked = pictures.map((picture, index) => checkPicture(picture, contestants[index]!));
    const times = pictures.map((): ReturnType<Picture["trace"]>[] => []);
    const sharedTimes = pictures.map((): ReturnType<Picture["trace"]>[] => []);
    for (let round = 0; round < rounds; round++) {
      pictures.forEach((picture, index) => {
        times[index]!.push(picture.trace());
        sharedTimes[index]!.push(shared[index]!.trace());
        const hashes = [picture, shared[index]!].map((traced) => traced.hash());
        if (hashes.some((hash) => hash !== checked[index]!.hash)) throw new Error("a round gave other bytes");
      });
    }
    return pictures.map((picture, index) => {
      const { errors, otherCount } = checked[index]!;
      return {
        name: contestants[index]!.name,
        raysPerSecond: times[index]!.map(({ wallSeconds }) => picture.rayCount / wallSeconds),
        raysPerCpuSecond: times[index]!.map(({ cpuSeconds }) => picture.rayCount / cpuSeconds),
        twoLaneRaysPerSecond: sharedTimes[index]!.map(({ wallSeconds }) => picture.rayCount / wallSeconds),
        stepsPerRay: picture.stepsPerRay(),
        medianError: errors[Math.floor(errors.length / 2)]!,
        percent99Error: errors[Math.floor(errors.length * 0.99)]!,
        escapedCount: errors.length,
        otherCount,
      };
    });
  } finally {
    for (const engine of engines) await engine.close();
  }
}
