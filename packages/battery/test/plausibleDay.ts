import type { PlannedSlot, ReportDraft, SlotAction } from "../src/report/planReport.ts";

const CAPACITY_KWH = 9.5;
const RESERVE_KWH = 0.38;
const CHARGE_EFFICIENCY = 0.93;
const DISCHARGE_EFFICIENCY = 0.93;
const HALF_HOUR_MS = 30 * 60_000;

/** Half-hourly import prices of a windy winter night and a dear evening, in pence per kWh, from midnight. */
const IMPORT_PENCE = [
  15.2, 14.1, 12.9, 10.8, 9.2, 8.7, 8.1, 7.9, 8.4, 9.2, 11.3, 13.8, 16.4, 19.9, 23.1, 24.6, 22.8, 20.7, 18.9,
  17.2, 16.1, 15.4, 14.2, 13.1, 12.4, -1.8, -3.2, -2.4, 11.2, 14.6, 18.3, 24.9, 36.1, 37.4, 38.2, 37.9, 36.3,
  34.8, 26.2, 24.4, 22.9, 21.7, 20.8, 19.6, 19.1, 18.2, 17.1, 16.0,
] as const;

/** What is varied from one made-up day to the next. */
export interface PlausibleDayOptions {
  readonly startMs?: number;
  readonly firstMidnightMs?: number;
  readonly timeZone?: string;
  readonly slotCount?: number;
  readonly homeName?: string;
  /** Factor on the sun. */
  readonly sun?: number;
  readonly carKwh?: number;
  readonly diverterKwh?: number;
  readonly warnings?: readonly string[];
}

interface State {
  readonly slots: PlannedSlot[];
  socKwh: number;
  socLowKwh: number;
  socHighKwh: number;
}

/** A day of a home that could be real: made-up prices and weather, a plan by rule of thumb, flows that balance. */
export function plausibleDay(options: PlausibleDayOptions = {}): ReportDraft {
  const startMs = options.startMs ?? 1_777_413_600_000; // 2026-04-28T23:00+01:00
  const slotCount = options.slotCount ?? 48;
  const state: State = { slots: [], socKwh: 3.1, socLowKwh: 3.1, socHighKwh: 3.1 };
  const midnightMs = options.firstMidnightMs ?? startMs - 23 * 3_600_000;
  for (let index = 0; index < slotCount; index++) {
    const slotMs = startMs + index * HALF_HOUR_MS;
    addSlot(state, slotMs, Math.round((slotMs - midnightMs) / HALF_HOUR_MS) % 48, options);
  }
  const nominal = outcomeOf(state.slots, 0);
  return {
    homeName: options.homeName ?? "14 Acacia Avenue",
    timeZone: options.timeZone ?? "Europe/London",
    currency: { code: "GBP", major: "£", minor: "p" },
    nowMs: startMs,
    firstMidnightMs: midnightMs,
    profile: "physical",
    battery: {
      capacityKwh: CAPACITY_KWH,
      reserveKwh: RESERVE_KWH,
      gridToStoreEfficiency: CHARGE_EFFICIENCY,
      storeToHomeEfficiency: DISCHARGE_EFFICIENCY,
      wearPencePerStoredKwh: 0,
      storingWearPencePerStoredKwh: 0,
    },
    windows: windowsOf(state.slots, midnightMs),
    slots: state.slots,
    futures: { nominal, pv10: shifted(nominal, 71.3), pv90: shifted(nominal, -38.9) },
    baselines: { idle: shifted(nominal, 248.4), demand: shifted(nominal, 141.7) },
    metricPence: nominal.costPence - nominal.storedValuePence + 8.4,
    proof: {
      lowerBoundPence: nominal.costPence - nominal.storedValuePence + 5.2,
      executabilityPricePence: 1.7,
      hedgePricePence: 0.6,
    },
    terminalValue: {
      pencePerKwh: 8.2,
      reason: "what refilling costs at the cheapest price ahead, losses counted",
    },
    costSoFarPence: 212.4,
    standingChargePence: 53.5,
    warnings: options.warnings ?? [],
  };
}

function addSlot(state: State, startMs: number, halfHour: number, options: PlausibleDayOptions): void {
  const importPence = IMPORT_PENCE[halfHour] ?? 20;
  const exportPence = halfHour >= 32 && halfHour < 38 ? 27.8 : Math.max(importPence * 0.6, 4.1);
  const { action, targetPercent } = ruleOfThumb(halfHour);
  const daylight = Math.max(0, 1 - ((halfHour - 26) / 13) ** 2);
  const cloud = halfHour % 5 === 0 ? 0.55 : 1;
  const pvKwh = 1.45 * daylight * cloud * (options.sun ?? 1);
  const loadKwh =
    0.14 + (halfHour > 13 && halfHour < 18 ? 0.28 : 0) + (halfHour > 33 && halfHour < 44 ? 0.42 : 0);
  const carKwh = halfHour >= 5 && halfHour < 9 ? (options.carKwh ?? 0) / 4 : 0;
  const diverterKwh = halfHour >= 24 && halfHour < 28 ? (options.diverterKwh ?? 0) / 4 : 0;
  const targetKwh = ((targetPercent ?? 0) / 100) * CAPACITY_KWH;
  const surplusKwh = pvKwh - loadKwh - carKwh - diverterKwh;
  const flow = batteryFlow(action, state.socKwh, targetKwh, surplusKwh);
  const gridKwh = -surplusKwh + flow.chargeKwh - flow.dischargeKwh;
  const socStartKwh = state.socKwh;
  const change = flow.chargeKwh * CHARGE_EFFICIENCY - flow.dischargeKwh / DISCHARGE_EFFICIENCY;
  state.socKwh = within(state.socKwh + change);
  state.socLowKwh = within(Math.min(state.socLowKwh + change * 0.92 - pvKwh * 0.22, state.socKwh));
  state.socHighKwh = within(Math.max(state.socHighKwh + change + pvKwh * 0.15, state.socKwh));
  state.slots.push({
    startMs,
    endMs: startMs + HALF_HOUR_MS,
    importPencePerKwh: importPence,
    exportPencePerKwh: exportPence,
    action,
    ...(targetPercent === undefined ? {} : { targetPercent, targetKwh }),
    socStartKwh,
    socEndKwh: state.socKwh,
    socEndPv10Kwh: state.socLowKwh,
    socEndPv90Kwh: state.socHighKwh,
    pvKwh,
    loadKwh,
    carKwh,
    diverterKwh,
    importKwh: Math.max(gridKwh, 0),
    exportKwh: Math.max(-gridKwh, 0),
    ...flow,
    clippedKwh: 0,
    costPence: gridKwh > 0 ? gridKwh * importPence : gridKwh * exportPence,
  });
}

function ruleOfThumb(halfHour: number): { readonly action: SlotAction; readonly targetPercent?: number } {
  if (halfHour >= 4 && halfHour < 10) return { action: "charge", targetPercent: 95 };
  if (halfHour >= 10 && halfHour < 13) return { action: "hold" };
  if (halfHour >= 20 && halfHour < 24) return { action: "freezeExport" };
  if (halfHour >= 25 && halfHour < 28) return { action: "charge", targetPercent: 100 };
  if (halfHour >= 32 && halfHour < 35) return { action: "export", targetPercent: 40 };
  return { action: "demand" };
}

function batteryFlow(
  action: SlotAction,
  socKwh: number,
  targetKwh: number,
  surplusKwh: number,
): { readonly chargeKwh: number; readonly dischargeKwh: number } {
  const room = (to: number) => Math.max(to - socKwh, 0) / CHARGE_EFFICIENCY;
  const stored = (to: number) => Math.max(socKwh - to, 0) * DISCHARGE_EFFICIENCY;
  const charge = (kwh: number) => ({ chargeKwh: kwh, dischargeKwh: 0 });
  const discharge = (kwh: number) => ({ chargeKwh: 0, dischargeKwh: kwh });
  if (action === "charge") return charge(Math.min(1.8, room(targetKwh)));
  if (action === "hold") return charge(Math.min(Math.max(surplusKwh, 0), 1.8, room(CAPACITY_KWH)));
  if (action === "export") return discharge(Math.min(1.8, stored(targetKwh)));
  if (action === "freezeExport") return charge(0);
  if (surplusKwh >= 0) return charge(Math.min(surplusKwh, 1.8, room(CAPACITY_KWH)));
  return discharge(Math.min(-surplusKwh, 1.8, stored(RESERVE_KWH)));
}

function within(kwh: number): number {
  return Math.min(Math.max(kwh, RESERVE_KWH), CAPACITY_KWH);
}

function outcomeOf(slots: readonly PlannedSlot[], wearPence: number): ReportDraft["futures"]["nominal"] {
  const sum = (figure: (slot: PlannedSlot) => number) =>
    slots.reduce((total, slot) => total + figure(slot), 0);
  const socEndKwh = slots.at(-1)?.socEndKwh ?? 0;
  return {
    costPence: sum((slot) => slot.costPence),
    wearPence,
    importKwh: sum((slot) => slot.importKwh),
    exportKwh: sum((slot) => slot.exportKwh),
    socEndKwh,
    storedValuePence: socEndKwh * 8.2,
  };
}

function shifted(
  outcome: ReportDraft["futures"]["nominal"],
  pence: number,
): ReportDraft["futures"]["nominal"] {
  const importKwh = Math.max(outcome.importKwh + pence / 24, 0);
  return { ...outcome, costPence: outcome.costPence + pence, importKwh };
}

function windowsOf(slots: readonly PlannedSlot[], midnightMs: number): ReportDraft["windows"] {
  const span = ({ startMs, endMs }: PlannedSlot) => ({
    startMinute: (startMs - midnightMs) / 60_000,
    endMinute: (endMs - midnightMs) / 60_000,
  });
  const of = (...actions: readonly SlotAction[]) => slots.filter(({ action }) => actions.includes(action));
  return {
    charge: of("charge", "hold").map((slot) => ({ ...span(slot), targetKwh: slot.targetKwh ?? RESERVE_KWH })),
    export: of("export", "freezeExport").map((slot) => ({
      ...span(slot),
      targetPercent: slot.targetPercent ?? 99,
    })),
  };
}
