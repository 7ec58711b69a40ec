import type { PricedSlots } from "../cars/slotOffers.ts";
import { cheapestOffers } from "../cars/slotOffers.ts";
import { formatLocal, nextWallMinute } from "../clock/zone.ts";
import type { Diverter, SimulationInputs } from "../model/inputs.ts";
import {
  type FlexibleBoost,
  flexibleBoost,
  type HeatWish,
  missingHeat,
  withBoosts,
} from "../water/heatWish.ts";
import type { Findings } from "./findings.ts";
import { type PlanClock, readPlannedTime } from "./plannedTimes.ts";
import type { Section } from "./section.ts";

/** The diverter, and the heat that is wanted of it where its boosts are the plan's to place. */
export interface ReadDiverter {
  readonly diverter: Diverter;
  readonly wish?: HeatWish;
}

/** Reads the solar diverter. */
export function readDiverter(section: Section, clock: PlanClock): ReadDiverter {
  const wish = readHeatWish(section, clock);
  const diverter = {
    isSolar: section.flag("solar"),
    isCharging: section.flag("charging"),
    // What is wanted by a time cannot wait for exports to end.
    isOnExport: section.flag("onExport") || wish !== undefined,
    preventsDischarge: section.flag("preventDischarge"),
    maxEnergyKwh: section.number("maxEnergyKwh"),
    maxPowerKw: section.number("maxPowerKw"),
    minPowerKw: section.number("minPowerKw"),
    todayKwh: section.number("todayKwh"),
    maxImportPencePerKwh: section.number("maxImportPencePerKwh"),
    maxExportPencePerKwh: section.number("maxExportPencePerKwh"),
    plannedSlots: section.sections("plan").flatMap((item) => {
      const time = readPlannedTime(item, clock);
      const kwh = item.number("kwh");
      return time === undefined ? [] : [{ ...time, kwh }];
    }),
  };
  if (wish !== undefined) checkWish(section, wish, diverter);
  return { diverter, ...(wish === undefined ? {} : { wish }) };
}

function readHeatWish(section: Section, clock: PlanClock): HeatWish | undefined {
  const readyBy = section.timeOfDay("readyBy") ?? 0;
  const needKwh = section.optionalNumber("needKwh");
  if (needKwh === undefined) return undefined;
  return { needKwh, readyByMs: nextWallMinute(clock.nowMs + 1, readyBy, clock.timeZone) };
}

/** Refuses what contradicts a wish for heat. */
function checkWish(section: Section, { needKwh }: HeatWish, { maxEnergyKwh }: Diverter): void {
  if (section.has("plan")) {
    section.findings.problem({
      at: section.at("plan"),
      what: "gives boosts, and needKwh asks the plan to place them",
      mend: "give one of plan and needKwh",
    });
  }
  if (section.has("onExport") && !section.flag("onExport")) {
    section.findings.problem({
      at: section.at("onExport"),
      what: "is false, and needKwh wants heat by a time that an export may fill",
      mend: "leave onExport out, or give plan instead of needKwh",
    });
  }
  if (needKwh <= maxEnergyKwh) return;
  section.findings.problem({
    at: section.at("needKwh"),
    what: `is ${needKwh} kWh, above the diverter's maxEnergyKwh ${maxEnergyKwh}`,
    mend: "lower it, or raise maxEnergyKwh",
  });
}

/** A home whose diverter boosts in the cheapest slots, from which planning may move the boosts. */
export interface HeatedHome {
  readonly inputs: SimulationInputs;
  readonly flexibleBoost?: FlexibleBoost;
}

/** Places the boosts that a wish for heat needs in the cheapest slots, and tells what cannot be had. */
export function placeBoosts(
  inputs: SimulationInputs,
  wish: HeatWish | undefined,
  priced: PricedSlots,
  { findings, clock }: { readonly findings: Findings; readonly clock: PlanClock },
): HeatedHome {
  if (wish === undefined) return { inputs };
  const boost = flexibleBoost(inputs, wish, clock.nowMs);
  if (boost === undefined) return { inputs };
  const heated = withBoosts(inputs, boost, cheapestOffers(boost.wish, priced), clock.nowMs);
  const missingKwh = missingHeat(heated, wish, clock.nowMs);
  if (missingKwh > 0.01) {
    findings.notice({
      kind: "shortened",
      at: "diverter.needKwh",
      what: `${missingKwh.toFixed(1)} of ${wish.needKwh} kWh of heat cannot be had by ${formatLocal(wish.readyByMs, clock.timeZone)}`,
      mend: "allow more time, more power, higher prices, more energy a day, or ask for less",
    });
  }
  return { inputs: heated, flexibleBoost: boost };
}
