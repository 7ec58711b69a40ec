import type { Battery, Car, Diverter, Future, Inverter, SimulationInputs } from "./inputs.ts";

/** Capacities are planned at a size from this to twice it, in kWh: where the planner's smallest differences are right. */
const NORMAL_KWH = 8;

/**
 * The power of two that brings a battery to a normal size, so that homes that differ in size alone are planned alike, to
 * the last bit. 1 in the `predbat` profile, whose model knows tenths of a kWh, and for a battery that holds nothing.
 */
export function normalScale(profile: SimulationInputs["profile"], capacityKwh: number): number {
  let scale = 1;
  if (profile !== "physical" || !(capacityKwh > 0 && Number.isFinite(capacityKwh))) return scale;
  while (capacityKwh * scale < NORMAL_KWH) scale *= 2;
  while (capacityKwh * scale >= 2 * NORMAL_KWH) scale /= 2;
  return scale;
}

/**
 * A home whose energies, powers, money and carbon are as many times larger; prices stay.
 * @param scale  a power of two: then every simulated number is larger by it, to the last bit
 */
export function scaledInputs(inputs: SimulationInputs, scale: number): SimulationInputs {
  const [nominal, pv10, pv90] = inputs.futures;
  const { diverter, options } = inputs;
  return {
    ...inputs,
    futures: [scaledFuture(nominal, scale), scaledFuture(pv10, scale), scaledFuture(pv90, scale)],
    battery: scaledBattery(inputs.battery, scale),
    inverter: scaledInverter(inputs.inverter, scale),
    cars: inputs.cars.map((car) => scaledCar(car, scale)),
    ...(diverter === undefined ? {} : { diverter: scaledDiverter(diverter, scale) }),
    options: { ...options, keepKwh: options.keepKwh * scale },
    costSoFarPence: inputs.costSoFarPence * scale,
    exportSoFarKwh: inputs.exportSoFarKwh * scale,
    carbonSoFarGrams: inputs.carbonSoFarGrams * scale,
    standingChargePencePerDay: inputs.standingChargePencePerDay * scale,
  };
}

function scaledFuture(future: Future, scale: number): Future {
  const scaled = (kwh: number): number => kwh * scale;
  return { ...future, loadKwh: future.loadKwh.map(scaled), pvKwh: future.pvKwh.map(scaled) };
}

function scaledBattery(battery: Battery, scale: number): Battery {
  return {
    ...battery,
    capacityKwh: battery.capacityKwh * scale,
    reserveKwh: battery.reserveKwh * scale,
    startKwh: battery.startKwh * scale,
    chargeKw: battery.chargeKw * scale,
    dischargeKw: battery.dischargeKw * scale,
    dcChargeKw: battery.dcChargeKw * scale,
    exportKw: battery.exportKw * scale,
    minimumRateKw: battery.minimumRateKw * scale,
    temperatureChargeCapKw: battery.temperatureChargeCapKw * scale,
    temperatureDischargeCapKw: battery.temperatureDischargeCapKw * scale,
  };
}

function scaledInverter(inverter: Inverter, scale: number): Inverter {
  const { limitKw, exportLimitKw, pvAcLimitKw } = inverter;
  return {
    ...inverter,
    limitKw: limitKw * scale,
    exportLimitKw: exportLimitKw * scale,
    ...(pvAcLimitKw === undefined ? {} : { pvAcLimitKw: pvAcLimitKw * scale }),
  };
}

function scaledCar(car: Car, scale: number): Car {
  return {
    ...car,
    slots: car.slots.map((slot) => ({ ...slot, kwh: slot.kwh * scale })),
    startKwh: car.startKwh * scale,
    limitKwh: car.limitKwh * scale,
  };
}

function scaledDiverter(diverter: Diverter, scale: number): Diverter {
  return {
    ...diverter,
    maxEnergyKwh: diverter.maxEnergyKwh * scale,
    maxPowerKw: diverter.maxPowerKw * scale,
    minPowerKw: diverter.minPowerKw * scale,
    todayKwh: diverter.todayKwh * scale,
    plannedSlots: diverter.plannedSlots.map((slot) => ({ ...slot, kwh: slot.kwh * scale })),
  };
}
