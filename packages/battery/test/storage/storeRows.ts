import type { StorageProblemFile } from "../../src/storage/storageProblemFile.ts";
import type { Term } from "./milp.ts";
import { atMostOne, type Breakpoints, piecewiseTerms } from "./piecewise.ts";
import type { SlotColumns, StorageRows } from "./storageRows.ts";

/** From the stored energy before a slot to that after it: efficiencies, drain, limits, rates, targets. */
export function addStoreRows(rows: StorageRows, t: number, slot: SlotColumns, before: number): void {
  const { milp, problem, limits } = rows;
  const { battery } = problem;
  const hours = rows.hours[t]!;
  const most = { charge: battery.chargeKw * hours, discharge: battery.dischargeKw * hours };
  atMostOne(milp, [slot.chargeKwh, most.charge], [slot.dischargeKwh, most.discharge]);
  const curve = battery.efficiencyCurve;
  const stored: readonly Term[] =
    curve === undefined
      ? [[slot.chargeKwh, battery.chargeEfficiency ?? 1]]
      : piecewiseTerms(milp, slot.chargeKwh, storedBreakpoints(curve, most.charge, hours));
  const drawn: readonly Term[] =
    curve === undefined
      ? [[slot.dischargeKwh, 1 / (battery.dischargeEfficiency ?? 1)]]
      : piecewiseTerms(milp, slot.dischargeKwh, drawnBreakpoints(curve, most.discharge, hours));
  const flows: Term[] = [
    [slot.socKwh, 1],
    [before, -1],
    ...stored.map(([column, factor]): Term => [column, -factor]),
    ...drawn,
  ];
  milp.equal(flows, -limits.drainKwh[t]!);
  addLimits(rows, t, slot, before);
  addRateBands(rows, t, slot, before);
  addTargets(rows, t, slot);
}

/** Limits of the stored energy. A store that began over its maximum may stay there, but is not charged. */
function addLimits(rows: StorageRows, t: number, slot: SlotColumns, before: number): void {
  const { milp, problem, limits, maxKwh, ceilingKwh, hours } = rows;
  milp.row([[slot.socKwh, 1]], limits.low[t]!, Number.POSITIVE_INFINITY);
  if (!limits.mayBeOver[t]) {
    milp.atMost([[slot.socKwh, 1]], limits.high[t]!);
    return;
  }
  const isOver = milp.binary();
  const room = ceilingKwh - maxKwh[t]!;
  const charge = problem.battery.chargeKw * hours[t]!;
  milp.atMost(
    [
      [slot.socKwh, 1],
      [isOver, -room],
    ],
    maxKwh[t]!,
  );
  milp.atMost(
    [
      [slot.chargeKwh, 1],
      [isOver, charge],
    ],
    charge,
  );
  // Over it is who was over it before the slot, and nobody else.
  milp.atMost(
    [
      [before, 1],
      [isOver, -room],
    ],
    maxKwh[t]!,
  );
  milp.row(
    [
      [before, 1],
      [isOver, -maxKwh[t]!],
    ],
    0,
    Number.POSITIVE_INFINITY,
  );
}

/** Which step of the rate curve holds, by the stored energy before the slot; at a fraction either side may. */
function addRateBands(rows: StorageRows, t: number, slot: SlotColumns, before: number): void {
  const { milp, problem, capacityKwh, ceilingKwh } = rows;
  const curve = problem.battery.rateCurve;
  if (curve === undefined) return;
  const hours = rows.hours[t]!;
  const bands = curve.socFraction.map((fraction, k) => ({
    isHere: milp.binary(),
    fromKwh: fraction * capacityKwh,
    toKwh: k + 1 < curve.socFraction.length ? curve.socFraction[k + 1]! * capacityKwh : ceilingKwh,
    chargeKwh: curve.chargeKw[k]! * hours,
    dischargeKwh: curve.dischargeKw[k]! * hours,
  }));
  const across = (of: (band: (typeof bands)[number]) => number): Term[] =>
    bands.map((band): Term => [band.isHere, -of(band)]);
  milp.equal(
    across(() => -1),
    1,
  );
  milp.atMost([[before, 1], ...across(({ toKwh }) => toKwh)], 0);
  milp.row([[before, 1], ...across(({ fromKwh }) => fromKwh)], 0, Number.POSITIVE_INFINITY);
  milp.atMost([[slot.chargeKwh, 1], ...across(({ chargeKwh }) => chargeKwh)], 0);
  milp.atMost([[slot.dischargeKwh, 1], ...across(({ dischargeKwh }) => dischargeKwh)], 0);
}

function addTargets({ milp, problem, missed }: StorageRows, t: number, slot: SlotColumns): void {
  for (const target of problem.battery.targets ?? []) {
    if (target.slot !== t) continue;
    const column = milp.column(0, target.minKwh, target.penaltyPerKwh);
    missed.push({ column, price: target.penaltyPerKwh });
    milp.row(
      [
        [slot.socKwh, 1],
        [column, 1],
      ],
      target.minKwh,
      Number.POSITIVE_INFINITY,
    );
  }
}

type Curve = NonNullable<StorageProblemFile["battery"]["efficiencyCurve"]>;

/** Stored energy by energy charged in a slot. */
function storedBreakpoints(curve: Curve, mostKwh: number, hours: number): Breakpoints {
  return breakpoints(curve.powerKw, mostKwh, hours, (kwh, k) => kwh * curve.chargeEfficiency[k]!);
}

/** Energy taken from the store by energy discharged in a slot. */
function drawnBreakpoints(curve: Curve, mostKwh: number, hours: number): Breakpoints {
  return breakpoints(curve.powerKw, mostKwh, hours, (kwh, k) => kwh / curve.dischargeEfficiency[k]!);
}

/** Points of a curve up to the most that a slot can see; the last efficiency holds beyond the last power. */
function breakpoints(
  powerKw: readonly number[],
  mostKwh: number,
  hours: number,
  energyAt: (kwh: number, k: number) => number,
): Breakpoints {
  const x = [0];
  const y = [0];
  for (const [k, power] of powerKw.entries()) {
    x.push(power * hours);
    y.push(energyAt(power * hours, k));
  }
  if (mostKwh > x[x.length - 1]!) {
    x.push(mostKwh);
    y.push(energyAt(mostKwh, powerKw.length - 1));
  }
  return { x, y };
}
