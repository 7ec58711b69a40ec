/** Repeatable random numbers for tests: the same seed, the same draws. */
export interface Random {
  /** In [low, high). */
  between(low: number, high: number): number;
  /** Whole number in [low, high]. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32, a 32-bit generator that is plenty for drawing test cases. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (low: number, high: number): number => low + Math.floor(unit() * (high - low + 1));
  return {
    between: (low, high) => low + unit() * (high - low),
    whole,
    chance: (probability) => unit() < probability,
    pick: (choices) => choices[whole(0, choices.length - 1)]!,
  };
}
