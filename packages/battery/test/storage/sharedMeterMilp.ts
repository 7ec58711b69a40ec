import type { Highs } from "highs";
import type { SharedMeterProblem, SharedStorage } from "../../src/storage/sharedMeter.ts";
import { Milp, type MilpAnswer, type Term } from "./milp.ts";
import { atMostOne } from "./piecewise.ts";

/** Energy above a cap costs so many times the dearest price. */
const OVER_CAP_FACTOR = 100;

/**
 * Several batteries behind one meter as a mixed-integer linear program: constant efficiencies, targets and the two
 * rules about the grid. Minima that cannot be reached are not modelled.
 * @returns the objective, with the penalties of missed targets and of energy above the caps
 */
export function solveSharedMeterByMilp(
  solver: Highs,
  problem: SharedMeterProblem,
  nodeLimit: number,
): MilpAnswer {
  const milp = new Milp();
  const count = problem.slotHours.length;
  const dearest = Math.max(...problem.importPerKwh.map(Math.abs), ...problem.exportPerKwh.map(Math.abs));
  const stores = problem.storages.map((storage) => storageColumns(milp, problem, storage));
  for (let t = 0; t < count; t++) {
    const most = mostOf(problem, t);
    const bought = milp.column(0, most.importKwh, problem.importPerKwh[t]!);
    const sold = milp.column(0, most.exportKwh, -problem.exportPerKwh[t]!);
    const curtailed = milp.column(0, problem.pvCurtailable ? problem.pvKwh[t]! : 0);
    const balance: Term[] = [
      [bought, 1],
      [sold, -1],
      [curtailed, -1],
      ...stores.flatMap(({ charge, discharge }): Term[] => [
        [charge[t]!, -1],
        [discharge[t]!, 1],
      ]),
    ];
    milp.equal(balance, problem.loadKwh[t]! - problem.pvKwh[t]!);
    atMostOne(milp, [bought, most.importKwh], [sold, most.exportKwh]);
    for (const [column, kw] of [
      [bought, problem.grid.importKw],
      [sold, problem.grid.exportKw],
    ] as const) {
      const over = milp.column(0, Number.POSITIVE_INFINITY, OVER_CAP_FACTOR * dearest);
      milp.atMost(
        [
          [column, 1],
          [over, -1],
        ],
        kw * problem.slotHours[t]!,
      );
    }
    for (const [index, { battery, rules }] of problem.storages.entries()) {
      const { charge, discharge } = stores[index]!;
      const hours = problem.slotHours[t]!;
      if (!rules.batteryMayExport) {
        atMostOne(milp, [discharge[t]!, battery.dischargeKw * hours], [sold, most.exportKwh]);
      }
      if (!rules.batteryMayChargeFromGrid) {
        atMostOne(milp, [charge[t]!, battery.chargeKw * hours], [bought, most.importKwh]);
      }
    }
  }
  return milp.solve(solver, nodeLimit);
}

function mostOf(
  { storages, loadKwh, pvKwh, slotHours }: SharedMeterProblem,
  t: number,
): { readonly importKwh: number; readonly exportKwh: number } {
  const sum = (of: (storage: SharedStorage) => number): number =>
    storages.reduce((total, storage) => total + of(storage) * slotHours[t]!, 0);
  return {
    importKwh: loadKwh[t]! + sum(({ battery }) => battery.chargeKw),
    exportKwh: pvKwh[t]! + sum(({ battery }) => battery.dischargeKw),
  };
}

function storageColumns(
  milp: Milp,
  { slotHours }: SharedMeterProblem,
  { battery, terminalValue }: SharedStorage,
): { readonly charge: readonly number[]; readonly discharge: readonly number[] } {
  const charge: number[] = [];
  const discharge: number[] = [];
  const ceiling = Math.max(battery.startKwh, ...battery.maxKwh);
  let before = milp.column(battery.startKwh, battery.startKwh);
  for (const [t, hours] of slotHours.entries()) {
    const c = milp.column(0, battery.chargeKw * hours, battery.wearPerKwh / 2);
    const d = milp.column(0, battery.dischargeKw * hours, battery.wearPerKwh / 2);
    const isOver = battery.startKwh > battery.maxKwh[t]!;
    const after = milp.column(battery.minKwh[t]!, isOver ? ceiling : battery.maxKwh[t]!);
    atMostOne(milp, [c, battery.chargeKw * hours], [d, battery.dischargeKw * hours]);
    milp.equal(
      [
        [after, 1],
        [before, -1],
        [c, -battery.chargeEfficiency],
        [d, 1 / battery.dischargeEfficiency],
      ],
      0,
    );
    if (isOver) addOver(milp, { before, after, charge: c }, battery.maxKwh[t]!, ceiling);
    for (const target of battery.targets) {
      if (target.slot !== t) continue;
      const missed = milp.column(0, target.minKwh, target.penaltyPerKwh);
      milp.row(
        [
          [after, 1],
          [missed, 1],
        ],
        target.minKwh,
        Number.POSITIVE_INFINITY,
      );
    }
    if ((battery.leastChargeKw ?? 0) > 0) addLeastCharge(milp, c, battery, hours);
    charge.push(c);
    discharge.push(d);
    before = after;
  }
  milp.addCost(before, -terminalValue.valuePerKwh[0]!);
  return { charge, discharge };
}

/** A store over its maximum may stay there, but is not charged. */
function addOver(
  milp: Milp,
  { before, after, charge }: { readonly before: number; readonly after: number; readonly charge: number },
  maxKwh: number,
  ceilingKwh: number,
): void {
  const isOver = milp.binary();
  milp.atMost(
    [
      [after, 1],
      [isOver, maxKwh - ceilingKwh],
    ],
    maxKwh,
  );
  milp.row(
    [
      [before, 1],
      [isOver, -maxKwh],
    ],
    0,
    Number.POSITIVE_INFINITY,
  );
  const most = 1e3;
  milp.atMost(
    [
      [charge, 1],
      [isOver, most],
    ],
    most,
  );
}

/** Nothing is charged, or at least with the least power. */
function addLeastCharge(milp: Milp, charge: number, battery: SharedStorage["battery"], hours: number): void {
  const isOn = milp.binary();
  milp.row(
    [
      [charge, 1],
      [isOn, -(battery.leastChargeKw ?? 0) * hours],
    ],
    0,
    Number.POSITIVE_INFINITY,
  );
  milp.atMost(
    [
      [charge, 1],
      [isOn, -battery.chargeKw * hours],
    ],
    0,
  );
}
