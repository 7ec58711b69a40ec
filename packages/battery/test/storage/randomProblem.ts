import type { StorageBatteryFields, StorageProblemFile } from "../../src/storage/storageProblemFile.ts";
import { type Random, randomFrom } from "../model/random.ts";

/** Features that a random problem may have beyond prices, load, panels, caps and a battery. */
export const FEATURES = [
  "exportDearer",
  "negativePrices",
  "forcedPv",
  "wear",
  "hybrid",
  "efficiencyCurve",
  "rateCurve",
  "standby",
  "movingLimits",
  "targets",
  "endKwh",
  "startBelow",
  "startAbove",
  "terminalSteps",
  "noBatteryExport",
  "noGridCharge",
  "noLaundering",
  "peak",
  "unevenSlots",
  "tightGrid",
] as const;

/** One feature of a random problem. */
export type Feature = (typeof FEATURES)[number];

/** Features that couple the slots beyond the stored energy; they need not be solved exactly. */
export const COUPLING_FEATURES: readonly Feature[] = ["noLaundering", "peak"];

/** Features whose problems are solved exactly. */
export const EXACT_FEATURES: readonly Feature[] = FEATURES.filter(
  (each) => !COUPLING_FEATURES.includes(each),
);

/** How likely each feature is drawn; about four together. */
const FEATURE_CHANCE = 0.2;

const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** A problem and the features that were drawn for it. */
export interface RandomProblem {
  readonly seed: number;
  readonly features: ReadonlySet<Feature>;
  readonly problem: StorageProblemFile;
}

/**
 * Draws a problem of 6 to 24 slots: the same seed, the same problem.
 * @param allowed  features that may be drawn; each is with chance 0.2
 */
export function randomProblem(seed: number, allowed: readonly Feature[] = FEATURES): RandomProblem {
  const random = randomFrom(seed);
  const features = new Set(allowed.filter(() => random.chance(FEATURE_CHANCE)));
  // What excludes each other: a start beyond a limit, and a fixed end that may not be reached.
  if (features.has("startBelow")) features.delete("startAbove");
  // The oracle knows this rule for constant efficiencies only.
  if (features.has("noLaundering")) features.delete("efficiencyCurve");
  const slotCount = random.whole(6, random.chance(0.3) ? 24 : 12);
  const slotMinutes = random.pick([5, 15, 30, 60]);
  const minutes = features.has("unevenSlots")
    ? Array.from({ length: slotCount }, (_, t) =>
        t === 0 ? rounded(random.between(1, slotMinutes), 2) : slotMinutes,
      )
    : new Array<number>(slotCount).fill(slotMinutes);
  const hours = minutes.map((each) => each / 60);
  return {
    seed,
    features,
    problem: {
      slotMinutes: features.has("unevenSlots") ? minutes : slotMinutes,
      ...prices(random, features, slotCount),
      loadKwh: hours.map((each) => rounded(random.between(0, 2) * each)),
      pvKwh: hours.map((each) => rounded(Math.max(0, random.between(-3, 6)) * each)),
      pvCurtailable: !features.has("forcedPv"),
      battery: battery(random, features, minutes),
      ...(features.has("hybrid")
        ? {
            inverter: {
              kind: "hybrid",
              acKw: rounded(random.between(1.5, 6)),
              dcAcEfficiency: rounded(random.between(0.9, 1)),
            },
          }
        : {}),
      grid: grid(random, features),
      ...rules(features),
      terminalValuePerKwh: features.has("terminalSteps")
        ? terminalSteps(random)
        : rounded(random.between(-2, 30), 2),
    },
  };
}

function prices(
  random: Random,
  features: ReadonlySet<Feature>,
  slotCount: number,
): { importPerKwh: number[]; exportPerKwh: number[] } {
  const level = random.pick([[20], [7, 28], [10, 20, 35]]);
  const lowest = features.has("negativePrices") ? -20 : 0;
  const importPerKwh = Array.from({ length: slotCount }, () => {
    const price = random.pick(level) + (random.chance(0.5) ? random.between(-3, 3) : 0);
    return rounded(lowest < 0 && random.chance(0.3) ? random.between(lowest, 0) : price, 2);
  });
  const exportPerKwh = importPerKwh.map((price) => {
    if (features.has("exportDearer") && random.chance(0.4)) return rounded(price + random.between(0, 15), 2);
    const ratio = random.pick([0, 0.5, 0.6, 1]);
    return rounded(features.has("negativePrices") ? price * ratio : Math.max(0, price * ratio), 2);
  });
  return { importPerKwh, exportPerKwh };
}

function battery(
  random: Random,
  features: ReadonlySet<Feature>,
  minutes: readonly number[],
): StorageBatteryFields {
  const slotCount = minutes.length;
  const capacityKwh = rounded(random.between(1, 10), 2);
  const minKwh = rounded(random.pick([0, random.between(0, 0.3)]) * capacityKwh, 2);
  const startKwh = features.has("startBelow")
    ? minKwh * random.between(0.3, 0.99)
    : features.has("startAbove")
      ? capacityKwh * random.between(1.01, 1.2)
      : random.between(minKwh, capacityKwh);
  const chargeKw = rounded(random.between(0.5, 5), 2);
  const dischargeKw = rounded(random.chance(0.1) ? 0 : random.between(0.5, 5), 2);
  const limits = features.has("movingLimits");
  const reach = (capacityKwh - minKwh) * 0.4;
  return {
    minKwh: limits ? minutes.map(() => rounded(minKwh + random.between(0, reach))) : minKwh,
    maxKwh: limits ? minutes.map(() => rounded(capacityKwh - random.between(0, reach))) : capacityKwh,
    startKwh: rounded(startKwh),
    ...(features.has("endKwh")
      ? { endKwh: rounded(random.between(minKwh + reach, capacityKwh - reach)) }
      : {}),
    chargeKw,
    dischargeKw,
    chargeEfficiency: rounded(random.between(0.8, 1)),
    dischargeEfficiency: rounded(random.between(0.8, 1)),
    ...(features.has("wear") ? { wearPerKwh: rounded(random.between(0, 4), 2) } : {}),
    ...(features.has("standby") ? { standbyKw: rounded(random.between(0.005, 0.1)) } : {}),
    ...(features.has("efficiencyCurve")
      ? { efficiencyCurve: efficiencyCurve(random, Math.max(chargeKw, dischargeKw)) }
      : {}),
    ...(features.has("rateCurve") ? { rateCurve: rateCurve(random, chargeKw, dischargeKw) } : {}),
    ...(features.has("targets") ? { targets: targets(random, slotCount, capacityKwh) } : {}),
  };
}

function efficiencyCurve(
  random: Random,
  mostKw: number,
): NonNullable<StorageBatteryFields["efficiencyCurve"]> {
  const count = random.whole(2, 4);
  const powerKw = Array.from({ length: count }, (_, k) => rounded((mostKw * (k + 1)) / count));
  const drawn = (): number[] => powerKw.map(() => rounded(random.between(0.8, 0.98)));
  return { powerKw, chargeEfficiency: drawn(), dischargeEfficiency: drawn() };
}

function rateCurve(
  random: Random,
  chargeKw: number,
  dischargeKw: number,
): NonNullable<StorageBatteryFields["rateCurve"]> {
  const share = rounded(random.between(0.1, 0.3));
  const upper = rounded(random.between(0.6, 0.9));
  return {
    socFraction: [0, share, upper],
    chargeKw: [chargeKw, chargeKw, rounded(chargeKw * random.between(0.1, 0.6))],
    dischargeKw: [rounded(dischargeKw * random.between(0.2, 0.7)), dischargeKw, dischargeKw],
  };
}

function targets(
  random: Random,
  slotCount: number,
  capacityKwh: number,
): NonNullable<StorageBatteryFields["targets"]> {
  return Array.from({ length: random.whole(1, 2) }, () => ({
    slot: random.whole(0, slotCount - 1),
    minKwh: rounded(random.between(0.3, 1) * capacityKwh),
    penaltyPerKwh: rounded(random.pick([random.between(0, 20), random.between(20, 100)]), 2),
  }));
}

function grid(random: Random, features: ReadonlySet<Feature>): StorageProblemFile["grid"] {
  const caps = features.has("tightGrid")
    ? { importKw: rounded(random.between(1, 3), 2), exportKw: rounded(random.between(0, 3), 2) }
    : { importKw: rounded(random.between(8, 15), 2), exportKw: rounded(random.between(4, 12), 2) };
  if (!features.has("peak")) return caps;
  const peakFloorKw = random.chance(0.5) ? rounded(random.between(0.2, 2), 2) : 0;
  return { ...caps, peakPricePerKw: rounded(random.between(1, 30), 2), peakFloorKw };
}

function rules(features: ReadonlySet<Feature>): Pick<StorageProblemFile, "rules"> {
  const banned = {
    ...(features.has("noBatteryExport") ? { batteryMayExport: false } : {}),
    ...(features.has("noGridCharge") ? { batteryMayChargeFromGrid: false } : {}),
    ...(features.has("noLaundering") ? { batteryMayExportGridEnergy: false } : {}),
  };
  return Object.keys(banned).length === 0 ? {} : { rules: banned };
}

function terminalSteps(random: Random): { kwh: number[]; valuePerKwh: number[] } {
  const first = random.between(0.5, 3);
  const kwh = [rounded(first), rounded(first + random.between(0.5, 3)), 20];
  return { kwh, valuePerKwh: kwh.map(() => rounded(random.between(0, 30), 2)) };
}
