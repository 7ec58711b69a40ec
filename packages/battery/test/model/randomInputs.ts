import type { Battery, Car, Diverter, Future, Inverter, SimulationInputs } from "../../src/model/inputs.ts";
import type { Segment } from "../../src/plan/schedule.ts";
import type { Random } from "./random.ts";

const STEP_COUNTS = [1, 5, 36, 60, 288] as const;

/** A home that may be anything a home file could describe, and some that none would: every branch of the model. */
export function randomInputs(random: Random): SimulationInputs {
  const stepCount = random.pick(STEP_COUNTS);
  const battery = randomBattery(random);
  const importPencePerKwh = randomPrices(random, stepCount);
  const hasCarbon = random.chance(0.3);
  const diverter = random.chance(0.4) ? randomDiverter(random) : undefined;
  return {
    profile: random.pick(["predbat", "physical"]),
    nowMinute: 5 * random.whole(0, 287),
    stepCount,
    endRecordStep: random.chance(0.8) ? stepCount : random.whole(1, stepCount),
    importPencePerKwh,
    exportPencePerKwh: randomPrices(random, stepCount),
    carbonGramsPerKwh: series(stepCount, () => (hasCarbon ? random.between(0, 400) : 0)),
    futures: [
      randomFuture(random, "nominal", importPencePerKwh),
      randomFuture(random, "pv10", importPencePerKwh),
      randomFuture(random, "pv90", importPencePerKwh),
    ],
    battery,
    inverter: randomInverter(random),
    cars: Array.from({ length: random.pick([0, 0, 1, 2]) }, () => randomCar(random)),
    ...(diverter === undefined ? {} : { diverter }),
    options: {
      lowPowerExport: random.chance(0.5),
      freezeExportEnabled: random.chance(0.8),
      freezeOnly: random.chance(0.15),
      reserveEnabled: random.chance(0.8),
      dischargeDuringCharge: random.chance(0.8),
      chargeDuringExport: random.chance(0.7),
      exportOnPv: random.chance(0.7),
      carsUseBattery: random.chance(0.3),
      carsInLoad: random.chance(0.7),
      keepKwh: random.chance(0.3) ? random.between(0, battery.capacityKwh) : 0,
      keepWeight: random.pick([0, 0.5, 1]),
    },
    costSoFarPence: random.between(0, 800),
    exportSoFarKwh: random.pick([0, 3.2]),
    carbonSoFarGrams: random.pick([0, 512]),
    standingChargePencePerDay: 60,
    terminalValuePencePerKwh: random.between(1, 20),
    pv10Weight: 0.18,
    pv90Weight: 0.15,
    carbonPencePerKg: 0,
  };
}

function series(length: number, value: () => number): Float64Array {
  return Float64Array.from({ length }, value);
}

/** Half-hourly prices; one home in four is also paid for imports. */
function randomPrices(random: Random, stepCount: number): Float64Array {
  const low = random.chance(0.25) ? -15 : 0;
  let price = 0;
  let step = 0;
  return series(stepCount, () => {
    if (step++ % 6 === 0) price = Math.round(random.between(low, 40) * 100) / 100;
    return price;
  });
}

function randomBattery(random: Random): Battery {
  const capacityKwh = random.pick([0, 1.3, 2.6, 5.2, 8.2, 9.5, 13.5, random.between(1, 25)]);
  const isCurved = random.chance(0.5);
  const curve = (): Float64Array => {
    const knee = random.whole(0, 100);
    return series(101, () => 1).map((_, percent) =>
      isCurved && percent >= knee ? random.between(0.1, 1.1) : 1,
    );
  };
  return {
    capacityKwh,
    reserveKwh: random.pick([0, 0.38, 0.04 * capacityKwh, 0.2 * capacityKwh]),
    startKwh: random.pick([0, 0.25, 1, random.between(0, 1)]) * capacityKwh,
    chargeKw: random.pick([random.between(0.3, 8), 0.9]),
    dischargeKw: random.between(0.3, 8),
    dcChargeKw: random.pick([1, random.between(0.5, 8)]),
    exportKw: random.pick([1.998, random.between(0.3, 6)]),
    minimumRateKw: random.pick([0, 0.025, 0.5]),
    chargeEfficiency: random.pick([1, 0.97, random.between(0.85, 1)]),
    dischargeEfficiency: random.pick([1, 0.97, random.between(0.85, 1)]),
    chargeCurve: curve(),
    dischargeCurve: curve(),
    temperatureChargeCapKw: random.chance(0.7) ? capacityKwh : random.between(0, 3),
    temperatureDischargeCapKw: random.chance(0.7) ? capacityKwh : random.between(0, 3),
    chargeRateScaling: random.pick([1, 0.9]),
    dischargeRateScaling: random.pick([1, 1.05]),
    wearPencePerKwh: 0,
  };
}

function randomInverter(random: Random): Inverter {
  const isHybrid = random.chance(0.5);
  return {
    isHybrid,
    limitKw: random.pick([random.between(0.5, 2.5), random.between(2, 8)]),
    exportLimitKw: random.pick([0, random.between(0, 2), random.between(1, 8)]),
    efficiency: random.pick([1, 0.96, random.between(0.88, 1)]),
    ...(random.chance(0.4) ? { pvAcLimitKw: random.between(0.5, 4) } : {}),
  };
}

function randomFuture(random: Random, name: Future["name"], prices: Float64Array): Future {
  const sun = random.pick([0, 1, 4, 8]);
  const home = random.pick([0.3, 1, 4]);
  const mayVanish = name === "pv10" && random.chance(0.3);
  return {
    name,
    loadKwh: prices.map(() => Math.round((random.between(0.05, home) * 10000) / 12) / 10000),
    pvKwh: prices.map(() =>
      random.chance(0.4) ? 0 : Math.round((random.between(0, sun) * 10000) / 12) / 10000,
    ),
    chargeRateScaling: name === "pv10" ? random.pick([0.8, 1]) : 1,
    importPencePerKwh: mayVanish ? prices.map((price, step) => (step % 5 === 0 ? 45 : price)) : prices,
  };
}

function randomCar(random: Random): Car {
  const first = 5 * random.whole(0, 300);
  const slots = Array.from({ length: random.whole(1, 6) }, (_, index) => {
    const price = random.chance(0.4) ? { pencePerKwh: random.between(0, 40) } : {};
    const startMinute = first + 30 * index;
    return {
      startMinute,
      endMinute: startMinute + random.pick([15, 30]),
      kwh: random.between(0.2, 4),
      ...price,
    };
  });
  return {
    slots,
    startKwh: random.between(0, 5),
    limitKwh: random.pick([6, 60]),
    efficiency: random.pick([0.92, 1]),
  };
}

function randomDiverter(random: Random): Diverter {
  const first = 5 * random.whole(0, 300);
  return {
    isSolar: random.chance(0.5),
    isCharging: random.chance(0.4),
    isOnExport: random.chance(0.5),
    preventsDischarge: random.chance(0.5),
    maxEnergyKwh: random.between(0.5, 6),
    maxPowerKw: random.between(0.5, 3),
    minPowerKw: 0.5,
    todayKwh: random.pick([0, random.between(0, 3)]),
    maxImportPencePerKwh: random.pick([100, 20]),
    maxExportPencePerKwh: random.pick([100, 20]),
    plannedSlots: Array.from({ length: random.whole(0, 5) }, (_, index) => ({
      startMinute: first + 30 * index,
      endMinute: first + 30 * index + random.pick([10, 30]),
      kwh: random.between(0.1, 1.5),
    })),
  };
}

/** Segments of every kind over a home's steps. */
export function randomSchedule(random: Random, { stepCount, battery }: SimulationInputs): Segment[] {
  const segments: Segment[] = [];
  const longest = random.pick([3, 12, 60]);
  for (let endStep = 0; endStep < stepCount; ) {
    endStep = Math.min(endStep + random.whole(1, longest), stepCount);
    segments.push({ endStep, ...randomAction(random, battery) });
  }
  return segments;
}

/** Anything that one segment may say: targets on and beside the edges that the model tests. */
export function randomAction(
  random: Random,
  { capacityKwh, reserveKwh }: Pick<Battery, "capacityKwh" | "reserveKwh">,
): Omit<Segment, "endStep"> {
  const kind = random.whole(0, 5);
  const charge = (chargeTargetKwh: number) => ({ chargeTargetKwh, exportTargetPercent: 100 });
  const exportTo = (exportTargetPercent: number) => ({ chargeTargetKwh: 0, exportTargetPercent });
  if (kind <= 1) return charge(0);
  if (kind === 2) return charge(random.pick([capacityKwh, reserveKwh, random.between(0, capacityKwh)]));
  if (kind === 3) return charge(random.between(0, capacityKwh));
  if (kind === 4) return exportTo(random.pick([0, 5.3, 99, 98.9, 4.7, random.between(0, 100)]));
  return exportTo(random.pick([99, 99.5, random.whole(0, 98)]));
}
