import { cloudedByPeer, cloudedKeepingSum, cloudShare } from "../forecast/cloud.ts";
import { type DayProfile, loadForecast, type PvForecast, pvForecast } from "../forecast/dayForecast.ts";
import { type PlannedBoost, planBoosts } from "../forecast/diverterPlan.ts";
import {
  type Battery,
  type Car,
  type Diverter,
  type Future,
  type FutureName,
  type Profile,
  type SimulationInputs,
  STEP_MINUTES,
} from "../model/inputs.ts";
import { averagedOverStep, pricesWithoutRun, sampledAtStart } from "../tariff/stepPrices.ts";
import { terminalValuePencePerKwh } from "../tariff/terminalValue.ts";
import { type FoundWindows, findWindows } from "../tariff/windows.ts";
import type { LoadScaling, SuiteScenario } from "./suiteScenario.ts";
import { DAY_MINUTES } from "./suiteScenario.ts";
import * as site from "./suiteSite.ts";

const HORIZON_MINUTES = 1440;
const STEP_COUNT = HORIZON_MINUTES / STEP_MINUTES;
/** The tariff is known to the first minute of the day after tomorrow, that minute included. */
const KNOWN_TARIFF_MINUTES = 2 * DAY_MINUTES;

/**
 * What the simulation of one suite home reads, one day ahead from the home's own start.
 * @param profile  `predbat` takes prices at a step's first minute, clouds PV10 only and charges slower there;
 *                 `physical` averages prices over the step and lets clouds pass, keeping the day's sum, in every future
 * @see household model, sections 1, 2, 9.2
 */
export function deriveInputs(scenario: SuiteScenario, profile: Profile): SimulationInputs {
  const { profiles } = scenario;
  const ofSteps = profile === "predbat" ? sampledAtStart : averagedOverStep;
  const importPencePerKwh = ofSteps(dayProfile(scenario, profiles.importPencePerKwh));
  const diverter = deriveDiverter(scenario, importPencePerKwh);
  return {
    profile,
    nowMinute: scenario.nowMinute,
    stepCount: STEP_COUNT,
    endRecordStep: STEP_COUNT,
    importPencePerKwh,
    exportPencePerKwh: ofSteps(dayProfile(scenario, profiles.exportPencePerKwh)),
    carbonGramsPerKwh: ofSteps(dayProfile(scenario, profiles.carbonGramsPerKwh)),
    futures: deriveFutures(scenario, profile, importPencePerKwh),
    battery: deriveBattery(scenario),
    inverter: { ...scenario.inverter, efficiency: site.INVERTER_EFFICIENCY },
    cars: scenario.cars.map(deriveCar),
    ...(diverter === undefined ? {} : { diverter }),
    options: {
      lowPowerExport: scenario.lowPowerExport,
      freezeExportEnabled: true,
      freezeOnly: false,
      reserveEnabled: true,
      dischargeDuringCharge: true,
      chargeDuringExport: true,
      exportOnPv: true,
      carsUseBattery: false,
      carsInLoad: true,
      keepKwh: 0,
      keepWeight: site.KEEP_WEIGHT,
    },
    costSoFarPence: site.COST_SO_FAR_PENCE,
    exportSoFarKwh: 0,
    carbonSoFarGrams: 0,
    standingChargePencePerDay: site.STANDING_CHARGE_PENCE_PER_DAY,
    terminalValuePencePerKwh: deriveTerminalValue(scenario),
    pv10Weight: site.PV10_WEIGHT,
    pv90Weight: site.PV90_WEIGHT,
    carbonPencePerKg: 0,
  };
}

function dayProfile({ nowMinute }: SuiteScenario, perMinute: Float64Array): DayProfile {
  return { perMinute, nowMinute, stepCount: STEP_COUNT };
}

/** Nominal, PV10 and PV90: sun, load and prices of each. */
function deriveFutures(
  scenario: SuiteScenario,
  profile: Profile,
  importPencePerKwh: Float64Array,
): SimulationInputs["futures"] {
  const load = dayProfile(scenario, scenario.profiles.loadKwh);
  const [nominalPv, pv10Pv, pv90Pv] = derivePv(scenario, profile);
  const scale = orderedScaling(scenario.loadScaling);
  const future = (name: FutureName, pvKwh: Float64Array): Future => ({
    name,
    loadKwh: loadForecast(load, {
      scale: scale[name],
      inDayFactor: site.IN_DAY_FACTOR,
      baseLoadKw: site.BASE_LOAD_KW,
    }),
    pvKwh,
    chargeRateScaling: name === "pv10" && profile === "predbat" ? site.PV10_CHARGE_SCALING : 1,
    importPencePerKwh:
      name === "pv10" && scenario.intelligentRun !== undefined
        ? pricesWithoutRun(
            importPencePerKwh,
            scenario.intelligentRun,
            dayProfile(scenario, scenario.profiles.importPencePerKwh),
          )
        : importPencePerKwh,
  });
  return [future("nominal", nominalPv), future("pv10", pv10Pv), future("pv90", pv90Pv)];
}

/** The heaviest load goes with the least sun, the lightest with the most, whatever order the file gives. */
function orderedScaling({ nominal, pv10, pv90 }: LoadScaling): LoadScaling {
  return { nominal, pv10: Math.max(nominal, pv10, pv90), pv90: Math.min(nominal, pv10, pv90) };
}

function derivePv(
  scenario: SuiteScenario,
  profile: Profile,
): readonly [nominal: Float64Array, pv10: Float64Array, pv90: Float64Array] {
  const sun = dayProfile(scenario, scenario.profiles.pvKw);
  const nominal = pvForecast(sun, 1);
  const pv10 = pvForecast(sun, site.PV10_FACTOR);
  const pv90 = pvForecast(sun, site.PV90_FACTOR);
  const share = cloudShare(sumOf(nominal), sumOf(pv10));
  const { nowMinute } = scenario;
  if (profile === "predbat") {
    return [nominal.pvKwh, cloudedByPeer({ ...pv10, nowMinute }, share), pv90.pvKwh];
  }
  const clouded = ({ pvKwh }: PvForecast): Float64Array => cloudedKeepingSum({ pvKwh, nowMinute }, share);
  return [clouded(nominal), clouded(pv10), clouded(pv90)];
}

function sumOf({ pvKwh }: PvForecast): number {
  return pvKwh.reduce((sum, kwh) => sum + kwh, 0);
}

function deriveBattery({ battery }: SuiteScenario): Battery {
  const { capacityKwh, startPercent, chargeKw, dischargeKw } = battery;
  return {
    capacityKwh,
    reserveKwh: site.RESERVE_KWH,
    startKwh: (capacityKwh * startPercent) / 100,
    chargeKw,
    dischargeKw,
    dcChargeKw: site.DC_CHARGE_KW,
    exportKw: site.EXPORT_KW,
    minimumRateKw: site.MINIMUM_RATE_KW,
    chargeEfficiency: site.BATTERY_EFFICIENCY,
    dischargeEfficiency: site.BATTERY_EFFICIENCY,
    chargeCurve: site.suiteChargeCurve(),
    dischargeCurve: new Float64Array(101).fill(1),
    temperatureChargeCapKw: capacityKwh,
    temperatureDischargeCapKw: capacityKwh,
    chargeRateScaling: 1,
    dischargeRateScaling: 1,
    wearPencePerKwh: 0,
  };
}

function deriveCar({ batteryKwh, slots }: SuiteScenario["cars"][number]): Car {
  return { slots, startKwh: 0, limitKwh: batteryKwh, efficiency: site.CAR_EFFICIENCY };
}

function deriveDiverter(scenario: SuiteScenario, prices: Float64Array): Diverter | undefined {
  if (scenario.diverter === undefined) return undefined;
  const { isSmart: _, ...settings } = scenario.diverter;
  return {
    ...settings,
    minPowerKw: site.DIVERTER_MIN_POWER_KW,
    maxImportPencePerKwh: site.DIVERTER_MAX_PENCE_PER_KWH,
    maxExportPencePerKwh: site.DIVERTER_MAX_PENCE_PER_KWH,
    plannedSlots: planSuiteBoosts(scenario, prices).map(({ startMinute, endMinute, kwh }) => ({
      startMinute,
      endMinute,
      kwh,
    })),
  };
}

/**
 * The planned boosts of a home. A diverter that follows the sun or the charge window needs no plan, unless it is
 * told to be smart.
 * @param importPencePerKwh  import price of each step from the home's start on
 * @see household model, sections 2 (iBoost plan) and 9.8
 */
export function planSuiteBoosts(
  { diverter, nowMinute }: SuiteScenario,
  importPencePerKwh: Float64Array,
): PlannedBoost[] {
  if (diverter === undefined) return [];
  const { isSmart, isSolar, isCharging, maxEnergyKwh, maxPowerKw, todayKwh } = diverter;
  if ((isSolar || isCharging) && !isSmart) return [];
  const demand = { isSmart, maxEnergyKwhPerDay: maxEnergyKwh, maxPowerKw, todayKwh };
  return planBoosts({ ...demand, nowMinute, importPencePerKwh });
}

/**
 * The windows of a home in which charging or exporting can pay.
 * @see household model, sections 5.1 and 9.9
 */
export function suiteWindows({ profiles, nowMinute, cars }: SuiteScenario): FoundWindows {
  const { importPencePerKwh, exportPencePerKwh } = profiles;
  const horizonMinutes = HORIZON_MINUTES;
  return findWindows({
    importPencePerKwh,
    exportPencePerKwh,
    nowMinute,
    horizonMinutes,
    carCount: cars.length,
  });
}

function deriveTerminalValue({ profiles, nowMinute }: SuiteScenario): number {
  const { importPencePerKwh, exportPencePerKwh } = profiles;
  const endMinute = nowMinute + HORIZON_MINUTES;
  let cheapestImport = importPencePerKwh[endMinute % DAY_MINUTES]!;
  for (let minute = endMinute; minute <= KNOWN_TARIFF_MINUTES; minute += 1) {
    const price = importPencePerKwh[minute % DAY_MINUTES]!;
    if (price < cheapestImport) cheapestImport = price;
  }
  return terminalValuePencePerKwh({
    cheapestImport,
    dearestImport: importPencePerKwh.reduce((a, b) => Math.max(a, b)),
    dearestExport: exportPencePerKwh.reduce((a, b) => Math.max(a, b)),
    cheapestExport: exportPencePerKwh.reduce((a, b) => Math.min(a, b)),
    inverterEfficiency: site.INVERTER_EFFICIENCY,
    chargeEfficiency: site.BATTERY_EFFICIENCY,
    dischargeEfficiency: site.BATTERY_EFFICIENCY,
    wearPencePerKwh: 0,
  });
}
