import fc from "fast-check";
import type { Outcome, PlannedSlot, ReportDraft } from "../src/report/planReport.ts";

const HALF_HOUR_MS = 30 * 60_000;

/** Some amount of energy, often none, in kWh. */
const energyKwh = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }));

/** Prices often meet: drawn from few values, so that equal and nearly equal ones occur. */
const pricePence = fc.oneof(
  fc.integer({ min: -50, max: 400 }).map((tenths) => tenths / 10),
  fc.double({ min: -5, max: 40, noNaN: true }),
  fc.constantFrom(0, 9.94, 9.95, 9.96, 12, 12.04),
);

const slotFigures = fc.record({
  importPencePerKwh: pricePence,
  exportPencePerKwh: pricePence,
  action: fc.constantFrom("demand", "charge", "hold", "export", "freezeExport" as const),
  targetShare: fc.double({ min: 0, max: 1, noNaN: true }),
  socEndShare: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  lowShare: fc.double({ min: 0, max: 1, noNaN: true }),
  highShare: fc.double({ min: 0, max: 1, noNaN: true }),
  pvKwh: energyKwh,
  loadKwh: energyKwh,
  carKwh: energyKwh,
  diverterKwh: energyKwh,
  importKwh: energyKwh,
  exportKwh: energyKwh,
  chargeKwh: energyKwh,
  dischargeKwh: energyKwh,
  clippedKwh: energyKwh,
  costPence: fc.double({ min: -200, max: 200, noNaN: true }),
});

const outcome: fc.Arbitrary<Outcome> = fc.record({
  costPence: fc.double({ min: -900, max: 900, noNaN: true }),
  wearPence: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 50, noNaN: true })),
  importKwh: fc.double({ min: 0, max: 90, noNaN: true }),
  exportKwh: fc.double({ min: 0, max: 90, noNaN: true }),
  socEndKwh: fc.double({ min: 0, max: 9, noNaN: true }),
  storedValuePence: fc.double({ min: 0, max: 90, noNaN: true }),
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
    terminalPence: fc.double({ min: 0, max: 30, noNaN: true }),
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
