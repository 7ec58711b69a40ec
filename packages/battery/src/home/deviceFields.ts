import {
  choice,
  curve,
  type Field,
  flag,
  list,
  needed,
  number,
  section,
  text,
  timeOfDay,
} from "./fieldRow.ts";

/** Battery and inverter. */
export const BATTERY: readonly Field[] = [
  section("battery", "The battery.", needed),
  number("battery.capacityKwh", "energy", "Usable capacity.", { ...needed, minimum: 0.1 }),
  number(
    "battery.socPercent",
    "percent",
    "Charge now, in percent of capacity (this or socKwh); outside 0 to 100 is planned, and flagged.",
    {
      minimum: -10,
      maximum: 150,
    },
  ),
  number("battery.socKwh", "energy", "Charge now, in kWh (this or socPercent).", { minimum: -20 }),
  number("battery.reservePercent", "percent", "Never discharged below (this or reserveKwh).", {
    fallback: 4,
  }),
  number("battery.reserveKwh", "energy", "Never discharged below, in kWh (this or reservePercent)."),
  number("battery.chargeKw", "power", "Highest charge power.", needed),
  number("battery.dischargeKw", "power", "Highest discharge power.", needed),
  number("battery.dcChargeKw", "power", "Hybrid: highest power from panels to battery.", {
    fallbackWords: "battery.chargeKw",
  }),
  number("battery.exportKw", "power", "Highest battery power of a forced export.", {
    fallbackWords: "battery.dischargeKw",
  }),
  number("battery.minimumRateKw", "power", "Lowest battery power that can be set.", { fallback: 0 }),
  number("battery.chargeEfficiency", "efficiency", "Share of charged energy that is stored.", {
    fallback: 0.97,
  }),
  number("battery.dischargeEfficiency", "efficiency", "Share of stored energy that comes out.", {
    fallback: 0.97,
  }),
  curve(
    "battery.chargeCurve",
    "Factor on the charge power from a percentage up, such as {90: 0.9, 97: 0.4}.",
    {
      fallbackWords: "1 throughout",
    },
  ),
  curve("battery.dischargeCurve", "Factor on the discharge power from a percentage up.", {
    fallbackWords: "1 throughout",
  }),
  number("battery.temperatureChargeCapKw", "power", "Cap on charge power in the present cold.", {
    fallbackWords: "no cap",
  }),
  number("battery.temperatureDischargeCapKw", "power", "Cap on discharge power in the present cold.", {
    fallbackWords: "no cap",
  }),
  number("battery.chargeRateScaling", "factor", "Factor on every charge power.", { fallback: 1 }),
  number("battery.dischargeRateScaling", "factor", "Factor on every discharge power.", { fallback: 1 }),
  number("battery.wearPencePerKwh", "price", "Cost of wear for each kWh in or out.", {
    fallback: 0,
    minimum: 0,
    maximum: 100,
  }),
  section("inverter", "The inverter.", needed),
  flag("inverter.hybrid", "true: panels and battery share it; false: panels have their own.", needed),
  number("inverter.limitKw", "power", "Highest AC power.", { ...needed, minimum: 0.05 }),
  number("inverter.exportLimitKw", "power", "Highest power to the grid.", {
    fallbackWords: "inverter.limitKw",
  }),
  number("inverter.efficiency", "efficiency", "DC to AC and back.", { fallback: 0.96 }),
  number("inverter.pvAcLimitKw", "power", "Not hybrid: limit of the panels' own inverter.", {
    fallbackWords: "none",
  }),
];

/** Cars. */
export const CARS: readonly Field[] = [
  list("cars", "Electric cars that will be charged.", { fallbackWords: "none" }),
  text("cars[].name", "What the report calls the car.", { fallbackWords: "Car 1, Car 2" }),
  number("cars[].batteryKwh", "energy", "Capacity of the car's battery.", { ...needed, minimum: 1 }),
  number("cars[].chargeKw", "power", "Power drawn while it charges.", { fallback: 7.4, minimum: 0.1 }),
  number("cars[].minimumKw", "power", "Lowest power it charges at; below it charges not at all.", {
    fallback: 0,
  }),
  number("cars[].socPercent", "percent", "Charge of the car now.", { fallback: 0 }),
  number("cars[].targetPercent", "percent", "Charge wanted (this or needKwh)."),
  number("cars[].needKwh", "energy", "Energy wanted in its battery (this or targetPercent)."),
  timeOfDay(
    "cars[].chargeFrom",
    "Local time from which it may charge, before readyBy; may be past midnight.",
    {
      fallbackWords: "at once",
    },
  ),
  timeOfDay("cars[].readyBy", "Local time by which it must be charged.", { fallback: "07:00" }),
  number("cars[].efficiency", "efficiency", "Share of the drawn energy that the car stores.", {
    fallback: 0.92,
  }),
  choice(
    "cars[].plan",
    "cheapest (the cheapest slots from chargeFrom to readyBy), or a list of {start, end, kwh}.",
    {
      fallback: "cheapest",
    },
  ),
  text("cars[].plan[].start", "Local time of day, or ISO date and time.", needed),
  text("cars[].plan[].end", "Local time of day, or ISO date and time.", needed),
  number("cars[].plan[].kwh", "energy", "Energy drawn in the slot.", {
    fallbackWords: "chargeKw throughout",
  }),
  number("cars[].plan[].pencePerKwh", "price", "The supplier's own price of the slot.", {
    fallbackWords: "the import price",
  }),
];

/** Solar diverter. */
export const DIVERTER: readonly Field[] = [
  section("diverter", "Solar diverter (immersion heater).", { fallbackWords: "none" }),
  flag("diverter.solar", "Takes what the panels give over.", { fallback: true }),
  flag("diverter.charging", "Heats while the battery charges from the grid.", { fallback: false }),
  flag("diverter.onExport", "May heat during a forced export; with needKwh it always may.", {
    fallback: false,
  }),
  flag("diverter.preventDischarge", "The battery rests while it heats.", { fallback: false }),
  number("diverter.maxEnergyKwh", "energy", "Most energy a day.", { fallback: 3 }),
  number("diverter.maxPowerKw", "power", "Highest power.", { fallback: 2.4 }),
  number("diverter.minPowerKw", "power", "Panels must give more than this.", { fallback: 0.5 }),
  number("diverter.todayKwh", "energy", "Already taken today.", { fallback: 0 }),
  number("diverter.maxImportPencePerKwh", "price", "Heats only while import costs no more.", {
    fallback: 100,
  }),
  number("diverter.maxExportPencePerKwh", "price", "Heats only while export earns no more.", {
    fallback: 100,
  }),
  number("diverter.needKwh", "energy", "Heat wanted by readyBy; boosts are placed where they cost least.", {
    fallbackWords: "none",
    minimum: 0.01,
  }),
  timeOfDay("diverter.readyBy", "Local time by which needKwh is wanted.", { fallback: "07:00" }),
  list("diverter.plan", "Boosts of your own: a list of {start, end, kwh} (this or needKwh).", {
    fallbackWords: "none",
  }),
  text("diverter.plan[].start", "Local time of day, or ISO date and time.", needed),
  text("diverter.plan[].end", "Local time of day, or ISO date and time.", needed),
  number("diverter.plan[].kwh", "energy", "Energy of the boost.", needed),
];
