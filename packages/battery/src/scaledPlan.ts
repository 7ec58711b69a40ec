import type { ChargeWish } from "./cars/slotOffers.ts";
import type { FlexibleCar } from "./home/cars.ts";
import type { Home } from "./home/home.ts";
import { normalScale, scaledInputs } from "./model/scaledInputs.ts";
import type { Rated } from "./plan/preference.ts";
import type { Schedule } from "./plan/schedule.ts";
import type { PreviousPlan } from "./replan/previousPlan.ts";
import type { ToldPlan } from "./report/draftReport.ts";
import { scaledChoices } from "./report/scaledReport.ts";
import type { FlexibleBoost } from "./water/heatWish.ts";

/** The power of two that brings a home to the size that plans are searched and compared at. */
export function planningScale({ inputs }: Home): number {
  return normalScale(inputs.profile, inputs.battery.capacityKwh);
}

/** A home as many times larger: energies, powers, and sums of money, what changes of mode must save among them. */
export function scaledHome(home: Home, scale: number): Home {
  if (scale === 1) return home;
  const { flexibleBoost, changePence, keepPence } = home;
  return {
    ...home,
    inputs: scaledInputs(home.inputs, scale),
    changePence: changePence * scale,
    keepPence: keepPence * scale,
    cars: home.cars.map((car) => ({
      ...car,
      needKwh: car.needKwh * scale,
      plannedKwh: car.plannedKwh * scale,
    })),
    flexibleCars: home.flexibleCars.map((car) => scaledFlexibleCar(car, scale)),
    ...(flexibleBoost === undefined ? {} : { flexibleBoost: scaledBoost(flexibleBoost, scale) }),
  };
}

function scaledFlexibleCar(car: FlexibleCar, scale: number): FlexibleCar {
  const { wish, drawnKwh } = car;
  const energies = { startKwh: wish.startKwh * scale, limitKwh: wish.limitKwh * scale };
  return { ...car, wish: { ...wish, ...scaledPowers(wish, scale), ...energies }, drawnKwh: drawnKwh * scale };
}

function scaledBoost(boost: FlexibleBoost, scale: number): FlexibleBoost {
  return {
    ...boost,
    heat: { ...boost.heat, needKwh: boost.heat.needKwh * scale },
    wish: { ...boost.wish, ...scaledPowers(boost.wish, scale) },
    boostKwh: boost.boostKwh * scale,
  };
}

function scaledPowers(
  { chargeKw, minimumKw }: ChargeWish,
  scale: number,
): Pick<ChargeWish, "chargeKw" | "minimumKw"> {
  return { chargeKw: chargeKw * scale, minimumKw: minimumKw * scale };
}

/** What was told of a home, as it is told of one as many times larger. */
export function scaledTold(told: ToldPlan, scale: number): ToldPlan {
  if (scale === 1) return told;
  return { ...told, ...scaledChoices(told, scale), chosen: scaledRated(told.chosen, scale) };
}

function scaledRated({ schedule, ...rated }: Rated, scale: number): Rated {
  return {
    schedule: scaledSchedule(schedule, scale),
    metricPence: rated.metricPence * scale,
    judgedPence: rated.judgedPence * scale,
    throughputKwh: rated.throughputKwh * scale,
  };
}

function scaledSchedule(schedule: Schedule, scale: number): Schedule {
  return schedule.map((run) => ({ ...run, chargeTargetKwh: run.chargeTargetKwh * scale }));
}

/** A plan told before, as it was told to a home as many times larger. */
export function scaledPrevious(previous: PreviousPlan, scale: number): PreviousPlan {
  return scale === 1 ? previous : { ...previous, schedule: scaledSchedule(previous.schedule, scale) };
}
