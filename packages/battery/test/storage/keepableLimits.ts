import type { StorageProblemFile } from "../../src/storage/storageProblemFile.ts";
import { perSlot } from "./slotSeries.ts";

/** Limits on the stored energy at each slot's end that can be kept, kWh. */
export interface KeepableLimits {
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** What standby drains in each slot: all of it, or what there can be. */
  readonly drainKwh: readonly number[];
  /** Whether a store that began over its maximum may still be over it at the slot's end. */
  readonly mayBeOver: readonly boolean[];
  readonly endKwh: number | undefined;
}

/**
 * Walks along the fullest and the emptiest store that the problem allows, without solving it: a minimum that even
 * the fullest misses is lowered to it, a maximum that even the emptiest exceeds is raised to it, and so the end.
 */
export function keepableLimits(problem: StorageProblemFile): KeepableLimits {
  const { battery } = problem;
  const slotCount = problem.importPerKwh.length;
  const hours = perSlot(problem.slotMinutes, slotCount).map((minutes) => minutes / 60);
  const minKwh = perSlot(battery.minKwh, slotCount);
  const maxKwh = perSlot(battery.maxKwh, slotCount);
  let fullest = battery.startKwh;
  let emptiest = battery.startKwh;
  let isOver = true;
  const rows = hours.map((slotHours, t) => {
    const reach = reachOf(problem, t, slotHours);
    isOver &&= battery.startKwh > maxKwh[t]!;
    const filled = fullestAfter(problem, reach, fullest);
    const drainKwh = Math.min((battery.standbyKw ?? 0) * slotHours, filled);
    const mayStay = isOver && fullest > maxKwh[t]!;
    const most = isOver ? Math.max(maxKwh[t]!, fullest - drainKwh) : maxKwh[t]!;
    const reached = Math.min((mayStay ? fullest : filled) - drainKwh, most);
    const low = Math.min(minKwh[t]!, reached);
    emptiest = Math.max(emptiestAfter(problem, reach, emptiest, fullest) - drainKwh, low);
    const high = Math.max(most, emptiest);
    fullest = Math.max(reached, low, emptiest);
    return { low, high, drainKwh, mayBeOver: isOver };
  });
  const { endKwh } = battery;
  return {
    low: rows.map(({ low }) => low),
    high: rows.map(({ high }) => high),
    drainKwh: rows.map(({ drainKwh }) => drainKwh),
    mayBeOver: rows.map(({ mayBeOver }) => mayBeOver),
    endKwh: endKwh === undefined ? undefined : Math.min(Math.max(endKwh, emptiest), fullest),
  };
}

interface SlotReach {
  /** Most that a slot adds to, and takes from, a store that holds so much before it. */
  readonly storedAt: (kwh: number) => number;
  readonly takenAt: (kwh: number) => number;
}

/** The fullest store after a slot: from the fullest before it, or from an edge of the rate curve below that. */
function fullestAfter(problem: StorageProblemFile, reach: SlotReach, fullest: number): number {
  return [fullest, ...rateEdges(problem).filter((edge) => edge < fullest)].reduce(
    (most, kwh) => Math.max(most, kwh + reach.storedAt(kwh)),
    0,
  );
}

/** The emptiest store after a slot: from the emptiest before it, or from an edge of the rate curve above that. */
function emptiestAfter(
  problem: StorageProblemFile,
  reach: SlotReach,
  emptiest: number,
  fullest: number,
): number {
  return [emptiest, ...rateEdges(problem).filter((edge) => edge > emptiest && edge <= fullest)].reduce(
    (least, kwh) => Math.min(least, kwh - reach.takenAt(kwh)),
    emptiest,
  );
}

/** Stored energies at which another step of the rate curve begins. */
function rateEdges({ battery }: StorageProblemFile): readonly number[] {
  const capacity = Math.max(...perSlot(battery.maxKwh, 1));
  return (battery.rateCurve?.socFraction ?? []).map((fraction) => fraction * capacity);
}

function reachOf(problem: StorageProblemFile, t: number, hours: number): SlotReach {
  const { battery, grid, inverter, rules } = problem;
  const load = problem.loadKwh[t]!;
  const pv = problem.pvKwh[t]!;
  const efficiency = inverter?.kind === "hybrid" ? inverter.dcAcEfficiency : 1;
  const behind = (net: number): number =>
    load > net ? (load - net) / efficiency : (load - net) * efficiency;
  let charge = Math.max(0, pv - behind(grid.importKw * hours));
  let discharge = Number.POSITIVE_INFINITY;
  const forced = problem.pvCurtailable === false ? pv : 0;
  if (inverter?.kind === "hybrid") {
    charge = Math.min(charge, pv + inverter.acKw * hours * efficiency);
    discharge = Math.max(0, (inverter.acKw * hours) / efficiency - forced);
  }
  if (rules?.batteryMayChargeFromGrid === false) charge = Math.min(charge, Math.max(0, pv - behind(0)));
  if (rules?.batteryMayExport === false) discharge = Math.min(discharge, Math.max(0, behind(0) - forced));
  return {
    storedAt: (kwh) => {
      const flow = Math.min(charge, rateAt(problem, kwh, "chargeKw") * hours);
      return flow * efficiencyAt(battery, flow / hours, "chargeEfficiency");
    },
    takenAt: (kwh) => {
      const flow = Math.min(discharge, rateAt(problem, kwh, "dischargeKw") * hours);
      return flow / efficiencyAt(battery, flow / hours, "dischargeEfficiency");
    },
  };
}

type Direction = "charge" | "discharge";

/** The highest power at a stored energy; at an edge of the curve that of the better side. */
function rateAt({ battery }: StorageProblemFile, kwh: number, key: `${Direction}Kw`): number {
  const curve = battery.rateCurve;
  if (curve === undefined) return battery[key];
  const capacity = Math.max(...perSlot(battery.maxKwh, 1));
  const here = curve.socFraction.findLastIndex((fraction) => fraction * capacity <= kwh);
  const isEdge = here > 0 && curve.socFraction[here]! * capacity === kwh;
  const rate = isEdge ? Math.max(curve[key][here]!, curve[key][here - 1]!) : curve[key][here]!;
  return Math.min(battery[key], rate);
}

/** Mean efficiency at a power: the exchanged energy is linear between the powers of the curve. */
function efficiencyAt(
  battery: StorageProblemFile["battery"],
  powerKw: number,
  key: `${Direction}Efficiency`,
): number {
  const curve = battery.efficiencyCurve;
  if (curve === undefined) return battery[key] ?? 1;
  const exchanged = (k: number): number =>
    key === "chargeEfficiency" ? curve.powerKw[k]! * curve[key][k]! : curve.powerKw[k]! / curve[key][k]!;
  const above = curve.powerKw.findIndex((power) => power >= powerKw);
  if (above === 0) return curve[key][0]!;
  if (above === -1) return curve[key].at(-1)!;
  const share = (powerKw - curve.powerKw[above - 1]!) / (curve.powerKw[above]! - curve.powerKw[above - 1]!);
  const inStore = exchanged(above - 1) + (exchanged(above) - exchanged(above - 1)) * share;
  return key === "chargeEfficiency" ? inStore / powerKw : powerKw / inStore;
}
