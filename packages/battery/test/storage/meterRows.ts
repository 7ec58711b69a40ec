import type { Term } from "./milp.ts";
import { atMostOne } from "./piecewise.ts";
import type { SlotColumns, StorageRows } from "./storageRows.ts";

/** What the grid gives at most in a slot where nothing is exported. */
export function mostImportKwh({ problem, hours }: StorageRows, t: number): number {
  const { battery, inverter, loadKwh } = problem;
  const charge = battery.chargeKw * hours[t]!;
  const behind =
    inverter?.kind === "hybrid"
      ? Math.min(inverter.acKw * hours[t]!, charge / inverter.dcAcEfficiency)
      : charge;
  return loadKwh[t]! + behind;
}

/** What the grid takes at most in a slot where nothing is imported. */
export function mostExportKwh({ problem, hours }: StorageRows, t: number): number {
  const { battery, inverter, pvKwh } = problem;
  return inverter?.kind === "hybrid"
    ? inverter.acKw * hours[t]!
    : pvKwh[t]! + battery.dischargeKw * hours[t]!;
}

/** Energy balance at the meter and behind the inverter, the caps, and the rules about grid and battery. */
export function addMeterRows(rows: StorageRows, t: number, slot: SlotColumns): void {
  const { milp, problem } = rows;
  const { inverter, loadKwh, pvKwh } = problem;
  const net: Term[] = [
    [slot.importKwh, 1],
    [slot.exportKwh, -1],
  ];
  const taken: Term[] = [
    [slot.curtailKwh, -1],
    [slot.chargeKwh, -1],
    [slot.dischargeKwh, 1],
  ];
  if (inverter?.kind === "hybrid") addHybridRows(rows, t, slot, { net, taken });
  else milp.equal([...net, ...taken], loadKwh[t]! - pvKwh[t]!);
  const most = { import: mostImportKwh(rows, t), export: mostExportKwh(rows, t) };
  atMostOne(milp, [slot.importKwh, most.import], [slot.exportKwh, most.export]);
  addCaps(rows, t, slot);
  const hours = rows.hours[t]!;
  if (problem.rules?.batteryMayExport === false) {
    atMostOne(milp, [slot.dischargeKwh, problem.battery.dischargeKw * hours], [slot.exportKwh, most.export]);
  }
  if (problem.rules?.batteryMayChargeFromGrid === false) {
    atMostOne(milp, [slot.chargeKwh, problem.battery.chargeKw * hours], [slot.importKwh, most.import]);
  }
}

/**
 * The caps. Where load or panels exceed them in some slot, or limits of the store that move may force a flow, they
 * give way in all slots, at a price above all money: a little too much now may save more later.
 */
function addCaps(
  { milp, problem, hours, overCapPrice, overCaps }: StorageRows,
  t: number,
  slot: SlotColumns,
): void {
  const { battery, grid, loadKwh, pvKwh, pvCurtailable } = problem;
  const mayExceed =
    battery.endKwh !== undefined ||
    typeof battery.maxKwh !== "number" ||
    loadKwh.some((load, k) => load > grid.importKw * hours[k]!) ||
    (pvCurtailable === false && pvKwh.some((pv, k) => pv - loadKwh[k]! > grid.exportKw * hours[k]!));
  const capped = (column: number, capKwh: number): void => {
    if (!mayExceed) {
      milp.atMost([[column, 1]], capKwh);
      return;
    }
    const over = milp.column(0, Number.POSITIVE_INFINITY, overCapPrice);
    overCaps.push(over);
    milp.atMost(
      [
        [column, 1],
        [over, -1],
      ],
      capKwh,
    );
  };
  capped(slot.importKwh, grid.importKw * hours[t]!);
  capped(slot.exportKwh, grid.exportKw * hours[t]!);
}

interface Balance {
  readonly net: readonly Term[];
  readonly taken: readonly Term[];
}

/** The one inverter between panels and battery on its DC side, and the home on its AC side. */
function addHybridRows(
  { milp, problem, hours }: StorageRows,
  t: number,
  slot: SlotColumns,
  { net, taken }: Balance,
): void {
  const { battery, inverter, loadKwh, pvKwh, pvCurtailable, rules } = problem;
  if (inverter?.kind !== "hybrid") return;
  const { dcAcEfficiency } = inverter;
  const mostAc = inverter.acKw * hours[t]!;
  const mostOut = mostAc / dcAcEfficiency;
  const mostIn = rules?.batteryMayChargeFromGrid === false ? 0 : mostAc * dcAcEfficiency;
  const outDc = milp.column(0, mostOut);
  const inDc = milp.column(0, mostIn);
  milp.equal([...taken, [outDc, -1], [inDc, 1]], -pvKwh[t]!);
  milp.equal([...net, [outDc, dcAcEfficiency], [inDc, -1 / dcAcEfficiency]], loadKwh[t]!);
  atMostOne(milp, [outDc, mostOut], [inDc, mostIn]);
  if (pvCurtailable !== false) return;
  // Panels that may not be turned down are clipped all the same when the inverter is at its limit, beside no discharge.
  const isClipped = milp.binary();
  milp.atMost(
    [
      [slot.curtailKwh, 1],
      [isClipped, -pvKwh[t]!],
    ],
    0,
  );
  milp.row(
    [
      [outDc, 1],
      [isClipped, -mostOut],
    ],
    0,
    Number.POSITIVE_INFINITY,
  );
  const discharge = battery.dischargeKw * hours[t]!;
  milp.atMost(
    [
      [slot.dischargeKwh, 1],
      [isClipped, discharge],
    ],
    discharge,
  );
}
