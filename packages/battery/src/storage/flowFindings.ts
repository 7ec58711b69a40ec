import type { StorageAnswer } from "./storageAnswer.ts";
import type { StorageProblem } from "./storageProblem.ts";
import { drainIn, takenByFlow } from "./storeLedger.ts";
import { findViolations } from "./violations.ts";

/** How far an energy may be from what it must be: a share of the sum of the energies in its balance. */
const TOLERANCE = 1e-7;
/** Energies below this share of the problem's largest are rounding: an answer need not tell them from none. */
const FAINT = 1e-11;

/** What does not hold in an answer's flows and sums, in words with the slot and the values. */
export function flowFindings(problem: StorageProblem, answer: StorageAnswer): string[] {
  const findings: string[] = [];
  const { battery, slotHours } = problem;
  let bill = 0;
  let throughputKwh = 0;
  let peakKw = problem.grid.peakFloorKw;
  let size = 0;
  const faintKwh = FAINT * largestEnergyKwh(problem);
  for (let t = 0; t < slotHours.length; t++) {
    slotFindings(problem, answer, t, { faintKwh, findings });
    const paid = answer.importKwh[t]! * problem.importPerKwh[t]!;
    const earned = answer.exportKwh[t]! * problem.exportPerKwh[t]!;
    bill += paid - earned;
    size += Math.abs(paid) + Math.abs(earned);
    throughputKwh += answer.chargeKwh[t]! + answer.dischargeKwh[t]!;
    peakKw = Math.max(peakKw, answer.importKwh[t]! / slotHours[t]!);
  }
  const wear = 0.5 * battery.wearPerKwh * throughputKwh;
  const peakCost = problem.grid.peakPricePerKw * peakKw;
  const value = endValue(problem, answer.socKwh[slotHours.length - 1]!);
  const slack = TOLERANCE * (size + wear + peakCost + Math.abs(value) + Number.MIN_VALUE);
  const compare = (name: string, claimed: number, found: number): void => {
    if (!(Math.abs(claimed - found) <= slack))
      findings.push(`${name} is ${claimed}, but its flows give ${found}`);
  };
  const excess = rightExcess(problem, answer);
  if (excess > TOLERANCE * (battery.capacityKwh + throughputKwh)) {
    findings.push(
      `the battery exports ${excess} kWh of its stored energy more than it had and took from the panels`,
    );
  }
  const { violations, penalty } = findViolations(problem, answer);
  if (violations.length !== answer.violations.length) {
    findings.push(
      `violations has ${answer.violations.length} entries, but its flows violate ${violations.length} wishes`,
    );
  }
  compare("violationPenalty", answer.violationPenalty, penalty);
  compare("bill", answer.bill, bill);
  compare("wear", answer.wear, wear);
  compare("peakCost", answer.peakCost, peakCost);
  compare("objective", answer.objective, bill + wear + peakCost - value);
  return findings;
}

function endValue({ terminalValue }: StorageProblem, stored: number): number {
  let value = 0;
  let from = 0;
  for (let i = 0; i < terminalValue.kwh.length && from < stored; i++) {
    const to = Math.min(terminalValue.kwh[i]!, stored);
    value += (to - from) * terminalValue.valuePerKwh[i]!;
    from = to;
  }
  return value;
}

/** The largest energy that a problem speaks of, in kWh. */
function largestEnergyKwh({ battery, loadKwh, pvKwh, slotHours }: StorageProblem): number {
  let largest = Math.max(battery.capacityKwh, battery.startKwh, battery.endKwh ?? 0);
  const rateKw = Math.max(battery.chargeKw, battery.dischargeKw);
  for (let t = 0; t < slotHours.length; t++) {
    largest = Math.max(largest, loadKwh[t]!, pvKwh[t]!, rateKw * slotHours[t]!);
  }
  return largest;
}

/** Where findings are put, and what is too little to be one. */
interface SlotFindings {
  readonly faintKwh: number;
  readonly findings: string[];
}

/** Adds what does not hold in one slot. */
function slotFindings(
  problem: StorageProblem,
  answer: StorageAnswer,
  t: number,
  { faintKwh, findings }: SlotFindings,
): void {
  const { battery, rules } = problem;
  const imported = answer.importKwh[t]!;
  const exported = answer.exportKwh[t]!;
  const charged = answer.chargeKwh[t]!;
  const discharged = answer.dischargeKwh[t]!;
  const size =
    problem.loadKwh[t]! + problem.pvKwh[t]! + Math.abs(imported) + Math.abs(exported) + charged + discharged;
  const slack = TOLERANCE * (size + battery.capacityKwh) + faintKwh;
  const report = (what: string): void => {
    findings.push(`slot ${t}: ${what}`);
  };
  rangeFindings(problem, answer, t, { slack, report });
  if (!(Math.min(imported, exported) <= slack)) {
    report(`imports ${imported} kWh and exports ${exported} kWh at once`);
  }
  if (!(Math.min(charged, discharged) <= slack)) {
    report(`charges ${charged} kWh and discharges ${discharged} kWh at once`);
  }
  if (!(rules.batteryMayExport || Math.min(discharged, exported) <= slack)) {
    report(`exports ${exported} kWh while the battery discharges`);
  }
  if (!(rules.batteryMayChargeFromGrid || Math.min(charged, imported) <= slack)) {
    report(`imports ${imported} kWh while the battery charges`);
  }
  const missing = meterError(problem, answer, t);
  if (!(Math.abs(missing) <= slack)) report(`the energies at the meter miss balance by ${missing} kWh`);
  const unstored = storeError(problem, answer, t);
  if (!(Math.abs(unstored) <= slack)) {
    report(`stores ${answer.socKwh[t]} kWh, ${unstored} kWh beside what its flows give`);
  }
}

/** Reports the flows of a slot that are below 0 or above what the battery or the panels can give. */
function rangeFindings(
  { battery, slotHours, pvKwh }: StorageProblem,
  answer: StorageAnswer,
  t: number,
  { slack, report }: { readonly slack: number; readonly report: (what: string) => void },
): void {
  const charged = answer.chargeKwh[t]!;
  const discharged = answer.dischargeKwh[t]!;
  const curtailed = answer.curtailKwh[t]!;
  const least = Math.min(answer.importKwh[t]!, answer.exportKwh[t]!, charged, discharged, curtailed);
  if (!(least >= -slack)) report(`a flow is ${least} kWh, below 0`);
  if (!(charged <= battery.chargeKw * slotHours[t]! + slack)) {
    report(`charges ${charged} kWh, more than its rate`);
  }
  if (!(discharged <= battery.dischargeKw * slotHours[t]! + slack)) {
    report(`discharges ${discharged} kWh, more than its rate`);
  }
  if (!(curtailed <= pvKwh[t]! + slack)) report(`curtails ${curtailed} kWh of ${pvKwh[t]} kWh`);
}

/** What the meter's energies miss, in kWh. */
function meterError(problem: StorageProblem, answer: StorageAnswer, t: number): number {
  const { inverter } = problem;
  const output = problem.pvKwh[t]! - answer.curtailKwh[t]! + answer.dischargeKwh[t]! - answer.chargeKwh[t]!;
  let given = output;
  if (inverter.kind === "hybrid")
    given = output >= 0 ? output * inverter.dcAcEfficiency : output / inverter.dcAcEfficiency;
  return answer.importKwh[t]! - answer.exportKwh[t]! - problem.loadKwh[t]! + given;
}

/** What the stored energy misses, in kWh. */
function storeError(problem: StorageProblem, answer: StorageAnswer, t: number): number {
  const { battery, slotHours } = problem;
  const before = t === 0 ? battery.startKwh : answer.socKwh[t - 1]!;
  const taken = takenByFlow(battery, answer.dischargeKwh[t]! - answer.chargeKwh[t]!, slotHours[t]!);
  return answer.socKwh[t]! - (before - taken - drainIn(problem, answer, t));
}

/** Stored energy that is exported beyond what the start and the panels gave, where the rules forbid that, in kWh. */
function rightExcess(problem: StorageProblem, answer: StorageAnswer): number {
  const { battery, rules, slotHours } = problem;
  if (rules.batteryMayExportGridEnergy) return 0;
  const eta = problem.inverter.kind === "hybrid" ? problem.inverter.dcAcEfficiency : 1;
  let excess = -Math.max(0, battery.startKwh - battery.minKwh[0]!);
  for (let t = 0; t < slotHours.length; t++) {
    const panels = problem.pvKwh[t]! - answer.curtailKwh[t]!;
    const load = problem.loadKwh[t]! / eta;
    const stored = Math.min(answer.chargeKwh[t]!, Math.max(0, panels - load));
    const serving = Math.min(answer.dischargeKwh[t]!, Math.max(0, load - panels));
    excess += takenByFlow(battery, -stored, slotHours[t]!);
    excess += takenByFlow(battery, answer.dischargeKwh[t]!, slotHours[t]!);
    excess -= takenByFlow(battery, serving, slotHours[t]!);
  }
  return excess;
}
