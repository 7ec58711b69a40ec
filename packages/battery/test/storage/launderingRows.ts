import type { Term } from "./milp.ts";
import type { SlotColumns, StorageRows } from "./storageRows.ts";

/**
 * The rule against exporting what was bought: over the horizon no more is taken from the store for export than it
 * held above its minimum at the start and was given of the panels' energy. In each slot the panels serve the load
 * first; what the battery gives beyond the rest of the load is exported. For constant efficiencies.
 */
export function addLaunderingRows(rows: StorageRows, slots: readonly SlotColumns[]): void {
  const { milp, problem, hours } = rows;
  const { battery, inverter, loadKwh, pvKwh } = problem;
  const toAc = inverter?.kind === "hybrid" ? inverter.dcAcEfficiency : 1;
  const used: Term[] = [];
  for (const [t, slot] of slots.entries()) {
    const load = loadKwh[t]! / toAc;
    const pv = pvKwh[t]!;
    const mostOut = battery.dischargeKw * hours[t]!;
    const mostIn = battery.chargeKw * hours[t]!;
    const large = load + pv + mostOut + mostIn;
    // 1 where the panels give more than the load takes.
    const isSunny = milp.binary();
    milp.row(
      [
        [slot.curtailKwh, 1],
        [isSunny, large],
      ],
      pv - load,
      Number.POSITIVE_INFINITY,
    );
    milp.atMost(
      [
        [slot.curtailKwh, 1],
        [isSunny, large],
      ],
      pv - load + large,
    );
    const exported = milp.column(0, mostOut);
    milp.atMost(
      [
        [slot.dischargeKwh, 1],
        [exported, -1],
        [isSunny, large],
      ],
      large,
    );
    milp.atMost(
      [
        [slot.dischargeKwh, 1],
        [exported, -1],
        [slot.curtailKwh, -1],
        [isSunny, -large],
      ],
      load - pv,
    );
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
      pv - load + large,
    );
    used.push([exported, 1 / (battery.dischargeEfficiency ?? 1)], [stored, -(battery.chargeEfficiency ?? 1)]);
  }
  const least = typeof battery.minKwh === "number" ? battery.minKwh : battery.minKwh[0]!;
  milp.atMost(used, Math.max(0, battery.startKwh - least));
}
