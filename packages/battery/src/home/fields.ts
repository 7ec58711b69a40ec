import { BATTERY, CARS, DIVERTER } from "./deviceFields.ts";
import { dateTime, type Field, flag, needed, number, section, text } from "./fieldRow.ts";
import { HOUSEHOLD, type HomeSize, sizedQuantity } from "./homeSize.ts";
import { QUANTITIES, type Quantity } from "./quantities.ts";
import { LOAD, PRICES, SOLAR } from "./seriesFields.ts";

const HOME: readonly Field[] = [
  text("name", "What the report calls this home.", { fallback: "Home" }),
  text("timeZone", "IANA name of the home's time zone, such as Europe/London.", needed),
  text("currency", "ISO code of the money; `pence` stands for its hundredth.", { fallback: "GBP" }),
  dateTime("now", "When the plan begins, ISO with offset; rounded down to 5 minutes.", {
    fallbackWords: "the clock",
  }),
];

const PLAN: readonly Field[] = [
  section("plan", "How to plan.", { fallbackWords: "the defaults below" }),
  number("plan.hours", "hours", "How far ahead; shortened to the last known price.", { fallback: 24 }),
  number("plan.slotMinutes", "minutes", "Length of a slot: 5, 10, 15, 30 or 60.", { fallback: 30 }),
  number("plan.pv10Weight", "weight", "Weight of the future with poor sun and heavy use.", {
    fallback: 0.15,
  }),
  number("plan.pv90Weight", "weight", "Weight of the future with rich sun and light use.", {
    fallback: 0.15,
  }),
  number("plan.terminalValuePencePerKwh", "price", "Worth of a kWh left in the battery at the end.", {
    fallbackWords: "from the prices known from now on",
  }),
  number("plan.changePence", "money", "What each change of mode must save to be worth it.", {
    fallback: 0.2,
    minimum: 0,
  }),
  number("plan.keepPence", "money", "What staying with the previous plan may cost beside a new one.", {
    fallback: 1,
    minimum: 0,
  }),
  number("plan.carbonPencePerKg", "carbonPrice", "What a kg of carbon is worth to you.", { fallback: 0 }),
  section("soFar", "What today has cost and given already.", { fallbackWords: "nothing" }),
  number("soFar.costPence", "money", "Cost since midnight.", { fallback: 0 }),
  number("soFar.exportKwh", "energy", "Export since midnight.", { fallback: 0 }),
  number("soFar.carbonGrams", "carbon", "Carbon since midnight.", { fallback: 0 }),
];

const OPTIONS: readonly Field[] = [
  section("options", "Switches of the model.", { fallbackWords: "the defaults below" }),
  flag("options.lowPowerExport", "Forced exports may run at part power.", { fallback: false }),
  flag("options.freezeExportEnabled", "The battery can rest while panels export.", { fallback: true }),
  flag("options.freezeOnly", "Never export from the battery, only rest.", { fallback: false }),
  flag("options.reserveEnabled", "The inverter can hold its charge at a target.", { fallback: true }),
  flag("options.dischargeDuringCharge", "The battery may discharge in a charge window once full.", {
    fallback: true,
  }),
  flag("options.chargeDuringExport", "Panels over the export limit charge the battery.", { fallback: true }),
  flag("options.exportOnPv", "Forced exports are allowed while panels give.", { fallback: true }),
  flag("options.carsUseBattery", "The home battery may charge the car.", { fallback: false }),
  flag("options.carsInLoad", "The car is behind the home's meter.", { fallback: true }),
  number("options.keepKwh", "energy", "Stay above this where it costs little.", { fallback: 0 }),
  number("options.keepWeight", "weight", "How much staying above keepKwh counts.", { fallback: 0.5 }),
];

/** Every field of a home file, in the order of the file. */
export const FIELDS: readonly Field[] = [
  ...HOME,
  ...BATTERY,
  ...PRICES,
  ...SOLAR,
  ...LOAD,
  ...CARS,
  ...DIVERTER,
  ...PLAN,
  ...OPTIONS,
];

const BY_PATH: ReadonlyMap<string, Field> = new Map(FIELDS.map((each) => [each.path, each]));

/** The row of the table for a path such as `cars[].name`. @throws RangeError when the table has none */
export function fieldAt(path: string): Field {
  const found = BY_PATH.get(path);
  if (found === undefined) throw new RangeError(`no field ${path} in the table of the home file`);
  return found;
}

const NAMES_BY_SECTION = new Map<string, readonly string[]>();

/** Names that may stand directly inside a section (or in a list's items); the top is the empty path. */
export function namesInside(path: string): readonly string[] {
  const known = NAMES_BY_SECTION.get(path);
  if (known !== undefined) return known;
  const prefix = path === "" ? "" : `${path}.`;
  const names = FIELDS.flatMap((each) => {
    const name = each.path.slice(prefix.length);
    return each.path.startsWith(prefix) && /^\w+$/.test(name) ? [name] : [];
  });
  NAMES_BY_SECTION.set(path, names);
  return names;
}

/** The range and unit of a number field, with the field's own bounds, in a home of some size. */
export function quantityOf(each: Field, size: HomeSize = HOUSEHOLD): Quantity {
  const quantity: Quantity = QUANTITIES[each.quantity ?? "factor"];
  const own = {
    ...quantity,
    minimum: each.minimum ?? quantity.minimum,
    maximum: each.maximum ?? quantity.maximum,
  };
  return sizedQuantity(own, size);
}
