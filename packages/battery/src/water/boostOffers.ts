import { storedEnergyPence } from "../bound/homeBound.ts";
import { type OfferOf, offersWithin, type PricedSlots, type SlotOffer } from "../cars/slotOffers.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { stepSeries } from "../model/stepSeries.ts";
import type { Schedule } from "../plan/schedule.ts";
import type { FlexibleBoost } from "./heatWish.ts";

/**
 * Slots at full power, for what heating there costs beside a battery plan: export that is not sold; what the battery
 * gives, where it serves the home and has power to spare, for what its charge is worth; import.
 */
export function boostOffers(
  { wish }: FlexibleBoost,
  priced: PricedSlots,
  { inputs, schedule }: { readonly inputs: SimulationInputs; readonly schedule: Schedule },
): SlotOffer[] {
  const pence = boostPence(inputs, wish.chargeKw, schedule);
  const offerOf: OfferOf = (begin, end) => {
    let sum = 0;
    for (let step = begin; step < end; step++) sum += pence[step]!;
    return { pencePerKwh: sum / (end - begin), powerKw: wish.chargeKw };
  };
  return offersWithin(wish, priced, offerOf);
}

/** What a kWh of heat costs in each step, in pence. */
function boostPence(inputs: SimulationInputs, powerKw: number, schedule: Schedule): Float64Array {
  const { battery, inverter, diverter } = inputs;
  const series = stepSeries(inputs, 0, schedule);
  const storedPence = storedEnergyPence(inputs);
  const stepKwh = (powerKw * STEP_MINUTES) / 60;
  const givesKwh = (battery.dischargeKw * STEP_MINUTES) / 60;
  return Float64Array.from({ length: inputs.stepCount }, (_, step) => {
    const importPence = inputs.importPencePerKwh[step]!;
    const boostedKwh = series.diverterKwh[step]!;
    const spareKwh = Math.max(series.exportKwh[step]! - series.importKwh[step]! + boostedKwh, 0);
    const spareShare = Math.min(spareKwh / stepKwh, 1);
    const dischargeKwh = series.dischargeKwh[step]!;
    const isServing =
      dischargeKwh > 0 && series.importKwh[step]! === 0 && diverter?.preventsDischarge !== true;
    const roomKwh = isServing ? (givesKwh - dischargeKwh) * inverter.efficiency : 0;
    const storedShare = Math.min(Math.max(roomKwh / stepKwh, 0), 1 - spareShare);
    const fromStore = (storedPence[step] ?? 0) / (inverter.efficiency * battery.dischargeEfficiency);
    return (
      spareShare * inputs.exportPencePerKwh[step]! +
      storedShare * fromStore +
      (1 - spareShare - storedShare) * importPence
    );
  });
}
