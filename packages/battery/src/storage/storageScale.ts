import type { StorageProblem } from "./storageProblem.ts";

/**
 * The sizes that every tolerance is relative to. Both are powers of two, so that scaling changes no bit but the
 * exponent.
 */
export interface StorageScale {
  /** At least the largest power-slot, energy or capacity, and less than twice that. */
  readonly energyKwh: number;
  /** At least the largest price, wear and value, in money per kWh, and less than twice that. */
  readonly pricePerKwh: number;
  /** Price times energy, in money. */
  readonly money: number;
}

/** The sizes of a problem. */
export function scaleOf(problem: StorageProblem): StorageScale {
  const { battery } = problem;
  let energy = Math.max(battery.startKwh, battery.endKwh ?? 0);
  for (let t = 0; t < problem.slotHours.length; t++) {
    const power = Math.max(battery.chargeKw, battery.dischargeKw) * problem.slotHours[t]!;
    energy = Math.max(energy, power, problem.loadKwh[t]!, problem.pvKwh[t]!, battery.maxKwh[t]!);
  }
  let price = battery.wearPerKwh;
  for (const prices of [problem.importPerKwh, problem.exportPerKwh, problem.terminalValue.valuePerKwh]) {
    for (const one of prices) price = Math.max(price, Math.abs(one));
  }
  const energyKwh = powerOfTwoAbove(energy);
  const pricePerKwh = powerOfTwoAbove(price);
  return { energyKwh, pricePerKwh, money: energyKwh * pricePerKwh };
}

/** The problem in units of its scale; hours stay hours. */
export function scaledProblem(
  problem: StorageProblem,
  { energyKwh, pricePerKwh }: StorageScale,
): StorageProblem {
  const energies = (values: Float64Array): Float64Array => values.map((value) => value / energyKwh);
  const prices = (values: Float64Array): Float64Array => values.map((value) => value / pricePerKwh);
  const { battery, grid, inverter, terminalValue } = problem;
  return {
    slotHours: problem.slotHours,
    importPerKwh: prices(problem.importPerKwh),
    exportPerKwh: prices(problem.exportPerKwh),
    loadKwh: energies(problem.loadKwh),
    pvKwh: energies(problem.pvKwh),
    pvCurtailable: problem.pvCurtailable,
    battery: {
      ...battery,
      minKwh: energies(battery.minKwh),
      maxKwh: energies(battery.maxKwh),
      capacityKwh: battery.capacityKwh / energyKwh,
      startKwh: battery.startKwh / energyKwh,
      endKwh: battery.endKwh === null ? null : battery.endKwh / energyKwh,
      chargeKw: battery.chargeKw / energyKwh,
      dischargeKw: battery.dischargeKw / energyKwh,
      ...(battery.leastChargeKw === undefined ? {} : { leastChargeKw: battery.leastChargeKw / energyKwh }),
      wearPerKwh: battery.wearPerKwh / pricePerKwh,
      standbyKw: battery.standbyKw / energyKwh,
      efficiencyCurve: battery.efficiencyCurve && {
        ...battery.efficiencyCurve,
        powerKw: energies(battery.efficiencyCurve.powerKw),
      },
      rateCurve: battery.rateCurve && {
        socFraction: battery.rateCurve.socFraction,
        chargeKw: energies(battery.rateCurve.chargeKw),
        dischargeKw: energies(battery.rateCurve.dischargeKw),
      },
      targets: battery.targets.map(({ slot, minKwh, penaltyPerKwh }) => ({
        slot,
        minKwh: minKwh / energyKwh,
        penaltyPerKwh: penaltyPerKwh / pricePerKwh,
      })),
    },
    inverter: inverter.kind === "ac" ? inverter : { ...inverter, acKw: inverter.acKw / energyKwh },
    grid: {
      importKw: grid.importKw / energyKwh,
      exportKw: grid.exportKw / energyKwh,
      peakPricePerKw: grid.peakPricePerKw / pricePerKwh,
      peakFloorKw: grid.peakFloorKw / energyKwh,
    },
    rules: problem.rules,
    terminalValue: { kwh: energies(terminalValue.kwh), valuePerKwh: prices(terminalValue.valuePerKwh) },
  };
}

/** The least power of two that is not below a size; 1 where there is no size. */
export function powerOfTwoAbove(size: number): number {
  let power = 1;
  if (!(size > 0 && size < Infinity)) return power;
  while (power < size) power *= 2;
  while (power * 0.5 >= size) power *= 0.5;
  return power;
}
