import { larger, smaller } from "../kernel/physics.ts";
import { type CarStep, carSteps } from "../model/car.ts";
import { type Future, type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";

interface Range {
  readonly lowestKwh: number;
  readonly highestKwh: number;
}

/** Charges that a plan of the horizon may be worth telling apart, in kWh; the start is one of them. */
export interface ChargeRange extends Range {
  /** What the home's own load and panels move through the battery, were it always there for them, in kWh. */
  readonly movedKwh: number;
}

const STEPS_PER_HOUR = 60 / STEP_MINUTES;

/**
 * Where a plan's charge can lie and differences in it matter: between the reserve (or the start below it) and the
 * capacity, no farther from the start than the battery's powers take it, and, where neither a sale nor the worth at the
 * end repays an import, no higher than what the home still needs or its panels give, and no lower than what the home
 * takes. A battery that is large beside its home moves through a small part of its capacity, and only there.
 */
export function chargeRange(inputs: SimulationInputs): ChargeRange {
  const { battery } = inputs;
  const floorKwh = smaller(battery.startKwh, battery.reserveKwh);
  const reach = powerReach(inputs);
  const use = homeUse(inputs);
  const isPaid = cheapestImport(inputs) < 0;
  // Where the panels may give more than there is room for, room is worth making.
  const isSold = isPaid || isWorthSelling(inputs) || use.filledKwh > battery.capacityKwh;
  const isBought = isPaid || isWorthBuying(inputs);
  const low = larger(reach.lowestKwh, isSold ? floorKwh : use.lowestKwh);
  const high = smaller(reach.highestKwh, isBought ? battery.capacityKwh : use.highestKwh);
  return {
    lowestKwh: larger(low, floorKwh),
    highestKwh: smaller(high, battery.capacityKwh),
    movedKwh: use.movedKwh,
  };
}

/** How far from the start the battery's powers take its charge. */
function powerReach({ battery, futures, ...inputs }: SimulationInputs): Range {
  const hours = Math.min(inputs.stepCount, inputs.endRecordStep) / STEPS_PER_HOUR;
  const { startKwh, minimumRateKw } = battery;
  const futureScaling = Math.max(...futures.map(({ chargeRateScaling }) => chargeRateScaling));
  const chargeKw = Math.max(battery.chargeKw, battery.dcChargeKw, minimumRateKw);
  const dischargeKw = Math.max(battery.dischargeKw, battery.exportKw, minimumRateKw);
  const storedKw = chargeKw * battery.chargeRateScaling * futureScaling * battery.chargeEfficiency;
  const takenKw = (dischargeKw * battery.dischargeRateScaling) / battery.dischargeEfficiency;
  return { lowestKwh: startKwh - takenKw * hours, highestKwh: startKwh + storedKw * hours };
}

/**
 * What the home takes from the battery and its panels give to it, were nothing traded, in the future that moves most;
 * and what all that the panels leave would fill the battery to, had it room.
 */
function homeUse(inputs: SimulationInputs): ChargeRange & { readonly filledKwh: number } {
  const { battery, inverter, diverter, options } = inputs;
  const days = 1 + Math.ceil((inputs.stepCount * STEP_MINUTES) / (24 * 60));
  const heatKwh = days * (diverter?.maxEnergyKwh ?? 0);
  const cars = carSteps(inputs);
  const flows = inputs.futures.map((future) => netFlows(inputs, future, cars));
  const neededKwh = Math.max(...flows.map(({ lackKwh }) => lackKwh)) + heatKwh;
  const storedKwh = neededKwh / (battery.dischargeEfficiency * inverter.efficiency);
  const { startKwh, reserveKwh, chargeEfficiency } = battery;
  const surplusKwh = Math.max(...flows.map((flow) => flow.surplusKwh)) * chargeEfficiency;
  const filledKwh = startKwh + surplusKwh;
  // The charge mode stores all that the panels give, while the grid serves the home.
  const panelKwh = Math.max(...flows.map((flow) => flow.panelKwh)) * chargeEfficiency;
  return {
    movedKwh: larger(storedKwh, surplusKwh),
    lowestKwh: startKwh - storedKwh,
    highestKwh: Math.max(startKwh + panelKwh, reserveKwh + storedKwh, options.keepKwh),
    filledKwh,
  };
}

/** What a future's panels lack to the home's load over all steps, what they leave, and what they give. */
function netFlows(
  inputs: SimulationInputs,
  { loadKwh, pvKwh }: Future,
  cars: readonly CarStep[],
): { readonly lackKwh: number; readonly surplusKwh: number; readonly panelKwh: number } {
  const { isHybrid, efficiency } = inputs.inverter;
  const pvEfficiency = isHybrid ? efficiency : 1;
  let lackKwh = 0;
  let surplusKwh = 0;
  let panelKwh = 0;
  for (const [step, car] of cars.entries()) {
    const load = loadKwh[step]! + car.loadKwh;
    lackKwh += larger(load - pvKwh[step]! * pvEfficiency, 0);
    surplusKwh += larger(pvKwh[step]! - load, 0);
    panelKwh += pvKwh[step]!;
  }
  return { lackKwh, surplusKwh, panelKwh };
}

/** True where energy may be imported to be sold, or for what it is worth at the end. */
function isWorthBuying(inputs: SimulationInputs): boolean {
  const { battery, inverter, terminalValuePencePerKwh } = inputs;
  const stored = battery.chargeEfficiency * inverter.efficiency;
  const soldPence = dearestSale(inputs) * battery.dischargeEfficiency * inverter.efficiency;
  return larger(soldPence, terminalValuePencePerKwh) * stored > cheapestImport(inputs);
}

/** The lowest price of an import in any future, in pence per kWh. */
function cheapestImport({ futures }: SimulationInputs): number {
  return Math.min(...futures.map(({ importPencePerKwh }) => importPencePerKwh.reduce(smaller)));
}

/** True where stored energy may be sold for more than it is worth at the end. */
function isWorthSelling(inputs: SimulationInputs): boolean {
  const sold = inputs.battery.dischargeEfficiency * inputs.inverter.efficiency;
  return dearestSale(inputs) * sold > inputs.terminalValuePencePerKwh;
}

/** The highest price of an export, carbon counted, in pence per kWh; below any where nothing may go to the grid. */
function dearestSale({ inverter, carbonPencePerKg, ...inputs }: SimulationInputs): number {
  if (!(inverter.exportLimitKw > 0)) return Number.NEGATIVE_INFINITY;
  return inputs.exportPencePerKwh.reduce(
    (dearest, price, step) =>
      larger(dearest, price + (carbonPencePerKg / 1000) * inputs.carbonGramsPerKwh[step]!),
    Number.NEGATIVE_INFINITY,
  );
}
