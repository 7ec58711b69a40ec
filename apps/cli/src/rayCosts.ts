import type { MovieRequest } from "@lightcone/relativity";

/** What one slab of rays cost, as it stands in a file of --costs. */
interface WrittenSlab {
  /** Slots of the ray table. */
  readonly slots: number;
  /** Slots of active rays as ranges: begin, end, begin, end ...; half-open. */
  readonly active: readonly number[];
  /** Integrator steps of each active ray, ascending by slot. */
  readonly steps: readonly number[];
}

/** Collects what slabs cost, for replays of other schedules and lanes. */
export function collectRayCosts(): {
  readonly onSlab: NonNullable<MovieRequest["onSlab"]>;
  readonly slabs: readonly WrittenSlab[];
} {
  const slabs: WrittenSlab[] = [];
  return {
    slabs,
    onSlab: ({ slots, active, steps }) => {
      slabs.push({ slots, active: rangesOf(active), steps: [...steps] });
    },
  };
}

/** Ascending numbers as half-open ranges. */
export function rangesOf(numbers: Int32Array): number[] {
  const ranges: number[] = [];
  for (const number of numbers) {
    if (ranges.at(-1) === number) ranges[ranges.length - 1] = number + 1;
    else ranges.push(number, number + 1);
  }
  return ranges;
}
