import { storedEnergyPence } from "../bound/homeBound.ts";
import { type SimulationInputs, STEP_MINUTES } from "../model/inputs.ts";
import { stepSeries } from "../model/stepSeries.ts";
import type { Schedule } from "../plan/schedule.ts";
import {
  type ChargeWish,
  type OfferOf,
  offersWithin,
  type PricedSlots,
  type SlotOffer,
} from "./slotOffers.ts";

const STEPS_PER_HOUR = 60 / STEP_MINUTES;
/** Sun's excess below this is no offer of its own, in kW. */
const LEAST_EXCESS_KW = 0.5;

/** Slots with sun to spare at the power of that excess, for the export price; the others at full power. */
export function sunOffers(wish: ChargeWish, priced: PricedSlots, inputs: SimulationInputs): SlotOffer[] {
  const { loadKwh, pvKwh } = inputs.futures[0];
  const panels = inputs.inverter.isHybrid ? inputs.inverter.efficiency : 1;
  const offerOf: OfferOf = (begin, end) => {
    const mean = (values: Float64Array): number => meanOf(values, begin, end);
    const excessKw = Math.max(mean(pvKwh) * panels - mean(loadKwh), 0) * STEPS_PER_HOUR;
    const exportPence = mean(inputs.exportPencePerKwh);
    if (excessKw >= Math.max(wish.minimumKw, LEAST_EXCESS_KW)) {
      return { pencePerKwh: exportPence, powerKw: Math.min(excessKw, wish.chargeKw) };
    }
    const share = Math.min(excessKw / wish.chargeKw, 1);
    const pencePerKwh = share * exportPence + (1 - share) * mean(inputs.importPencePerKwh);
    return { pencePerKwh, powerKw: wish.chargeKw };
  };
  return offersWithin(wish, priced, offerOf);
}

/**
 * Slots at full power, for what charging there costs beside a battery plan: export that is not sold, import, and where
 * the battery would have to rest, what its discharge is worth above keeping it, by the stored energy's marginal value.
 */
export function marginalOffers(
  wish: ChargeWish,
  priced: PricedSlots,
  { inputs, schedule }: { readonly inputs: SimulationInputs; readonly schedule: Schedule },
): SlotOffer[] {
  const series = stepSeries(inputs, 0, schedule);
  const storedPence = storedEnergyPence(inputs);
  const stepKwh = wish.chargeKw / STEPS_PER_HOUR;
  const pence = Float64Array.from({ length: inputs.stepCount }, (_, step) => {
    const importPence = inputs.importPencePerKwh[step]!;
    const exportPence = inputs.exportPencePerKwh[step]!;
    const inMeter = inputs.options.carsInLoad ? series.carKwh[step]! : 0;
    const spareKwh = Math.max(series.exportKwh[step]! - series.importKwh[step]! + inMeter, 0);
    const dischargeKwh = series.dischargeKwh[step]!;
    if (dischargeKwh > 0 && !inputs.options.carsUseBattery) {
      const givenKwh = dischargeKwh * inputs.inverter.efficiency;
      const keptPence = (dischargeKwh / inputs.battery.dischargeEfficiency) * (storedPence[step] ?? 0);
      const lostPence = givenKwh * (spareKwh > 0 ? exportPence : importPence) - keptPence;
      return importPence + Math.max(lostPence, 0) / stepKwh;
    }
    const share = Math.min(spareKwh / stepKwh, 1);
    return share * exportPence + (1 - share) * importPence;
  });
  return offersWithin(wish, priced, (begin, end) => ({
    pencePerKwh: meanOf(pence, begin, end),
    powerKw: wish.chargeKw,
  }));
}

function meanOf(values: Float64Array, begin: number, end: number): number {
  let sum = 0;
  for (let step = begin; step < end; step++) sum += values[step]!;
  return sum / (end - begin);
}
