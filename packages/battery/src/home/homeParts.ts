import { floorToMinutes, MINUTE_MS } from "../clock/slots.ts";
import { orderSpans, type TimeSeries } from "../clock/timeSeries.ts";
import { startOfDayMs } from "../clock/zone.ts";
import { type LoadForecast, readLoad } from "../forecast/readLoad.ts";
import { readSolar, type SolarForecast } from "../forecast/readSolar.ts";
import { type Inverter, type ModelOptions, STEP_MINUTES } from "../model/inputs.ts";
import { currencyOf } from "../tariff/currency.ts";
import { readTariff, type Tariff, type TimeRange } from "../tariff/readTariff.ts";
import { type ReadBattery, readBattery, readInverter } from "./battery.ts";
import { type CarWish, readCar } from "./cars.ts";
import { type ReadDiverter, readDiverter } from "./diverter.ts";
import type { Currency } from "./home.ts";
import { columnSpans, endRows, readIntervalTable } from "./intervals.ts";
import type { PlanClock } from "./plannedTimes.ts";
import { createReadMemory, type ReadMemory } from "./readMemory.ts";
import { Section, shown } from "./section.ts";
import type { ReadContext } from "./source.ts";

/** How to plan, from the sections `plan` and `soFar`. */
interface PlanSettings {
  readonly hours: number;
  readonly slotMinutes: number;
  readonly pv10Weight: number;
  readonly pv90Weight: number;
  readonly terminalValuePencePerKwh?: number;
  readonly changePence: number;
  readonly keepPence: number;
  readonly carbonPencePerKg: number;
  readonly costSoFarPence: number;
  readonly exportSoFarKwh: number;
  readonly carbonSoFarGrams: number;
}

/** A home file with its data files, read and checked, not yet laid on steps. */
export interface HomeParts {
  readonly name: string;
  readonly currency: Currency;
  readonly clock: PlanClock;
  readonly battery: ReadBattery;
  readonly inverter: Inverter;
  readonly importTariff: Tariff;
  readonly exportTariff: Tariff;
  readonly standingChargePencePerDay: number;
  readonly carbon?: TimeSeries;
  readonly solar?: SolarForecast;
  readonly load: LoadForecast;
  readonly cars: readonly CarWish[];
  readonly diverter?: ReadDiverter;
  readonly settings: PlanSettings;
  readonly options: ModelOptions;
}

/** What comes from outside the file. */
export interface HomeSurroundings {
  readonly readFile: (path: string) => string;
  /** Takes the place of the file's `now`, UTC epoch ms. */
  readonly now?: number;
  /** Time to plan from when neither `now` says it, UTC epoch ms. */
  readonly clock?: number;
  /** What was read before: of an edited file only what changed is read anew. */
  readonly memory?: ReadMemory;
}

const HOUR_MS = 60 * MINUTE_MS;
/** A fixed tariff is laid out so far past the longest plan, for the value of what is left at its end. */
const TARIFF_REACH_HOURS = 48;

/** Reads every part of a home. @throws InputError with everything that is wrong */
export function readParts(root: Section, surroundings: HomeSurroundings): HomeParts {
  const { findings } = root;
  const name = root.text("name");
  const currency = readCurrency(root);
  const clock = readClock(root, surroundings);
  const context: ReadContext = {
    findings,
    timeZone: clock.timeZone,
    currency,
    readFile: surroundings.readFile,
  };
  const settings = readSettings(root);
  const endMs = clock.nowMs + settings.hours * HOUR_MS;
  const battery = optional(root.section("battery"), readBattery);
  const inverter = optional(root.section("inverter"), readInverter);
  const reach = { fromMs: clock.firstMidnightMs, untilMs: endMs + TARIFF_REACH_HOURS * HOUR_MS };
  const memory = surroundings.memory ?? createReadMemory();
  const prices = optional(root.section("prices"), (section) => readPrices(section, reach, context, memory));
  const carbon = optional(root.section("carbon"), (section) => readCarbon(section, context));
  const solar = optional(root.section("solar"), (section) =>
    memory.solar.recall(section.fields, context, (watched) => readSolar(section, watched)),
  );
  const loadRange = { nowMs: clock.nowMs, untilMs: endMs, isNowKnown: clock.isNowKnown };
  const load = optional(root.section("load"), (section) =>
    memory.load.recall([section.fields, loadRange], context, (watched) =>
      readLoad(section, loadRange, watched),
    ),
  );
  const carSections = root.has("cars") ? root.sections("cars") : [];
  const cars = carSections.map((section, index) => readCar(section, index, clock));
  const diverter = optional(root.section("diverter"), (section) => readDiverter(section, clock));
  const options = readOptions(sectionOrDefaults(root, "options"));
  findings.throwIfAny();
  return {
    name,
    currency,
    clock,
    battery: checked(battery),
    inverter: checked(inverter),
    ...checked(prices),
    ...(carbon === undefined ? {} : { carbon }),
    ...(solar === undefined ? {} : { solar }),
    load: checked(load),
    cars,
    ...(diverter === undefined ? {} : { diverter }),
    settings,
    options,
  };
}

function readPrices(section: Section, reach: TimeRange, context: ReadContext, memory: ReadMemory) {
  const tariff = (name: "import" | "export"): Tariff => {
    const known = name === "import" ? memory.importTariff : memory.exportTariff;
    return known.recall([section.has(name), section.fields[name], reach], context, (watched) =>
      readTariff(section, name, reach, watched),
    );
  };
  return {
    importTariff: tariff("import"),
    exportTariff: tariff("export"),
    standingChargePencePerDay: section.number("standingChargePencePerDay"),
  };
}

function optional<Part>(section: Section | undefined, read: (section: Section) => Part): Part | undefined {
  return section === undefined ? undefined : read(section);
}

/** A needed part: its absence was reported and thrown before. */
function checked<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new TypeError("a part of the home that is needed was not checked");
  return part;
}

/** A section whose every field has a default, so that it may be left out as a whole. */
function sectionOrDefaults(root: Section, name: string): Section {
  return (root.has(name) ? root.section(name) : undefined) ?? new Section({}, name, name, root.findings);
}

function readCurrency(root: Section): Currency {
  const code = root.text("currency");
  const currency = currencyOf(code);
  if (currency !== undefined) return currency;
  root.findings.problem({
    at: "currency",
    what: `is ${shown(code)}, which is no ISO currency code`,
    mend: "write three capitals such as GBP or EUR",
  });
  return { code: "GBP", major: "£", minor: "p" };
}

/** Instants that a plan can begin at: dates far outside are slips of a digit, and the calendar has its own ends. */
const FIRST_YEAR_MS = 946_684_800_000; // 2000-01-01T00:00:00Z
const LAST_YEAR_MS = 4_102_444_800_000; // 2100-01-01T00:00:00Z

/** The clock of the plan, and whether the time it begins with is known. */
interface ReadClock extends PlanClock {
  readonly isNowKnown: boolean;
}

function readClock(root: Section, { now, clock }: HomeSurroundings): ReadClock {
  const timeZone = root.timeZone("timeZone") ?? "UTC";
  const written = root.has("now") ? root.stamp("now", timeZone) : undefined;
  const givenMs = now ?? written ?? clock;
  if (givenMs === undefined && !root.has("now")) {
    root.findings.problem({
      at: "now",
      what: "is missing, and no clock was given",
      mend: "add it, such as 2026-01-14T16:35:00Z",
    });
  } else if (givenMs !== undefined && !(givenMs >= FIRST_YEAR_MS && givenMs < LAST_YEAR_MS)) {
    root.findings.problem({
      at: "now",
      what: `is ${root.has("now") && now === undefined ? shown(root.fields.now) : givenMs}, which is not between the years 2000 and 2100`,
      mend: "give the time to plan from, such as 2026-01-14T16:35:00Z",
    });
  }
  const isUsable = givenMs !== undefined && givenMs >= FIRST_YEAR_MS && givenMs < LAST_YEAR_MS;
  const nowMs = floorToMinutes(isUsable ? givenMs : FIRST_YEAR_MS, STEP_MINUTES);
  return { nowMs, firstMidnightMs: startOfDayMs(nowMs, timeZone), timeZone, isNowKnown: isUsable };
}

const SLOT_MINUTES = [5, 10, 15, 30, 60];

function readSettings(root: Section): PlanSettings {
  const plan = sectionOrDefaults(root, "plan");
  const soFar = sectionOrDefaults(root, "soFar");
  const terminalValuePencePerKwh = plan.optionalNumber("terminalValuePencePerKwh");
  const slotMinutes = plan.number("slotMinutes");
  if (!SLOT_MINUTES.includes(slotMinutes)) {
    root.findings.problem({
      at: "plan.slotMinutes",
      what: `is ${slotMinutes}`,
      mend: `write one of ${SLOT_MINUTES.join(", ")}`,
    });
  }
  const pv10Weight = plan.number("pv10Weight");
  const pv90Weight = plan.number("pv90Weight");
  if (pv10Weight + pv90Weight > 1) {
    root.findings.problem({
      at: "plan.pv90Weight",
      what: `is ${pv90Weight}, which with pv10Weight ${pv10Weight} makes more than 1`,
      mend: "lower one of them: what they leave of 1 is the weight of the expected future",
    });
  }
  return {
    hours: plan.number("hours"),
    slotMinutes,
    pv10Weight,
    pv90Weight,
    ...(terminalValuePencePerKwh === undefined ? {} : { terminalValuePencePerKwh }),
    changePence: plan.number("changePence"),
    keepPence: plan.number("keepPence"),
    carbonPencePerKg: plan.number("carbonPencePerKg"),
    costSoFarPence: soFar.number("costPence"),
    exportSoFarKwh: soFar.number("exportKwh"),
    carbonSoFarGrams: soFar.number("carbonGrams"),
  };
}

function readCarbon(section: Section, context: ReadContext): TimeSeries {
  const form = section.oneOf(["csv", "rows"]);
  const rows = form === undefined ? [] : readIntervalTable(section, form, "carbon.rows[]", context);
  const spans = columnSpans(endRows(rows, "carbon", context), "value");
  return orderSpans(spans, { unit: "g/kWh", timeZone: context.timeZone }, context.findings);
}

function readOptions(section: Section): ModelOptions {
  return {
    lowPowerExport: section.flag("lowPowerExport"),
    freezeExportEnabled: section.flag("freezeExportEnabled"),
    freezeOnly: section.flag("freezeOnly"),
    reserveEnabled: section.flag("reserveEnabled"),
    dischargeDuringCharge: section.flag("dischargeDuringCharge"),
    chargeDuringExport: section.flag("chargeDuringExport"),
    exportOnPv: section.flag("exportOnPv"),
    carsUseBattery: section.flag("carsUseBattery"),
    carsInLoad: section.flag("carsInLoad"),
    keepKwh: section.number("keepKwh"),
    keepWeight: section.number("keepWeight"),
  };
}
