import type { StorageBatteryFields, StorageProblemFile } from "../../src/storage/storageProblemFile.ts";

/**
 * Small stand-ins for faults that users of other planners reported in public, with the right answer. Energies per
 * slot in kWh, powers in kW, prices per kWh in one money unit. The objectives come from HiGHS at gap 0 and are
 * known to four decimals.
 */
export interface OpenCase {
  readonly name: string;
  /** Public report that the case stands for. */
  readonly source: string;
  readonly problem: StorageProblemFile;
  /** Bill + wear + peak cost - terminal value. */
  readonly objective: number;
  readonly bill?: number;
  /** Flows per slot that are the only right ones, kWh; null where any will do. */
  readonly flows?: Readonly<Partial<Record<OpenCaseFlow, readonly (number | null)[]>>>;
  /** Stored energy at the end, kWh. */
  readonly endKwh?: number;
}

/** Flows that a case may name. */
export type OpenCaseFlow = "importKwh" | "exportKwh" | "chargeKwh" | "dischargeKwh" | "curtailKwh";

const GRID = { importKw: 1000, exportKw: 1000 };

/** A battery by its limits, start, power and efficiency; both directions alike. */
function battery(
  [minKwh, maxKwh]: readonly [number, number],
  startKwh: number,
  powerKw: number,
  efficiency = 0.95,
): StorageBatteryFields {
  return {
    minKwh,
    maxKwh,
    startKwh,
    chargeKw: powerKw,
    dischargeKw: powerKw,
    chargeEfficiency: efficiency,
    dischargeEfficiency: efficiency,
  };
}

const times = (count: number, value: number): number[] => new Array<number>(count).fill(value);

const pumping = (gridKw: number): OpenCase => ({
  name: `1, pumping, grid limit ${gridKw} kW`,
  source: "EMHASS #844 and #1080, hsem #635",
  problem: {
    slotMinutes: 60,
    importPerKwh: times(4, 20),
    exportPerKwh: [5, 26, 5, 5],
    loadKwh: times(4, 0.5),
    pvKwh: times(4, 0),
    battery: battery([0.5, 5], 2.5, 2.5),
    grid: { importKw: gridKw, exportKw: gridKw },
    terminalValuePerKwh: 15,
  },
  objective: -16.2036,
  bill: -8.704,
  flows: { importKwh: [1.1648, null, null, null], exportKwh: [null, 2, null, null] },
});

const negativeExport: OpenCase = {
  name: "2, negative export price with room in the battery",
  source: "EMHASS #282",
  problem: {
    slotMinutes: 60,
    importPerKwh: [12, 8, 8, 9, 25, 28],
    exportPerKwh: [-5.9, -6.2, -4, -1, 8, 9],
    loadKwh: times(6, 0.7),
    pvKwh: [9.4, 8.5, 6, 3, 0.5, 0],
    pvCurtailable: false,
    battery: battery([1, 30], 4, 9),
    grid: { importKw: 9, exportKw: 9 },
    terminalValuePerKwh: 10,
  },
  objective: -264.3789,
  bill: 26.1472,
  flows: { exportKwh: times(6, 0) },
};

/** 0.45 + 0.035 cos(2 pi (i - 3) / 24), rounded to 4 digits. */
const SMALL_SPREAD_PRICES: readonly number[] = [
  0.4747, 0.4803, 0.4838, 0.485, 0.4838, 0.4803, 0.4747, 0.4675, 0.4591, 0.45, 0.4409, 0.4325, 0.4253, 0.4197,
  0.4162, 0.415, 0.4162, 0.4197, 0.4253, 0.4325, 0.4409, 0.45, 0.4591, 0.4675,
];

const smallSpread: OpenCase = {
  name: "3, export always dearer than import, tiny spread",
  source: "EMHASS #111",
  problem: {
    slotMinutes: 60,
    importPerKwh: SMALL_SPREAD_PRICES,
    exportPerKwh: SMALL_SPREAD_PRICES.map((price) => price + 0.15),
    loadKwh: times(24, 0.8),
    pvKwh: times(24, 0),
    battery: { ...battery([1, 10], 5, 5), wearPerKwh: 1 },
    grid: { importKw: 9, exportKw: 9 },
    terminalValuePerKwh: 0.5,
  },
  objective: 6.14,
  bill: 8.64,
  flows: { chargeKwh: times(24, 0), dischargeKwh: times(24, 0) },
};

const constant: OpenCase = {
  name: "4, everything constant",
  source: "EMHASS #279",
  problem: {
    slotMinutes: 60,
    importPerKwh: times(23, 0.2),
    exportPerKwh: times(23, 0.1),
    loadKwh: times(23, 1),
    pvKwh: times(23, 0.4),
    battery: { ...battery([1, 10], 5, 5), endKwh: 5, wearPerKwh: 1 },
    grid: GRID,
    terminalValuePerKwh: 0,
  },
  objective: 2.76,
  bill: 2.76,
  flows: { importKwh: times(23, 0.6), chargeKwh: times(23, 0), dischargeKwh: times(23, 0) },
};

const feedInCap: OpenCase = {
  name: "5, feed-in cap",
  source: "evcc-optimizer pull request #93",
  problem: {
    slotMinutes: 60,
    importPerKwh: times(4, 0.3),
    exportPerKwh: times(4, 0.1),
    loadKwh: times(4, 0),
    pvKwh: [0, 6, 0, 0],
    battery: { ...battery([0, 10], 0, 6), dischargeKw: 0 },
    grid: { importKw: 1000, exportKw: 2 },
    terminalValuePerKwh: 0.1,
  },
  objective: -0.58,
  flows: { chargeKwh: [0, 4, 0, 0], exportKwh: [0, 2, 0, 0], curtailKwh: times(4, 0) },
};

const startBelowMinimum: OpenCase = {
  name: "6, start below the minimum",
  source: "EMHASS #390",
  problem: {
    slotMinutes: 60,
    importPerKwh: [0.25, 0.1, 0.3, 0.3],
    exportPerKwh: times(4, 0.05),
    loadKwh: times(4, 0.5),
    pvKwh: times(4, 0),
    battery: battery([1.5, 10], 1.4, 3),
    grid: GRID,
    terminalValuePerKwh: 0.1,
  },
  objective: 0.1621,
  bill: 0.3121,
  flows: { chargeKwh: [0.1053, null, null, null], dischargeKwh: [0, null, null, null] },
};

const startAboveMaximum: OpenCase = {
  name: "7, start above the maximum",
  source: "EOS #798",
  problem: {
    slotMinutes: 60,
    importPerKwh: [0.3, 0.287, 0.3, 0.3],
    exportPerKwh: times(4, 0.07),
    loadKwh: times(4, 0.4),
    pvKwh: [0.2, 0, 0, 0],
    battery: { ...battery([1, 8], 9.4, 3), chargeKw: 1.6 },
    grid: GRID,
    terminalValuePerKwh: 0.2,
  },
  objective: -1.58526,
  bill: 0,
  flows: { chargeKwh: times(4, 0), dischargeKwh: [0.2, 0.4, 0.4, 0.4] },
  endKwh: 7.9263,
};

const cheapestSlot: OpenCase = {
  name: "8, cheapest slot before the peak",
  source: "batcontrol #237",
  problem: {
    slotMinutes: 60,
    importPerKwh: [0.285, 0.285, 0.27, 0.255, 0.26, 0.31, 0.38, 0.41, 0.4, 0.33],
    exportPerKwh: times(10, 0.08),
    loadKwh: [1.6, 1.6, 1.5, 1.4, 1.4, 1.6, 2.2, 2.4, 2.2, 1.8],
    pvKwh: times(10, 0),
    battery: battery([1, 9], 1.5, 5, 0.92),
    grid: GRID,
    terminalValuePerKwh: 0.2,
  },
  objective: 4.8378,
  bill: 5.0378,
  flows: { chargeKwh: [0, 0, 0, 5, 3.1522, 0, 0, 0, 0, 0] },
};

const pendulum = (startKwh: number, known?: { objective: number; bill: number }): OpenCase => ({
  name: `9, pendulum of 10 Wh, start ${startKwh} kWh`,
  source: "batcontrol #198",
  problem: {
    slotMinutes: 15,
    importPerKwh: [0.34, 0.34, 0.35, 0.36, 0.38, 0.38, 0.36, 0.3],
    exportPerKwh: times(8, 0.08),
    loadKwh: times(8, 0.12),
    pvKwh: times(8, 0),
    battery: battery([1.3, 10], startKwh, 5, 0.9),
    grid: GRID,
    terminalValuePerKwh: 0.2,
  },
  objective: known?.objective ?? Number.NaN,
  ...(known === undefined ? {} : { bill: known.bill }),
  flows: { chargeKwh: times(8, 0) },
});

const preCharge: OpenCase = {
  name: "10, pre-charge that knows its losses",
  source: "EOS #215 and pull request #226",
  problem: {
    slotMinutes: 60,
    importPerKwh: [...times(8, 0.1), ...times(16, 0.2)],
    exportPerKwh: times(24, 0),
    loadKwh: times(24, 0.5),
    pvKwh: times(24, 0),
    battery: { ...battery([0, 10], 0, 5), chargeEfficiency: 0.8, dischargeEfficiency: 1 },
    grid: GRID,
    terminalValuePerKwh: 0,
  },
  objective: 1.4,
  bill: 1.4,
  flows: { importKwh: [...new Array<null>(8).fill(null), ...times(16, 0)] },
};

const dumpAtHorizon = (terminalValuePerKwh: number, objective: number): OpenCase => ({
  name: `11, dump at the horizon, end value ${terminalValuePerKwh}`,
  source: "HAEO #288, hsem #638, evcc #31114",
  problem: {
    slotMinutes: 60,
    importPerKwh: [0.22, 0.22, 0.24, 0.24],
    exportPerKwh: [0.04, 0.04, 0.05, 0.04],
    loadKwh: times(4, 0.5),
    pvKwh: times(4, 0),
    battery: battery([1, 10], 8, 5),
    grid: { importKw: 1000, exportKw: 5 },
    terminalValuePerKwh,
  },
  objective,
  ...(terminalValuePerKwh > 0 ? { flows: { exportKwh: times(4, 0), dischargeKwh: times(4, 0.5) } } : {}),
});

const endValueOrExport = (terminalValuePerKwh: number, objective: number, endKwh: number): OpenCase => ({
  name: `12, end value ${terminalValuePerKwh} against export`,
  source: "evcc-optimizer #68",
  problem: {
    slotMinutes: 60,
    importPerKwh: [0.3, 0.12, 0.11, 0.1, 0.26, 0.32],
    exportPerKwh: times(6, 0.12),
    loadKwh: times(6, 0.4),
    pvKwh: [0, 4, 4, 3, 0, 0],
    battery: battery([0.5, 8], 2, 4, 0.9),
    grid: GRID,
    terminalValuePerKwh,
  },
  objective,
  endKwh,
});

const scaled = (factor: number): OpenCase => ({
  name: `13, energies and powers times ${factor}`,
  source: "EOS #614",
  problem: {
    slotMinutes: 60,
    importPerKwh: [0.3, 0.3, 0.2, 0.2, 0.35, 0.4],
    exportPerKwh: times(6, 0.08),
    loadKwh: [0.5, 0.5, 0.6, 0.7, 0.9, 1].map((kwh) => kwh * factor),
    pvKwh: [0, 2, 3, 2.5, 0.5, 0].map((kwh) => kwh * factor),
    battery: battery([0.5 * factor, 5 * factor], factor, 2.5 * factor),
    grid: { importKw: 1000 * factor, exportKw: 1000 * factor },
    terminalValuePerKwh: 0.15,
  },
  objective: -0.5985 * factor,
});

const capacityCharge = (peakFloorKw: number, objective: number, bill?: number): OpenCase => ({
  name: `14, capacity charge, billing floor ${peakFloorKw} kW`,
  source: "EMHASS #540 and #623",
  problem: {
    slotMinutes: 15,
    importPerKwh: [...times(8, 0.1), ...times(8, 0.3)],
    exportPerKwh: times(16, 0.03),
    loadKwh: [...times(8, 0.3), ...times(8, 0.9)],
    pvKwh: times(16, 0),
    battery: battery([1, 10], 1, 5),
    grid: { ...GRID, peakPricePerKw: 4, peakFloorKw },
    terminalValuePerKwh: 0,
  },
  objective,
  ...(bill === undefined ? { flows: { importKwh: times(16, 2.4615 / 4) } } : { bill }),
});

const CLIPPING = {
  slotMinutes: 60,
  importPerKwh: times(10, 0.28),
  exportPerKwh: times(10, 0.15),
  loadKwh: times(10, 0.3),
  pvKwh: [2, 4, 5.5, 6.3, 6.6, 6.4, 5.6, 4.2, 2, 0.3],
  grid: { importKw: 1000, exportKw: 5 },
  terminalValuePerKwh: 0.16,
} as const;

const hybridClipping: OpenCase = {
  name: "15, hybrid inverter that would clip",
  source: "EMHASS #220",
  problem: {
    ...CLIPPING,
    battery: battery([1, 9.5], 6, 3.6, 0.98),
    inverter: { kind: "hybrid", acKw: 5, dcAcEfficiency: 0.97 },
  },
  objective: -6.7861,
  flows: { dischargeKwh: [1.0136, ...new Array<null>(9).fill(null)] },
};

const acTwin: OpenCase = {
  name: "15, its AC-coupled twin",
  source: "EMHASS #220",
  problem: { ...CLIPPING, battery: battery([1, 9.5], 6, 3.6) },
  objective: -6.9492,
};

/** The fifteen cases, with their variants; an objective that no source gives is NaN. */
export const OPEN_CASES: readonly OpenCase[] = [
  pumping(10),
  pumping(100),
  negativeExport,
  smallSpread,
  constant,
  feedInCap,
  startBelowMinimum,
  startAboveMaximum,
  cheapestSlot,
  pendulum(2.02, { objective: -0.1587, bill: 0.1013 }),
  pendulum(2),
  pendulum(2.04),
  preCharge,
  dumpAtHorizon(0, -0.231),
  dumpAtHorizon(0.2, -1.1789),
  endValueOrExport(0.0891, -1.2386, 0.5),
  endValueOrExport(0.14, -1.3403, 7.1111),
  scaled(1),
  scaled(10),
  capacityCharge(0, 11.8152),
  capacityCharge(5, 21.1023, 1.1023),
  hybridClipping,
  acTwin,
];
