import { type Car, type CarSlot, type SimulationInputs, STEP_MINUTES } from "./inputs.ts";

/** What all cars do in one step, the same in every future but for the price on top. */
export interface CarStep {
  /** Added to the home's load, in kWh. */
  readonly loadKwh: number;
  /** Drawn by all cars, in kWh. */
  readonly drawnKwh: number;
  /** Drawn by cars that the home's load does not hold, in kWh. */
  readonly outsideKwh: number;
  /** True when the battery may not serve the home in this step, for it would serve a car. */
  readonly holdsDischarge: boolean;
  readonly charging: readonly { readonly slot: CarSlot; readonly drawnKwh: number }[];
}

/**
 * Cars follow their own slots whatever the plan, so their steps are known before any simulation.
 * @see household model, section 4.7
 */
export function carSteps(inputs: SimulationInputs): CarStep[] {
  const storedKwh = inputs.cars.map((car) => car.startKwh);
  return Array.from({ length: inputs.stepCount }, (_, step) => {
    const minute = inputs.nowMinute + step * STEP_MINUTES;
    const charging = inputs.cars.flatMap((car, index) => {
      const slot = car.slots.find(
        ({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute,
      );
      if (slot === undefined) return [];
      const gainKwh = carGain(car, slot, storedKwh[index]!);
      storedKwh[index]! += gainKwh;
      return gainKwh > 0 ? [{ slot, drawnKwh: gainKwh / car.efficiency }] : [];
    });
    return carStep(inputs, charging);
  });
}

function carGain(car: Car, slot: CarSlot, storedKwh: number): number {
  const powerKw = slot.kwh / ((slot.endMinute - slot.startMinute) / 60);
  const gainKwh = ((powerKw * STEP_MINUTES) / 60) * car.efficiency;
  const roomKwh = car.limitKwh - storedKwh;
  return Math.max(Math.min(gainKwh, roomKwh), 0);
}

function carStep({ profile, options }: SimulationInputs, charging: CarStep["charging"]): CarStep {
  let drawnKwh = 0;
  let loadKwh = 0;
  for (const { drawnKwh: oneKwh } of charging) {
    drawnKwh += oneKwh;
    // The peer adds its running total, so that the first of two cars counts twice.
    loadKwh += profile === "predbat" ? drawnKwh : oneKwh;
  }
  return {
    charging,
    drawnKwh,
    loadKwh: options.carsInLoad ? loadKwh : 0,
    outsideKwh: options.carsInLoad ? 0 : drawnKwh,
    holdsDischarge: charging.length > 0 && !options.carsUseBattery,
  };
}

/**
 * Price on top of the import price for the cars' share of an import, in pence per kWh. The peer bills a car
 * without its own price at 0 when imports are paid for; physically it is paid like the home, and a slot's
 * own price may also lie below the import price.
 * @param importPence  import price of the step
 */
export function carPremium({ profile }: SimulationInputs, cars: CarStep, importPence: number): number {
  if (profile === "predbat") {
    return cars.charging.reduce(
      (premium, { slot }) => Math.max(premium, (slot.pencePerKwh ?? 0) - importPence),
      0,
    );
  }
  const extraPence = cars.charging.reduce(
    (pence, { slot, drawnKwh }) => pence + ((slot.pencePerKwh ?? importPence) - importPence) * drawnKwh,
    0,
  );
  return cars.drawnKwh > 0 ? extraPence / cars.drawnKwh : 0;
}
