/** placeholder replaced below */
export function quotaLanes(): number {
  return Number.POSITIVE_INFINITY;
}
