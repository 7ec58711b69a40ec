import type { Highs } from "highs";
import type { StorageProblemFile } from "../../src/storage/storageProblemFile.ts";
import { keepableLimits } from "./keepableLimits.ts";
import { addLaunderingRows } from "./launderingRows.ts";
import { addMeterRows, mostExportKwh, mostImportKwh } from "./meterRows.ts";
import { Milp } from "./milp.ts";
import { piecewiseTerms } from "./piecewise.ts";
import { perSlot } from "./slotSeries.ts";
import type { SlotColumns, StorageRows } from "./storageRows.ts";
import { addStoreRows } from "./storeRows.ts";

/** What the oracle found: flows per slot in kWh, money in the problem's unit. */
export interface OracleAnswer {
  readonly isProven: boolean;
  readonly isFeasible: boolean;
  /** Bill + wear + peak cost - end value. */
  readonly objective: number;
  /** Penalties for missed targets. */
  readonly targetPenalty: number;
  /** What exceeds the caps of the connection, over all slots, kWh: as little as can be. */
  readonly overCapKwh: number;
  readonly bill: number;
  readonly flows: Readonly<Record<keyof SlotColumns, readonly number[]>>;
}

/** Energy above a cap costs so many times the dearest price: it comes before all money, and stays above rounding. */
const OVER_CAP_FACTOR = 300;

/**
 * The storage problem as a mixed-integer linear program, written from the file format alone and solved by HiGHS
 * at gap 0: binaries keep charge and discharge, import and export, and both ways of a hybrid inverter apart.
 * @param nodeLimit  nodes of the search after which the answer counts as unproven; left out, so many as tests need
 */
export function solveByMilp(solver: Highs, problem: StorageProblemFile, nodeLimit?: number): OracleAnswer {
  const milp = new Milp();
  const slotCount = problem.importPerKwh.length;
  const maxKwh = perSlot(problem.battery.maxKwh, slotCount);
  const capacityKwh = Math.max(...maxKwh);
  const prices = [...problem.importPerKwh, ...problem.exportPerKwh, problem.grid.peakPricePerKw ?? 0];
  const rows: StorageRows = {
    milp,
    problem,
    hours: perSlot(problem.slotMinutes, slotCount).map((minutes) => minutes / 60),
    limits: keepableLimits(problem),
    maxKwh,
    capacityKwh,
    ceilingKwh: Math.max(problem.battery.startKwh, capacityKwh),
    overCapPrice: OVER_CAP_FACTOR * Math.max(1, ...prices.map(Math.abs)),
    overCaps: [],
    missed: [],
  };
  const slots = slotRows(rows);
  const { values, isProven, isFeasible, objective } = milp.solve(solver, nodeLimit);
  const series = (name: keyof SlotColumns): number[] => slots.map((slot) => values[slot[name]]!);
  const overCapKwh = rows.overCaps.reduce((sum, column) => sum + values[column]!, 0);
  const targetPenalty = rows.missed.reduce((sum, { column, price }) => sum + values[column]! * price, 0);
  const flows = {
    importKwh: series("importKwh"),
    exportKwh: series("exportKwh"),
    chargeKwh: series("chargeKwh"),
    dischargeKwh: series("dischargeKwh"),
    curtailKwh: series("curtailKwh"),
    socKwh: series("socKwh"),
  };
  return {
    isProven,
    isFeasible,
    objective: objective - targetPenalty - overCapKwh * rows.overCapPrice,
    targetPenalty,
    overCapKwh,
    bill: flows.importKwh.reduce(
      (sum, kwh, t) => sum + kwh * problem.importPerKwh[t]! - flows.exportKwh[t]! * problem.exportPerKwh[t]!,
      0,
    ),
    flows,
  };
}

function slotRows(rows: StorageRows): readonly SlotColumns[] {
  const { milp, problem, limits } = rows;
  const slots: SlotColumns[] = [];
  let before = milp.column(problem.battery.startKwh, problem.battery.startKwh);
  for (const t of rows.hours.keys()) {
    const slot = slotColumns(rows, t);
    addMeterRows(rows, t, slot);
    addStoreRows(rows, t, slot, before);
    slots.push(slot);
    before = slot.socKwh;
  }
  if (limits.endKwh !== undefined) milp.equal([[before, 1]], limits.endKwh);
  addEndValue(rows, before);
  addPeak(rows, slots);
  if (problem.rules?.batteryMayExportGridEnergy === false) addLaunderingRows(rows, slots);
  return slots;
}

function slotColumns(rows: StorageRows, t: number): SlotColumns {
  const { milp, problem } = rows;
  const hours = rows.hours[t]!;
  const { battery, importPerKwh, exportPerKwh, inverter } = problem;
  const wear = (battery.wearPerKwh ?? 0) / 2;
  const mayCurtail = problem.pvCurtailable !== false || inverter?.kind === "hybrid";
  return {
    importKwh: milp.column(0, mostImportKwh(rows, t), importPerKwh[t]!),
    exportKwh: milp.column(0, mostExportKwh(rows, t), -exportPerKwh[t]!),
    chargeKwh: milp.column(0, battery.chargeKw * hours, wear),
    dischargeKwh: milp.column(0, battery.dischargeKw * hours, wear),
    curtailKwh: milp.column(0, mayCurtail ? problem.pvKwh[t]! : 0),
    socKwh: milp.column(0, rows.ceilingKwh),
  };
}

/** What is left at the end, by steps that may rise or fall; beyond the last step it is worth nothing more. */
function addEndValue({ milp, problem, ceilingKwh }: StorageRows, last: number): void {
  const value = problem.terminalValuePerKwh;
  if (typeof value === "number") {
    milp.addCost(last, -value);
    return;
  }
  const x = [0, ...value.kwh.filter((edge) => edge < ceilingKwh), ceilingKwh];
  const y = [0];
  for (let k = 1; k < x.length; k++) {
    y.push(y[k - 1]! + (x[k]! - x[k - 1]!) * (value.valuePerKwh[k - 1] ?? 0));
  }
  for (const [column, worth] of piecewiseTerms(milp, last, { x, y })) milp.addCost(column, -worth);
}

function addPeak({ milp, problem, hours }: StorageRows, slots: readonly SlotColumns[]): void {
  const { peakPricePerKw = 0, peakFloorKw = 0 } = problem.grid;
  if (peakPricePerKw === 0) return;
  const peak = milp.column(peakFloorKw, Number.POSITIVE_INFINITY, peakPricePerKw);
  for (const [t, slot] of slots.entries()) {
    milp.atMost(
      [
        [slot.importKwh, 1],
        [peak, -hours[t]!],
      ],
      0,
    );
  }
}
