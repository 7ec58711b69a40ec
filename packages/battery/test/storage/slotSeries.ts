/** One value per slot of a field that may be a single number. */
export function perSlot(value: number | readonly number[], slotCount: number): readonly number[] {
  return typeof value === "number" ? new Array<number>(slotCount).fill(value) : value;
}
