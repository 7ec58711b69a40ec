import type { SlotEnergies } from "./slotCost.ts";
import type { StorageFlows } from "./storageAnswer.ts";
import type { StorageProblem } from "./storageProblem.ts";
import type { SolvedPlan } from "./storageSolver.ts";

/** A stored energy beside a limit by rounding: a share of the scale. */
const ROUNDING = 1e-9;

/** The flows of a solved plan, in kWh. `energyKwh` is the scale that the plan was solved in. */
export function flowsOf(problem: StorageProblem, solved: SolvedPlan, energyKwh: number): StorageFlows {
  const count = problem.slotHours.length;
  const flows = {
    importKwh: new Float64Array(count),
    exportKwh: new Float64Array(count),
    chargeKwh: new Float64Array(count),
    dischargeKwh: new Float64Array(count),
    curtailKwh: new Float64Array(count),
    socKwh: new Float64Array(count),
  };
  const { costs, limits, takenKwh } = solved;
  const energies: SlotEnergies = { flowKwh: 0, netKwh: 0, curtailKwh: 0 };
  let stored = problem.battery.startKwh / energyKwh;
  for (let t = 0; t < count; t++) {
    costs.turnTo(t);
    costs.energiesFor(takenKwh[t]!, limits.drainKwh[t]!, energies);
    stored = withinRounding(stored - takenKwh[t]!, limits.low[t + 1]!, limits.high[t + 1]!);
    const { flowKwh, netKwh, curtailKwh } = energies;
    flows.importKwh[t] = netKwh > 0 ? netKwh * energyKwh : 0;
    flows.exportKwh[t] = netKwh < 0 ? -netKwh * energyKwh : 0;
    flows.chargeKwh[t] = flowKwh < 0 ? -flowKwh * energyKwh : 0;
    flows.dischargeKwh[t] = flowKwh > 0 ? flowKwh * energyKwh : 0;
    flows.curtailKwh[t] = curtailKwh * energyKwh;
    flows.socKwh[t] = stored * energyKwh;
  }
  return flows;
}

/** A number, or the bound that it passes by rounding only. */
function withinRounding(value: number, low: number, high: number): number {
  const near = Math.min(Math.max(value, low), high);
  return Math.abs(near - value) <= ROUNDING ? near : value;
}
