import type { Highs } from "highs";
import type { StorageProblemFile } from "../../src/storage/storageProblemFile.ts";
import { Milp, type Term } from "./milp.ts";
import { atMostOne, type Breakpoints, piecewiseTerms } from "./piecewise.ts";

/** What the oracle found: flows per slot in kWh, money in the problem's unit. */
export interface OracleAnswer {
  readonly isProven: boolean;
  readonly isFeasible: boolean;
  readonly objective: number;
  readonly bestBound: number;
  readonly bill: number;
  readonly importKwh: readonly number[];
  readonly exportKwh: readonly number[];
  readonly chargeKwh: readonly number[];
  readonly dischargeKwh: readonly number[];
  readonly curtailKwh: readonly number[];
  readonly socKwh: readonly number[];
}

/** Columns of one slot. */
interface SlotColumns {
  readonly importKwh: number;
  readonly exportKwh: number;
  readonly chargeKwh: number;
  readonly dischargeKwh: number;
  readonly curtailKwh: number;
  readonly socKwh: number;
}

/** One value per slot of a field that may be a single number. */
export function perSlot(value: number | readonly number[], slotCount: number): readonly number[] {
  return typeof value === "number" ? new Array<number>(slotCount).fill(value) : value;
}

/**
 * The storage problem as a mixed-integer linear program, written from the file format alone and solved by HiGHS
 * at gap 0: binaries keep charge and discharge, import and export, and both ways of a hybrid inverter apart.
 */
export function solveByMilp(solver: Highs, problem: StorageProblemFile): OracleAnswer {
  const milp = new Milp();
  const builder = new StorageMilp(milp, problem);
  const slots = builder.build();
  const { values, objective, bestBound, isProven, isFeasible } = milp.solve(solver);
  const series = (name: keyof SlotColumns): number[] => slots.map((slot) => values[slot[name]]!);
  const importKwh = series("importKwh");
  const exportKwh = series("exportKwh");
  const bill = importKwh.reduce(
    (sum, kwh, t) => sum + kwh * problem.importPerKwh[t]! - exportKwh[t]! * problem.exportPerKwh[t]!,
    0,
  );
  return {
    isProven,
    isFeasible,
    objective,
    bestBound,
    bill,
    importKwh,
    exportKwh,
    chargeKwh: series("chargeKwh"),
    dischargeKwh: series("dischargeKwh"),
    curtailKwh: series("curtailKwh"),
    socKwh: series("socKwh"),
  };
}

class StorageMilp {
  readonly #milp: Milp;
  readonly #problem: StorageProblemFile;
  readonly #hours: readonly number[];
  readonly #minKwh: readonly number[];
  readonly #maxKwh: readonly number[];
  readonly #capacityKwh: number;
  readonly #ceilingKwh: number;

  constructor(milp: Milp, problem: StorageProblemFile) {
    const slotCount = problem.importPerKwh.length;
    this.#milp = milp;
    this.#problem = problem;
    this.#hours = perSlot(problem.slotMinutes, slotCount).map((minutes) => minutes / 60);
    this.#minKwh = perSlot(problem.battery.minKwh, slotCount);
    this.#maxKwh = perSlot(problem.battery.maxKwh, slotCount);
    this.#capacityKwh = Math.max(...this.#maxKwh);
    this.#ceilingKwh = Math.max(problem.battery.startKwh, this.#capacityKwh);
  }

  build(): readonly SlotColumns[] {
    const { battery, grid } = this.#problem;
    const slots: SlotColumns[] = [];
    let before = this.#milp.column(battery.startKwh, battery.startKwh);
    for (const t of this.#hours.keys()) {
      const slot = this.#slot(t);
      this.#meter(t, slot);
      this.#store(t, slot, before);
      this.#rules(t, slot);
      slots.push(slot);
      before = slot.socKwh;
    }
    if (battery.endKwh !== undefined) this.#milp.equal([[before, 1]], battery.endKwh);
    this.#terminalValue(before);
    if ((grid.peakPricePerKw ?? 0) > 0) this.#peak(slots);
    return slots;
  }

  #mostCharge(t: number): number {
    return this.#problem.battery.chargeKw * this.#hours[t]!;
  }

  #mostDischarge(t: number): number {
    return this.#problem.battery.dischargeKw * this.#hours[t]!;
  }

  /** What the grid gives at most in a slot where nothing is exported. */
  #mostImport(t: number): number {
    const { inverter, loadKwh } = this.#problem;
    const most =
      inverter?.kind === "hybrid"
        ? Math.min(inverter.acKw * this.#hours[t]!, this.#mostCharge(t) / inverter.dcAcEfficiency)
        : this.#mostCharge(t);
    return loadKwh[t]! + most;
  }

  /** What the grid takes at most in a slot where nothing is imported. */
  #mostExport(t: number): number {
    const { inverter, pvKwh } = this.#problem;
    return inverter?.kind === "hybrid" ? inverter.acKw * this.#hours[t]! : pvKwh[t]! + this.#mostDischarge(t);
  }

  #slot(t: number): SlotColumns {
    const milp = this.#milp;
    const { battery, importPerKwh, exportPerKwh, pvCurtailable, pvKwh } = this.#problem;
    const wear = (battery.wearPerKwh ?? 0) / 2;
    return {
      importKwh: milp.column(0, this.#mostImport(t), importPerKwh[t]!),
      exportKwh: milp.column(0, this.#mostExport(t), -exportPerKwh[t]!),
      chargeKwh: milp.column(0, this.#mostCharge(t), wear),
      dischargeKwh: milp.column(0, this.#mostDischarge(t), wear),
      curtailKwh: milp.column(0, pvCurtailable === false ? 0 : pvKwh[t]!),
      socKwh: milp.column(0, this.#ceilingKwh),
    };
  }

  /** Energy balance at the meter and behind the inverter, and the caps. */
  #meter(t: number, slot: SlotColumns): void {
    const milp = this.#milp;
    const { grid, inverter, loadKwh, pvKwh } = this.#problem;
    const net: Term[] = [
      [slot.importKwh, 1],
      [slot.exportKwh, -1],
    ];
    const taken: Term[] = [
      [slot.curtailKwh, -1],
      [slot.chargeKwh, -1],
      [slot.dischargeKwh, 1],
    ];
    if (inverter?.kind === "hybrid") this.#hybrid(t, inverter, { net, taken });
    else milp.equal([...net, ...taken], loadKwh[t]! - pvKwh[t]!);
    atMostOne(milp, [slot.importKwh, this.#mostImport(t)], [slot.exportKwh, this.#mostExport(t)]);
    milp.atMost([[slot.importKwh, 1]], grid.importKw * this.#hours[t]!);
    milp.atMost([[slot.exportKwh, 1]], grid.exportKw * this.#hours[t]!);
  }

  /** The one inverter between panels and battery on its DC side, and the home on its AC side. */
  #hybrid(
    t: number,
    { acKw, dcAcEfficiency }: { readonly acKw: number; readonly dcAcEfficiency: number },
    { net, taken }: { readonly net: readonly Term[]; readonly taken: readonly Term[] },
  ): void {
    const milp = this.#milp;
    const { loadKwh, pvKwh, rules } = this.#problem;
    const mostAc = acKw * this.#hours[t]!;
    const mostIn = rules?.batteryMayChargeFromGrid === false ? 0 : mostAc * dcAcEfficiency;
    const outDc = milp.column(0, mostAc / dcAcEfficiency);
    const inDc = milp.column(0, mostIn);
    milp.equal([...taken, [outDc, -1], [inDc, 1]], -pvKwh[t]!);
    milp.equal([...net, [outDc, dcAcEfficiency], [inDc, -1 / dcAcEfficiency]], loadKwh[t]!);
    atMostOne(milp, [outDc, mostAc / dcAcEfficiency], [inDc, mostIn]);
  }

  /** From the stored energy before a slot to that after it. */
  #store(t: number, slot: SlotColumns, before: number): void {
    const milp = this.#milp;
    const { battery } = this.#problem;
    const hours = this.#hours[t]!;
    const most = { charge: this.#mostCharge(t), discharge: this.#mostDischarge(t) };
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
    milp.equal(flows, -(battery.standbyKw ?? 0) * hours);
    milp.row([[slot.socKwh, 1]], this.#minKwh[t]!, Number.POSITIVE_INFINITY);
    milp.atMost([[slot.socKwh, 1]], this.#ceilingKwh);
    this.#rateBands(t, slot, before);
    for (const target of battery.targets ?? []) {
      if (target.slot !== t) continue;
      const missing = milp.column(0, target.minKwh, target.penaltyPerKwh);
      milp.row(
        [
          [slot.socKwh, 1],
          [missing, 1],
        ],
        target.minKwh,
        Number.POSITIVE_INFINITY,
      );
    }
  }

  /** Which step of the rate curve holds, by the stored energy before the slot; at a fraction either side may. */
  #rateBands(t: number, slot: SlotColumns, before: number): void {
    const curve = this.#problem.battery.rateCurve;
    if (curve === undefined) return;
    const milp = this.#milp;
    const hours = this.#hours[t]!;
    const bands = curve.socFraction.map((fraction, k) => ({
      isHere: milp.binary(),
      fromKwh: fraction * this.#capacityKwh,
      toKwh:
        k + 1 < curve.socFraction.length ? curve.socFraction[k + 1]! * this.#capacityKwh : this.#ceilingKwh,
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

  #rules(t: number, slot: SlotColumns): void {
    const { rules } = this.#problem;
    if (rules?.batteryMayExport === false) {
      const discharge = [slot.dischargeKwh, this.#mostDischarge(t)] as const;
      atMostOne(this.#milp, discharge, [slot.exportKwh, this.#mostExport(t)]);
    }
    if (rules?.batteryMayChargeFromGrid === false) {
      const charge = [slot.chargeKwh, this.#mostCharge(t)] as const;
      atMostOne(this.#milp, charge, [slot.importKwh, this.#mostImport(t)]);
    }
  }

  /** What is left at the end, by steps that may rise or fall; beyond the last step it is worth nothing more. */
  #terminalValue(last: number): void {
    const value = this.#problem.terminalValuePerKwh;
    if (typeof value === "number") {
      this.#milp.addCost(last, -value);
      return;
    }
    const kwh = value.kwh.filter((edge) => edge < this.#ceilingKwh);
    const x = [0, ...kwh, this.#ceilingKwh];
    const y = [0];
    for (let k = 1; k < x.length; k++)
      y.push(y[k - 1]! + (x[k]! - x[k - 1]!) * (value.valuePerKwh[k - 1] ?? 0));
    for (const [column, worth] of piecewiseTerms(this.#milp, last, { x, y }))
      this.#milp.addCost(column, -worth);
  }

  #peak(slots: readonly SlotColumns[]): void {
    const { peakPricePerKw = 0, peakFloorKw = 0 } = this.#problem.grid;
    const peak = this.#milp.column(peakFloorKw, Number.POSITIVE_INFINITY, peakPricePerKw);
    for (const [t, slot] of slots.entries()) {
      this.#milp.atMost(
        [
          [slot.importKwh, 1],
          [peak, -this.#hours[t]!],
        ],
        0,
      );
    }
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
