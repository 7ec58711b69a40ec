import type { Term } from "./milp.ts";
import type { SlotColumns, StorageRows } from "./storageRows.ts";

/**
 * The rule against exporting what was bought: over the horizon no more is taken from the store for export than it
 * held above its minimum at the start and was given of the panels' energy. In each slot the panels serve the load
 * first; what the battery gives beyond the rest of the load is exported. For constant efficiencies.
 */
export function addLaunderingRows(rows: StorageRows, slots: readonly SlotColumns[]): void {
  const { milp, problem } = rows;
  const { battery } = problem;
  const used = slots.flatMap((slot, t): Term[] => {
    const isSunny = sunnyColumn(rows, t, slot);
    return [
      [exportedColumn(rows, t, slot, isSunny), 1 / (battery.dischargeEfficiency ?? 1)],
      [storedColumn(rows, t, slot, isSunny), -(battery.chargeEfficiency ?? 1)],
    ];
  });
  const least = typeof battery.minKwh === "number" ? battery.minKwh : battery.minKwh[0]!;
  milp.atMost(used, Math.max(0, battery.startKwh - least));
}

/** What the panels could give beyond the load, on the battery's side of the inverter; negative where it is less. */
function restOf({ problem }: StorageRows, t: number): number {
  const { inverter, loadKwh, pvKwh } = problem;
  return pvKwh[t]! - loadKwh[t]! / (inverter?.kind === "hybrid" ? inverter.dcAcEfficiency : 1);
}

/** More than any energy of a slot. */
function largeKwh(rows: StorageRows, t: number): number {
  const { battery, pvKwh } = rows.problem;
  return Math.abs(restOf(rows, t)) + pvKwh[t]! + (battery.chargeKw + battery.dischargeKw) * rows.hours[t]!;
}

/** 1 where the panels give more than the load takes, 0 where less. */
function sunnyColumn(rows: StorageRows, t: number, slot: SlotColumns): number {
  const large = largeKwh(rows, t);
  const isSunny = rows.milp.binary();
  const terms: Term[] = [
    [slot.curtailKwh, 1],
    [isSunny, large],
  ];
  rows.milp.row(terms, restOf(rows, t), restOf(rows, t) + large);
  return isSunny;
}

/** What the battery gives beyond the rest of the load: all of it where the panels serve the load alone. */
function exportedColumn(rows: StorageRows, t: number, slot: SlotColumns, isSunny: number): number {
  const { milp, problem, hours } = rows;
  const large = largeKwh(rows, t);
  const exported = milp.column(0, problem.battery.dischargeKw * hours[t]!);
  const more: Term[] = [
    [slot.dischargeKwh, 1],
    [exported, -1],
  ];
  milp.atMost([...more, [isSunny, large]], large);
  milp.atMost([...more, [slot.curtailKwh, -1], [isSunny, -large]], -restOf(rows, t));
  return exported;
}

/** What is charged of the panels' rest. */
function storedColumn(rows: StorageRows, t: number, slot: SlotColumns, isSunny: number): number {
  const { milp, problem, hours } = rows;
  const large = largeKwh(rows, t);
  const mostIn = problem.battery.chargeKw * hours[t]!;
  const stored = milp.column(0, mostIn);
  milp.atMost(
    [
      [stored, 1],
      [slot.chargeKwh, -1],
    ],
    0,
  );
  milp.atMost(
    [
      [stored, 1],
      [isSunny, -mostIn],
    ],
    0,
  );
  milp.atMost(
    [
      [stored, 1],
      [slot.curtailKwh, 1],
      [isSunny, large],
    ],
    restOf(rows, t) + large,
  );
  return stored;
}
