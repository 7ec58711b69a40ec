/** Why a cell was split, by the number that the criteria give; `balance` is for a neighbour's sake. */
export const SPLIT_REASONS = [
  "mixed-status",
  "order",
  "parity",
  "large-patch",
  "position",
  "redshift",
  "near-critical",
  "balance",
] as const;
