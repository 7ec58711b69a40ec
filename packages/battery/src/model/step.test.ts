import { describe, expect, it } from "vitest";
import { follow } from "../../test/model/follow.ts";

/** A step's battery flow, grid and charge afterwards, free of rounding noise. */
const flows = (steps: ReturnType<typeof follow>, count = 1) =>
  steps
    .slice(0, count)
    .map(({ flow, gridKwh, state }) =>
      [flow.batteryKwh, gridKwh, state.socKwh].map((kwh) => +kwh.toFixed(9) + 0),
    );

const flat = (below: number, from: number, value: number): Float64Array =>
  Float64Array.from({ length: 101 }, (_, percent) => (percent >= from ? value : below));

describe("demand", () => {
  it("serves the home, stores what the panels leave, and pays nothing", () => {
    const steps = follow({ load: [0.3, 0.1], pv: [0, 0.4] });
    expect(flows(steps, 2)).toEqual([
      [0.3, 0, 4.7],
      [-0.3, 0, 5],
    ]);
    expect(steps[1]!.state.costPence).toBe(0);
  });

  it("counts the losses of battery and inverter", () => {
    const battery = { chargeEfficiency: 0.9, dischargeEfficiency: 0.8 };
    const inverter = { efficiency: 0.5 };
    const [out, into] = flows(follow({ load: [0.1, 0], pv: [0, 0.2], battery, inverter }), 2);
    expect(out).toEqual([0.2, 0, 4.75]);
    // The peer's demand mode takes the panels' whole surplus as the battery's flow and draws its AC loss from the grid.
    expect(into).toEqual([-0.2, 0.2, 4.93]);
  });

  it("is limited by the inverter in both directions", () => {
    const inverter = { limitKw: 3.6 };
    expect(flows(follow({ load: [0.5], inverter }))).toEqual([[0.3, 0.2, 4.7]]);
    expect(flows(follow({ pv: [0.5], inverter }))).toEqual([[-0.3, -0.2, 5.3]]);
    // A hybrid's panels go into the battery past the inverter.
    expect(flows(follow({ pv: [0.5], inverter: { ...inverter, isHybrid: true } }))).toEqual([[-0.5, 0, 5.5]]);
  });

  it("is limited by the temperature, and never goes below the minimum rate", () => {
    const battery = { temperatureChargeCapKw: 1.2, temperatureDischargeCapKw: 2.4 };
    expect(flows(follow({ load: [0.5], battery }))).toEqual([[0.2, 0.3, 4.8]]);
    expect(flows(follow({ pv: [0.5], battery }))).toEqual([[-0.1, -0.4, 5.1]]);
    const frozen = { temperatureChargeCapKw: 0, temperatureDischargeCapKw: 0, minimumRateKw: 0.6 };
    expect(flows(follow({ load: [0.5], battery: frozen }))).toEqual([[0.05, 0.45, 4.95]]);
    expect(flows(follow({ pv: [0.5], battery: frozen }))).toEqual([[-0.05, -0.45, 5.05]]);
  });

  it("keeps the reserve, and a discharge from below it waits", () => {
    expect(flows(follow({ load: [0.5], battery: { startKwh: 1.2 } }), 2)).toEqual([
      [0.2, 0.3, 1],
      [0, 0.5, 1],
    ]);
    expect(flows(follow({ load: [0.5], battery: { startKwh: 0.4 } }))).toEqual([[0, 0.5, 0.4]]);
  });

  it("approaches a full battery by its charge efficiency in the peer's profile, and reaches it in the physical one", () => {
    const battery = { startKwh: 9.9, chargeEfficiency: 0.8 };
    expect(flows(follow({ pv: [0.5], battery }))).toEqual([[-0.08, -0.42, 9.964]]);
    expect(flows(follow({ profile: "physical", pv: [0.5], battery }))).toEqual([[-0.125, -0.375, 10]]);
  });

  it("reads the curves at the charge rounded to a tenth, ties to the even digit", () => {
    const battery = { capacityKwh: 1, reserveKwh: 0, dischargeCurve: flat(1, 30, 0.5), dischargeKw: 6 };
    // 0.25 kWh rounds to 0.2, below the knee at 30 percent; 0.26 rounds to 0.3.
    expect(flows(follow({ load: [0.5], battery: { ...battery, startKwh: 0.25 } }))).toEqual([
      [0.25, 0.25, 0],
    ]);
    expect(flows(follow({ load: [0.5], battery: { ...battery, startKwh: 0.26 } }))).toEqual([
      [0.25, 0.25, 0.01],
    ]);
  });

  it("reads a hybrid's DC curve at the unrounded charge", () => {
    const battery = { chargeCurve: flat(1, 52, 0.5), startKwh: 5.14, dcChargeKw: 6 };
    const inverter = { isHybrid: true };
    expect(flows(follow({ pv: [0.5], battery, inverter }))).toEqual([[-0.5, 0, 5.64]]);
    expect(flows(follow({ pv: [0.5], battery: { ...battery, startKwh: 5.15 }, inverter }))).toEqual([
      [-0.25, -0.25, 5.4],
    ]);
  });
});

describe("charge windows", () => {
  it("charge at the full rate from the grid up to the target, then hold it", () => {
    const steps = follow({ load: [0.1] }, { chargeTargetKwh: 5.7 });
    expect(flows(steps, 3)).toEqual([
      [-0.5, 0.6, 5.5],
      [-0.2, 0.3, 5.7],
      [0, 0.1, 5.7],
    ]);
    expect(steps.slice(0, 3).map(({ mode }) => mode)).toEqual(["charge", "charge", "hold"]);
    expect(steps[2]!.state.importBatteryKwh).toBeCloseTo(1, 9);
    expect(steps[2]!.state.importHouseKwh).toBe(0);
  });

  it("let panels carry the battery past the target", () => {
    expect(flows(follow({ pv: [0.4] }, { chargeTargetKwh: 5.1 }))).toEqual([[-0.4, 0, 5.4]]);
  });

  it("approach a target by the efficiency in the peer's profile, and reach it in the physical one", () => {
    const battery = { chargeEfficiency: 0.8 };
    expect(flows(follow({ battery }, { chargeTargetKwh: 5.1 }))).toEqual([[-0.1, 0.1, 5.08]]);
    expect(flows(follow({ profile: "physical", battery }, { chargeTargetKwh: 5.1 }))).toEqual([
      [-0.125, 0.125, 5.1],
    ]);
  });

  it("hold the minimum discharge within one percent above the target, and serve the home above that", () => {
    const load = [0.3];
    const told = { chargeTargetKwh: 4.9 };
    const options = { reserveEnabled: false };
    expect(flows(follow({ load, options }, told))).toEqual([[0.01, 0.29, 4.99]]);
    expect(flows(follow({ load, options, battery: { startKwh: 5.1 } }, told))).toEqual([[0.3, 0, 4.8]]);
    // With the reserve at hand, the target is the floor.
    expect(flows(follow({ load, battery: { startKwh: 5.1 } }, told))).toEqual([[0.2, 0.1, 4.9]]);
  });

  it("hold what is stored when the target is the reserve by whole percents", () => {
    const told = { chargeTargetKwh: 1.04 };
    expect(flows(follow({ load: [0.3] }, told))).toEqual([[0, 0.3, 5]]);
    expect(flows(follow({ load: [0.3], battery: { startKwh: 0.8 } }, told), 2)).toEqual([
      [-0.2, 0.5, 1],
      [0, 0.3, 1],
    ]);
    expect(flows(follow({ load: [0.3] }, { chargeTargetKwh: 1.06 }))).toEqual([[0.3, 0, 4.7]]);
  });

  it("never discharge where that is switched off", () => {
    const options = { dischargeDuringCharge: false, reserveEnabled: false };
    expect(flows(follow({ load: [0.3], options }, { chargeTargetKwh: 2 }))).toEqual([[0.01, 0.29, 4.99]]);
  });

  it("charge a hybrid past its AC rate by what the panels give", () => {
    const battery = { chargeKw: 1.2, dcChargeKw: 3.6 };
    const inverter = { isHybrid: true };
    const told = { chargeTargetKwh: 10 };
    expect(flows(follow({ battery, inverter }, told))).toEqual([[-0.1, 0.1, 5.1]]);
    expect(flows(follow({ battery, inverter, pv: [0.25] }, told))).toEqual([[-0.25, 0, 5.25]]);
    expect(flows(follow({ battery, inverter, pv: [0.5] }, told))).toEqual([[-0.3, -0.2, 5.3]]);
  });

  it("count the import of a part-step charge although the panels' sum would do", () => {
    const steps = follow({ pv: [0.2], inverter: { isHybrid: true } }, { chargeTargetKwh: 5.1 });
    // The target needs 1 minute at 0.1 kWh a minute, in which the panels give 0.04 kWh: 0.06 kWh at 20 p.
    expect(steps[0]!.state.keepPence).toBeCloseTo(1.2, 9);
  });
});

describe("forced export", () => {
  it("exports at its own rate down to the target, and may overshoot it by one step", () => {
    const battery = { exportKw: 3, dischargeKw: 1 };
    const steps = follow({ load: [0.05], battery }, { exportTargetPercent: 48 });
    expect(flows(steps, 2)).toEqual([
      [0.25, -0.2, 4.75],
      [0.05, 0, 4.7],
    ]);
    expect(steps.slice(0, 2).map(({ mode }) => mode)).toEqual(["export", "demand"]);
  });

  it("is slowed by the target's fraction where the home allows that, down to the minimum rate", () => {
    const told = { exportTargetPercent: 10.25 };
    expect(flows(follow({}, told))).toEqual([[0.375, -0.375, 4.625]]);
    expect(flows(follow({ options: { lowPowerExport: false } }, told))).toEqual([[0.5, -0.5, 4.5]]);
    expect(flows(follow({ battery: { minimumRateKw: 5.4 } }, told))).toEqual([[0.45, -0.45, 4.55]]);
  });

  it("stops at the reserve, and at 99 percent there is none", () => {
    expect(follow({ battery: { startKwh: 1 } }, { exportTargetPercent: 0 })[0]!.mode).toBe("demand");
    expect(follow({ battery: { startKwh: 10 } }, { exportTargetPercent: 98.9 })[0]!.mode).toBe("export");
    expect(follow({ battery: { startKwh: 10 } }, { exportTargetPercent: 99 })[0]!.mode).toBe("freezeExport");
    expect(follow({ battery: { startKwh: 10 } }, { exportTargetPercent: 99.5 })[0]!.mode).toBe("demand");
  });

  it("gives way to the panels at the export limit, and charges from them when they alone exceed it", () => {
    const told = { exportTargetPercent: 0 };
    const inverter = { exportLimitKw: 4.8 };
    expect(flows(follow({ pv: [0.3], inverter }, told))).toEqual([[0.1, -0.4, 4.9]]);
    expect(flows(follow({ pv: [0.6], inverter }, told))).toEqual([[-0.2, -0.4, 5.2]]);
    const resting = { chargeDuringExport: false };
    expect(flows(follow({ pv: [0.6], inverter, options: resting }, told))).toEqual([[0, -0.4, 5]]);
  });

  it("gives way to the panels in a hybrid inverter, and charges when they exceed it", () => {
    const told = { exportTargetPercent: 0 };
    const inverter = { isHybrid: true, limitKw: 6 };
    expect(flows(follow({ pv: [0.3], inverter }, told))).toEqual([[0.2, -0.5, 4.8]]);
    expect(flows(follow({ pv: [0.7], inverter }, told))).toEqual([[-0.2, -0.5, 5.2]]);
  });

  it("is dear while the panels give, where that is switched off", () => {
    const options = { exportOnPv: false };
    const steps = follow({ pv: [0.2], exportPence: [10], options }, { exportTargetPercent: 0 });
    expect(steps[0]!.state.keepPence).toBeCloseTo(0.2 * 10 * 5, 9);
    expect(follow({ options }, { exportTargetPercent: 0 })[0]!.state.keepPence).toBe(0);
  });
});

describe("freeze export", () => {
  it("rests the battery, and takes only what the export limit would lose", () => {
    const told = { exportTargetPercent: 99 };
    expect(flows(follow({ load: [0.1], pv: [0.4] }, told))).toEqual([[0, -0.3, 5]]);
    expect(flows(follow({ load: [0.4] }, told))).toEqual([[0, 0.4, 5]]);
    expect(flows(follow({ pv: [0.4], inverter: { exportLimitKw: 3 } }, told))).toEqual([
      [-0.15, -0.25, 5.15],
    ]);
  });

  it("takes the place of every export where only freezing is allowed, and of none where it is not", () => {
    expect(follow({ options: { freezeOnly: true } }, { exportTargetPercent: 20 })[0]!.mode).toBe(
      "freezeExport",
    );
    const options = { freezeExportEnabled: false };
    expect(follow({ options }, { exportTargetPercent: 99 })[0]!.mode).toBe("demand");
  });
});

describe("limits", () => {
  it("cut a hybrid's battery to the inverter, then its panels", () => {
    const inverter = { isHybrid: true, limitKw: 3.6 };
    // (i) a charge from the grid beyond the inverter.
    expect(flows(follow({ inverter }, { chargeTargetKwh: 10 }))).toEqual([[-0.3, 0.3, 5.3]]);
    // (iii) panels that neither battery nor inverter take are lost.
    const full = { startKwh: 10 };
    expect(flows(follow({ pv: [0.8], inverter, battery: full }))).toEqual([[0, -0.3, 10]]);
  });

  it("clip panels behind an inverter of their own, and at the export limit", () => {
    const [step] = follow({ pv: [0.8], inverter: { pvAcLimitKw: 6 }, battery: { startKwh: 10 } });
    expect(step!.energies.pvKwh).toBe(0.5);
    expect(step!.gridKwh).toBe(-0.5);
    const battery = { startKwh: 10 };
    expect(flows(follow({ pv: [0.8], inverter: { exportLimitKw: 3 }, battery }))).toEqual([[0, -0.25, 10]]);
  });
});

describe("what is recorded", () => {
  it("is the lowest charge at the first step that reached it, in absolute minutes", () => {
    const steps = follow({ load: [0.3, 0.3, 0, 0], pv: [0, 0, 0.6, 0] });
    expect([steps[3]!.state.socMinKwh, steps[3]!.state.socMinMinute]).toEqual([4.4, 605]);
    // Above every end of a step stands the capacity, at now.
    const full = follow({ battery: { startKwh: 10 } });
    expect([full[0]!.state.socMinKwh, full[0]!.state.socMinMinute]).toEqual([10, 600]);
  });

  it("is carbon both ways", () => {
    const carbonGramsPerKwh = new Float64Array(12).fill(200);
    const battery = { startKwh: 1 };
    const [, , after] = follow({ load: [0.5, 0, 0], pv: [0, 0, 0.7], battery, carbonGramsPerKwh });
    expect(after!.state.carbonGrams).toBeCloseTo(200 * 0.5 - 200 * 0.2, 9);
  });

  it("is a penalty for too little kept, rising over four hours until the first forced export", () => {
    const options = { keepKwh: 6, keepWeight: 0.5 };
    const waiting = follow({ options, stepCount: 60 });
    // Step 12 begins after 60 minutes: a quarter of the weight.
    const inStep12 = waiting[12]!.state.keepPence - waiting[11]!.state.keepPence;
    expect(inStep12).toBeCloseTo(((6 - 5) * 20 * 0.5 * 0.25 * 5) / 60, 9);
    const inStep55 = waiting[55]!.state.keepPence - waiting[54]!.state.keepPence;
    expect(inStep55).toBeCloseTo((20 * 0.5 * 5) / 60, 9);
    const exporting = follow({ options }, { exportTargetPercent: 0 });
    expect(exporting[0]!.state.keepPence).toBe(0);
    expect(exporting[1]!.state.keepPence).toBeCloseTo(((6 - 4) * 20 * 0.5 * 5) / 60, 9);
  });

  it("prices that penalty at the future's own import price", () => {
    const dear = new Float64Array(12).fill(40);
    const series = new Float64Array(12);
    const future = { loadKwh: series, pvKwh: series, chargeRateScaling: 1, importPencePerKwh: dear };
    const futures = [
      { name: "nominal", ...future },
      { name: "pv10", ...future },
      { name: "pv90", ...future },
    ] as const;
    const keep = (changes: object) =>
      follow({ options: { keepKwh: 6 }, ...changes }, {}, 1).at(-1)!.state.keepPence;
    expect(keep({ futures })).toBeCloseTo(2 * keep({}), 9);
  });
});
