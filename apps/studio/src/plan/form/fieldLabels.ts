/** Short names of fields for the form; what is not here is named by its own words. */
const LABELS: Readonly<Record<string, string>> = {
  "battery.capacityKwh": "Capacity",
  "battery.socPercent": "Charge now",
  "battery.socKwh": "Charge now",
  "battery.reservePercent": "Reserve",
  "battery.reserveKwh": "Reserve",
  "battery.chargeKw": "Charge power",
  "battery.dischargeKw": "Discharge power",
  "battery.dcChargeKw": "Power from panels",
  "battery.exportKw": "Power of exports",
  "battery.minimumRateKw": "Lowest power",
  "battery.chargeEfficiency": "Efficiency in",
  "battery.dischargeEfficiency": "Efficiency out",
  "battery.temperatureChargeCapKw": "Cold cap in",
  "battery.temperatureDischargeCapKw": "Cold cap out",
  "battery.chargeRateScaling": "Charge factor",
  "battery.dischargeRateScaling": "Discharge factor",
  "battery.wearPencePerKwh": "Wear",
  "inverter.hybrid": "Shared by panels",
  "inverter.limitKw": "AC power",
  "inverter.exportLimitKw": "Power to the grid",
  "inverter.efficiency": "Efficiency",
  "inverter.pvAcLimitKw": "Panels' inverter",
  "prices.standingChargePencePerDay": "Standing charge",
  "solar.scaling": "Factor on the sun",
  "solar.p10Factor": "Poor sun",
  "solar.p90Factor": "Rich sun",
  "load.kwhPerDay": "Use a day",
  "load.scaling": "Factor on the use",
  "load.heavyFactor": "Heavy use",
  "load.lightFactor": "Light use",
  "plan.hours": "How far ahead",
  "plan.slotMinutes": "Length of a slot",
  "plan.pv10Weight": "Weight of poor sun",
  "plan.pv90Weight": "Weight of rich sun",
  "plan.terminalValuePencePerKwh": "Worth at the end",
  "plan.changePence": "A change must save",
  "plan.keepPence": "Staying may cost",
  "plan.carbonPencePerKg": "Worth of carbon",
  "cars[].batteryKwh": "Battery",
  "cars[].chargeKw": "Power",
  "cars[].minimumKw": "Lowest power",
  "cars[].socPercent": "Charge now",
  "cars[].targetPercent": "Wanted",
  "cars[].needKwh": "Wanted",
  "cars[].chargeFrom": "Charge from",
  "cars[].readyBy": "Ready by",
  "cars[].efficiency": "Efficiency",
  "cars[].name": "Name",
  "diverter.solar": "Takes spare sun",
  "diverter.charging": "Heats while charging",
  "diverter.onExport": "Heats while exporting",
  "diverter.preventDischarge": "Battery rests then",
  "diverter.maxEnergyKwh": "Most a day",
  "diverter.maxPowerKw": "Highest power",
  "diverter.minPowerKw": "Sun it waits for",
  "diverter.todayKwh": "Taken today",
  "diverter.maxImportPencePerKwh": "Buys up to",
  "diverter.maxExportPencePerKwh": "Sun worth up to",
  "diverter.needKwh": "Heat wanted",
  "diverter.readyBy": "Heat by",
  "options.keepKwh": "Stay above",
  "options.keepWeight": "How firmly",
  "soFar.costPence": "Cost today",
  "soFar.exportKwh": "Export today",
  "soFar.carbonGrams": "Carbon today",
  timeZone: "Time zone",
  now: "Plan from",
  currency: "Currency",
  name: "Name",
};

const UNITS = /(PencePerKwh|PencePerDay|PencePerKg|Pence|Percent|Kwh|Kw|Grams)$/;

/** What the form calls a field of the table. */
export function fieldLabel(path: string): string {
  const known = LABELS[path];
  if (known !== undefined) return known;
  const name = path.slice(path.lastIndexOf(".") + 1).replace(UNITS, "");
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words of the table in which fields of the file stand by the names they have in the form. */
export function inFormWords(words: string): string {
  return words.replace(FIELD_PATH, (path) => LABELS[path] ?? path);
}

/** Names of parts of the home file, as the form has them. */
const PARTS: Readonly<Record<string, string>> = {
  battery: "Battery",
  inverter: "Inverter",
  "prices.import": "Buying",
  "prices.export": "Selling",
  solar: "Sun",
  load: "Home use",
  diverter: "Hot water from the sun",
};

const FIELD_PATH = /\b[a-z][a-zA-Z]*(?:\[\d*\])?\.[a-zA-Z0-9]+\b/g;

/** What the form calls a place of the home file, such as `cars[0].needKwh`; undefined where the form has it not. */
export function placeLabel(path: string): string | undefined {
  const car = /^cars\[(\d+)\]/.exec(path)?.[1];
  const known = LABELS[path.replace(/\[\d+\]/g, "[]")];
  if (car === undefined) return known ?? PARTS[path];
  const carName = `Car ${Number(car) + 1}`;
  return known === undefined ? carName : `${carName}, ${known}`;
}

/**
 * What a reader tells of a place in the home file, with its fields by the names they have in the form.
 * @param at  the place, such as `cars[0].needKwh`, in whose section bare names of fields are looked for
 */
export function tellingInFormWords(at: string, words: string): string {
  const section = /^[a-z]+(?:\[\d+\])?(?=\.)/.exec(at)?.[0].replace(/\[\d+\]/, "[]");
  return words
    .replace(FIELD_PATH, (path) => quoted(placeLabel(path), path))
    .replace(/`now`/g, "“Plan from”")
    .replace(/([Rr])emove the section `(\w+)`/g, (whole, letter, name) => {
      const part = PARTS[name];
      return part === undefined ? whole : `${letter === "R" ? "C" : "c"}hoose “None” under “${part}”`;
    })
    .replace(/\b[a-z]+[A-Z][a-zA-Z]*\b/g, (name) => quoted(LABELS[`${section}.${name}`], name));
}

function quoted(label: string | undefined, otherwise: string): string {
  return label === undefined ? otherwise : `“${label}”`;
}

/** A note of a plan, `place: what; remedy`, in the form's words. */
export function noteInFormWords(note: string): string {
  const [at = "", ...rest] = note.split(": ");
  const words = tellingInFormWords(at, rest.join(": "));
  return rest.length === 0 ? note : `${placeLabel(at) ?? at}: ${words}`;
}
