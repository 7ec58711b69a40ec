import type { Battery, Future, SimulationInputs } from "../model/inputs.ts";
import type { Schedule } from "../plan/schedule.ts";

const STEP_COUNT = 60;

/**
 * The small home of the kernel's self-test: a hybrid with a curved battery, a car, a diverter, carbon and a level
 * to keep, so that every table is read.
 */
export function probeInputs(): SimulationInputs {
  const series = (value: (step: number) => number): Float64Array =>
    Float64Array.from({ length: STEP_COUNT }, (_, step) => value(step));
  const importPencePerKwh = series((step) => ((step * 7) % 31) - 2);
  const future = (name: Future["name"], sun: number): Future => ({
    name,
    loadKwh: series((step) => 0.02 + ((step * 13) % 29) / 100),
    pvKwh: series((step) => (sun * ((step * 5) % 23)) / 23),
    chargeRateScaling: name === "pv10" ? 0.8 : 1,
    importPencePerKwh,
  });
  return {
    profile: "predbat",
    nowMinute: 1290,
    stepCount: STEP_COUNT,
    endRecordStep: STEP_COUNT,
    importPencePerKwh,
    exportPencePerKwh: series((step) => (step * 11) % 17),
    carbonGramsPerKwh: series((step) => 100 + step),
    futures: [future("nominal", 0.4), future("pv10", 0.2), future("pv90", 0.6)],
    battery: PROBE_BATTERY,
    inverter: { isHybrid: true, limitKw: 3, exportLimitKw: 1.2, efficiency: 0.96 },
    cars: [PROBE_CAR],
    diverter: PROBE_DIVERTER,
    options: PROBE_OPTIONS,
    costSoFarPence: 100,
    exportSoFarKwh: 1,
    carbonSoFarGrams: 10,
    standingChargePencePerDay: 60,
    terminalValuePencePerKwh: 12,
    pv10Weight: 0.18,
    pv90Weight: 0.15,
    carbonPencePerKg: 0,
  };
}

const PROBE_CAR: SimulationInputs["cars"][number] = {
  slots: [{ startMinute: 1320, endMinute: 1350, kwh: 1.5, pencePerKwh: 9 }],
  startKwh: 2,
  limitKwh: 40,
  efficiency: 0.92,
};

const PROBE_DIVERTER: NonNullable<SimulationInputs["diverter"]> = {
  isSolar: true,
  isCharging: true,
  isOnExport: false,
  preventsDischarge: true,
  maxEnergyKwh: 1.5,
  maxPowerKw: 1.2,
  minPowerKw: 0.5,
  todayKwh: 0.4,
  maxImportPencePerKwh: 100,
  maxExportPencePerKwh: 100,
  plannedSlots: [{ startMinute: 1410, endMinute: 1440, kwh: 0.5 }],
};

const PROBE_OPTIONS: SimulationInputs["options"] = {
  lowPowerExport: true,
  freezeExportEnabled: true,
  freezeOnly: false,
  reserveEnabled: true,
  dischargeDuringCharge: true,
  chargeDuringExport: true,
  exportOnPv: false,
  carsUseBattery: false,
  carsInLoad: true,
  keepKwh: 1,
  keepWeight: 0.5,
};

const PROBE_BATTERY: Battery = {
  capacityKwh: 5.2,
  reserveKwh: 0.38,
  startKwh: 3.1,
  chargeKw: 0.9,
  dischargeKw: 2.6,
  dcChargeKw: 2.4,
  exportKw: 1.998,
  minimumRateKw: 0.025,
  chargeEfficiency: 0.97,
  dischargeEfficiency: 0.96,
  chargeCurve: Float64Array.from({ length: 101 }, (_, percent) => (percent < 70 ? 1 : 1.7 - percent / 100)),
  dischargeCurve: Float64Array.from({ length: 101 }, (_, percent) => (percent > 20 ? 1 : 0.6 + percent / 50)),
  temperatureChargeCapKw: 5.2,
  temperatureDischargeCapKw: 5.2,
  chargeRateScaling: 1,
  dischargeRateScaling: 1,
  wearPencePerKwh: 0,
};

/** A plan of the probe home that passes through every mode. */
export const PROBE_SCHEDULE: Schedule = [
  { endStep: 6, chargeTargetKwh: 0, exportTargetPercent: 100 },
  { endStep: 14, chargeTargetKwh: 0, exportTargetPercent: 30.3 },
  { endStep: 22, chargeTargetKwh: 0.38, exportTargetPercent: 100 },
  { endStep: 36, chargeTargetKwh: 4.6, exportTargetPercent: 100 },
  { endStep: 44, chargeTargetKwh: 0, exportTargetPercent: 99 },
  { endStep: 52, chargeTargetKwh: 5.2, exportTargetPercent: 100 },
  { endStep: STEP_COUNT, chargeTargetKwh: 0, exportTargetPercent: 4 },
];
