import { meanSteps, priceSteps, type SteppedPrices } from "../clock/resample.ts";
import { gapsWithin } from "../clock/timeSeries.ts";
import type { Profile, SimulationInputs } from "../model/inputs.ts";
import { flexibleCars, planCar } from "./cars.ts";
import { placeBoosts } from "./diverter.ts";
import { Findings } from "./findings.ts";
import { homeFutures } from "./futures.ts";
import type { Home } from "./home.ts";
import { parseHomeFile } from "./homeFile.ts";
import { type HomeParts, type HomeSurroundings, readParts } from "./homeParts.ts";
import { HOUSEHOLD, homeSize } from "./homeSize.ts";
import { effectivePrices, type Horizon, planHorizon, tellHoles } from "./horizon.ts";
import { homeProvenance } from "./provenance.ts";
import { isFields, Section } from "./section.ts";
import { homeTerminalValue } from "./terminalValue.ts";

/** What reading a home needs beside its text. */
export interface ReadHomeOptions extends HomeSurroundings {
  /** `physical` unless given. */
  readonly profile?: Profile;
}

/**
 * Reads a home file (YAML) and the data files it names into everything that planning and reporting need.
 * @throws InputError (code `home`) with everything that is wrong: path, value, remedy
 */
export function readHome(text: string, options: ReadHomeOptions): Home {
  const parse = (each: string): unknown => parseHomeFile(each, new Findings());
  const fields = options.memory === undefined ? parse(text) : options.memory.fields.recall(text, parse);
  const findings = new Findings(isFields(fields) ? homeSize(fields.battery) : HOUSEHOLD);
  const root = new Section(fields, "", "", findings);
  const parts = readParts(root, options);
  const horizon = planHorizon(parts, findings);
  checkSun(parts, horizon, findings);
  return assembleHome(parts, horizon, options.profile ?? "physical", findings);
}

function assembleHome(parts: HomeParts, horizon: Horizon, profile: Profile, findings: Findings): Home {
  const { clock, settings, battery } = parts;
  const importPrices = steppedPrices(parts, "import", horizon, profile, findings);
  const exportPrices = steppedPrices(parts, "export", horizon, profile, findings);
  const priced = {
    slots: horizon.slots,
    nowMinute: horizon.nowMinute,
    importPencePerKwh: importPrices.prices,
  };
  const cars = parts.cars.map((wish) => planCar(wish, priced, findings, clock.timeZone));
  const terminalValue = homeTerminalValue(parts, horizon);
  const inputs: SimulationInputs = {
    profile,
    nowMinute: horizon.nowMinute,
    stepCount: horizon.grid.stepCount,
    endRecordStep: horizon.grid.stepCount,
    importPencePerKwh: importPrices.prices,
    exportPencePerKwh: exportPrices.prices,
    carbonGramsPerKwh: carbonSteps(parts, horizon, findings),
    futures: homeFutures(parts, horizon, profile, importPrices.prices),
    battery: battery.battery,
    inverter: parts.inverter,
    cars: cars.map(({ car }) => car),
    ...(parts.diverter === undefined ? {} : { diverter: parts.diverter.diverter }),
    options: parts.options,
    costSoFarPence: settings.costSoFarPence,
    exportSoFarKwh: settings.exportSoFarKwh,
    carbonSoFarGrams: settings.carbonSoFarGrams,
    standingChargePencePerDay: parts.standingChargePencePerDay,
    terminalValuePencePerKwh: terminalValue.pencePerKwh,
    pv10Weight: settings.pv10Weight,
    pv90Weight: settings.pv90Weight,
    carbonPencePerKg: settings.carbonPencePerKg,
  };
  const heated = placeBoosts(inputs, parts.diverter?.wish, priced, { findings, clock });
  return {
    name: parts.name,
    timeZone: clock.timeZone,
    currency: parts.currency,
    ...heated,
    changePence: settings.changePence,
    keepPence: settings.keepPence,
    slots: horizon.slots,
    nowMs: clock.nowMs,
    firstMidnightMs: clock.firstMidnightMs,
    horizonEndMs: horizon.endMs,
    midnightMinutes: horizon.midnightMinutes,
    ...(battery.socFlag === undefined ? {} : { socFlag: battery.socFlag }),
    terminalValue,
    cars: cars.map(({ plan }) => plan),
    flexibleCars: flexibleCars(parts.cars),
    notices: findings.notices,
    assumptions: findings.assumptions,
    provenance: homeProvenance(parts),
  };
}

function steppedPrices(
  parts: HomeParts,
  name: "import" | "export",
  { grid }: Horizon,
  profile: Profile,
  findings: Findings,
): SteppedPrices {
  const tariff = name === "import" ? parts.importTariff : parts.exportTariff;
  const stepped = priceSteps(effectivePrices(tariff), grid, profile === "physical" ? "mean" : "first");
  if (stepped.mixedStepCount > 0) {
    findings.notice({
      kind: "mended",
      at: `prices.${name}`,
      what: `${stepped.mixedStepCount} step(s) of ${grid.stepMinutes} minutes hold more than one price; ${profile === "physical" ? "their mean over time" : "the first one"} was taken`,
      mend: `let prices change on multiples of ${grid.stepMinutes} minutes`,
    });
  }
  return stepped;
}

function carbonSteps(parts: HomeParts, horizon: Horizon, findings: Findings): Float64Array {
  if (parts.carbon === undefined) return new Float64Array(horizon.grid.stepCount);
  const hole = { at: "carbon", what: "no intensity is known", mend: "give a longer table" };
  tellHoles(parts.carbon, hole, parts, horizon, findings);
  return meanSteps(parts.carbon, horizon.grid);
}

/** Refuses a forecast of the sun that is over; tells of holes. */
function checkSun(parts: HomeParts, horizon: Horizon, findings: Findings): void {
  if (parts.solar === undefined) return;
  const { expected } = parts.solar;
  const { nowMs } = parts.clock;
  const gaps = gapsWithin(expected, nowMs, horizon.endMs);
  const unknownMs = gaps.reduce((sum, gap) => sum + gap.untilMs - gap.fromMs, 0);
  if (unknownMs >= horizon.endMs - nowMs) {
    findings.problem({
      at: "solar",
      what: "has no forecast for any time of the plan",
      mend: "download a newer forecast, or remove the section `solar` if there are no panels",
    });
    findings.throwIfAny();
  }
  const hole = {
    at: "solar",
    what: "there is no forecast",
    mend: "download a newer or longer forecast (holes up to an hour are bridged)",
  };
  tellHoles(expected, hole, parts, horizon, findings);
}
