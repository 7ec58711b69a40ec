import fc from "fast-check";
import type { Outcome, PlannedSlot, ReportDraft } from "../src/report/planReport.ts";

const HALF_HOUR_MS = 30 * 60_000;

/**
 * A number between two bounds with a long fraction. Drawn from whole numbers, since the doubles of a generator are
 * mostly next to zero or to a bound.
 */
const numberBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 99_991 }).map((part) => min + ((max - min) * part) / 99_991);

/** Some amount of energy, often none, in kWh. */
const energyKwh = fc.oneof(fc.constant(0), numberBetween(0, 3));

/** Prices often meet: drawn from few values, so that equal and nearly equal ones occur. */
const pricePence = fc.oneof(
  fc.integer({ min: -50, max: 400 }).map((tenths) => tenths / 10),
  numberBetween(-5, 40),
  fc.constantFrom(0, 9.94, 9.95, 9.96, 12, 12.04),
);

/** A share of the room above the reserve, often all or nothing. */
const share = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 1) },
  { weight: 4, arbitrary: numberBetween(0, 1) },
);

const slotFigures = fc.record({
  importPencePerKwh: pricePence,
  exportPencePerKwh: pricePence,
  action: fc.constantFrom("demand", "charge", "hold", "export", "freezeExport" as const),
  targetShare: share,
  socEndShare: share,
  lowShare: share,
  highShare: share,
  pvKwh: energyKwh,
  loadKwh: energyKwh,
  carKwh: energyKwh,
  diverterKwh: energyKwh,
  importKwh: energyKwh,
  exportKwh: energyKwh,
  chargeKwh: energyKwh,
  dischargeKwh: energyKwh,
  clippedKwh: energyKwh,
  costPence: numberBetween(-200, 200),
});

const outcome: fc.Arbitrary<Outcome> = fc.record({
  costPence: numberBetween(-900, 900),
  wearPence: fc.oneof(fc.constant(0), numberBetween(0, 50)),
  importKwh: numberBetween(0, 90),
  exportKwh: numberBetween(0, 90),
  socEndKwh: numberBetween(0, 9),
  storedValuePence: numberBetween(0, 90),
});

const midnight = fc.constantFrom(
  { timeZone: "Europe/London", firstMidnightMs: 1_777_417_200_000 - 86_400_000 }, // 2026-04-28
  { timeZone: "Europe/London", firstMidnightMs: 1_792_882_800_000 }, // 2026-10-25, clocks go back
  { timeZone: "Europe/London", firstMidnightMs: 1_774_742_400_000 }, // 2026-03-29, clocks go forward
  { timeZone: "Pacific/Auckland", firstMidnightMs: 1_775_300_400_000 }, // 2026-04-05, clocks go back
);

/** Any report at all, plausible or not: whatever a format says must hold for each. */
export const randomDay: fc.Arbitrary<ReportDraft> = fc
  .record({
    midnight,
    startSlot: fc.integer({ min: 0, max: 47 }),
    homeName: fc.string({ unit: "binary", maxLength: 20 }),
    warnings: fc.array(fc.string({ unit: "binary", maxLength: 120 }), { maxLength: 2 }),
    figures: fc.array(slotFigures, { minLength: 1, maxLength: 60 }),
    outcomes: fc.array(outcome, { minLength: 5, maxLength: 5 }),
    wearPencePerStoredKwh: fc.constantFrom(0, 1.5),
    terminalPence: numberBetween(0, 30),
  })
  .map(({ midnight: { timeZone, firstMidnightMs }, outcomes, ...day }): ReportDraft => {
    const startMs = firstMidnightMs + day.startSlot * HALF_HOUR_MS;
    const slots = slotsOf(day.figures, startMs);
    const [nominal, pv10, pv90, idle, demand] = outcomes as [Outcome, Outcome, Outcome, Outcome, Outcome];
    return {
      homeName: day.homeName,
      timeZone,
      currency: { code: "GBP", major: "£", minor: "p" },
      nowMs: startMs,
      firstMidnightMs,
      profile: "physical",
      battery: {
        capacityKwh: CAPACITY_KWH,
        reserveKwh: RESERVE_KWH,
        gridToStoreEfficiency: 0.93,
        storeToHomeEfficiency: 0.94,
        wearPencePerStoredKwh: day.wearPencePerStoredKwh,
        storingWearPencePerStoredKwh: 0.6 * day.wearPencePerStoredKwh,
      },
      windows: windowsOf(slots, firstMidnightMs),
      slots,
      futures: { nominal, pv10, pv90 },
      baselines: { idle, demand },
      metricPence: nominal.costPence,
      terminalValue: { pencePerKwh: day.terminalPence, reason: "the cheapest price ahead" },
      costSoFarPence: 100,
      standingChargePence: 50,
      warnings: day.warnings,
    };
  });

const CAPACITY_KWH = 9.5;
const RESERVE_KWH = 0.38;

type SlotFigures = typeof slotFigures extends fc.Arbitrary<infer Figures> ? Figures : never;

function slotsOf(figures: readonly SlotFigures[], startMs: number): readonly PlannedSlot[] {
  const socOf = (share: number) => RESERVE_KWH + share * (CAPACITY_KWH - RESERVE_KWH);
  return figures.map(({ targetShare, socEndShare, lowShare, highShare, ...own }, index) => {
    const hasTarget = own.action === "charge" || own.action === "export";
    const target = { targetKwh: targetShare * CAPACITY_KWH, targetPercent: targetShare * 100 };
    return {
      ...own,
      ...(hasTarget ? target : {}),
      startMs: startMs + index * HALF_HOUR_MS,
      endMs: startMs + (index + 1) * HALF_HOUR_MS,
      socStartKwh: socOf(figures[index - 1]?.socEndShare ?? 0.5),
      socEndKwh: socOf(socEndShare),
      socEndPv10Kwh: socOf(lowShare),
      socEndPv90Kwh: socOf(highShare),
    };
  });
}

function windowsOf(slots: readonly PlannedSlot[], midnightMs: number): ReportDraft["windows"] {
  const span = (slot: PlannedSlot) => ({
    startMinute: (slot.startMs - midnightMs) / 60_000,
    endMinute: (slot.endMs - midnightMs) / 60_000,
  });
  const of = (action: PlannedSlot["action"]) => slots.filter((slot) => slot.action === action);
  return {
    charge: of("charge").map((slot) => ({ ...span(slot), targetKwh: slot.targetKwh ?? 0 })),
    export: of("export").map((slot) => ({ ...span(slot), targetPercent: slot.targetPercent ?? 100 })),
  };
}
