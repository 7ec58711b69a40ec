import type { DayProfiles, SuiteScenario } from "./suiteScenario.ts";

/**
 * Homes as a file of the suite format: JSON, which is YAML too, one home a line. The same homes give the same
 * bytes, and reading them back gives the same homes.
 * @see household model, section 2
 */
export function writeSuiteScenarios(scenarios: readonly SuiteScenario[]): string {
  return `{"scenarios":[\n${scenarios.map((home) => JSON.stringify(homeFields(home))).join(",\n")}\n]}\n`;
}

function homeFields({ id, seed, profiles, ...home }: SuiteScenario): object {
  return { id, seed, params: paramFields(home), data: dataFields(profiles) };
}

function paramFields(home: Omit<SuiteScenario, "id" | "seed" | "profiles">): object {
  const { battery, inverter, intelligentRun, tariffKinds } = home;
  return {
    clock: { minutes_now: home.nowMinute },
    battery: {
      soc_max_kwh: battery.capacityKwh,
      initial_soc_percent: battery.startPercent,
      rate_max_charge_kw: battery.chargeKw,
      rate_max_discharge_kw: battery.dischargeKw,
    },
    inverter: {
      hybrid: inverter.isHybrid,
      inverter_limit_kw: inverter.limitKw,
      export_limit_kw: inverter.exportLimitKw,
    },
    load_scaling: home.loadScaling,
    cars: {
      num_cars: home.cars.length,
      battery_kwh: home.cars.map(({ batteryKwh }) => batteryKwh),
      slots: home.cars.map(({ slots }) =>
        slots.map(({ startMinute, endMinute, kwh }) => ({ start: startMinute, end: endMinute, kwh })),
      ),
    },
    iog: {
      enabled: intelligentRun !== undefined,
      run_start_minute: intelligentRun?.startMinute ?? 0,
      run_slots: intelligentRun?.slotCount ?? 0,
    },
    features: featureFields(home),
    ...(tariffKinds === undefined
      ? {}
      : { import_rates: { type: tariffKinds.import }, export_rates: { type: tariffKinds.export } }),
  };
}

function featureFields({
  lowPowerExport,
  diverter,
}: Pick<SuiteScenario, "lowPowerExport" | "diverter">): object {
  const always = { set_export_low_power: lowPowerExport, iboost_enable: diverter !== undefined };
  if (diverter === undefined) return always;
  return {
    ...always,
    iboost_solar: diverter.isSolar,
    iboost_smart: diverter.isSmart,
    iboost_charging: diverter.isCharging,
    iboost_on_export: diverter.isOnExport,
    iboost_prevent_discharge: diverter.preventsDischarge,
    iboost_max_energy: diverter.maxEnergyKwh,
    iboost_max_power_kw: diverter.maxPowerKw,
    iboost_today: diverter.todayKwh,
  };
}

function dataFields(profiles: DayProfiles): object {
  const hasCarbon = profiles.carbonGramsPerKwh.some((grams) => grams !== 0);
  return {
    rate_import_day: Array.from(profiles.importPencePerKwh),
    rate_export_day: Array.from(profiles.exportPencePerKwh),
    load_day_kwh: Array.from(profiles.loadKwh),
    pv_day_kw: Array.from(profiles.pvKw),
    ...(hasCarbon ? { carbon_g_per_kwh_day: Array.from(profiles.carbonGramsPerKwh) } : {}),
  };
}
