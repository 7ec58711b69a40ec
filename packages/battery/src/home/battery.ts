import type { Battery, Inverter } from "../model/inputs.ts";
import type { Home } from "./home.ts";
import { tidy } from "./quantities.ts";
import { isFields, type Section, shown } from "./section.ts";

/** A battery as the file gives it, and whether its charge was outside the limits. */
export interface ReadBattery {
  readonly battery: Battery;
  readonly socFlag?: NonNullable<Home["socFlag"]>;
}

/** Reads the battery; one that is hybrid charges from panels at most at dcChargeKw. */
export function readBattery(section: Section): ReadBattery {
  const capacityKwh = section.number("capacityKwh");
  const chargeKw = section.number("chargeKw");
  const dischargeKw = section.number("dischargeKw");
  const reserveKwh = readReserve(section, capacityKwh);
  const soc = readCharge(section, capacityKwh, reserveKwh);
  const dcChargeKw = derived(section, "dcChargeKw", chargeKw);
  const noCapKw = Math.max(chargeKw, dischargeKw, dcChargeKw, capacityKwh);
  const battery: Battery = {
    capacityKwh,
    reserveKwh,
    startKwh: soc.startKwh,
    chargeKw,
    dischargeKw,
    dcChargeKw,
    exportKw: derived(section, "exportKw", dischargeKw),
    minimumRateKw: section.number("minimumRateKw"),
    chargeEfficiency: section.number("chargeEfficiency"),
    dischargeEfficiency: section.number("dischargeEfficiency"),
    chargeCurve: readCurve(section, "chargeCurve"),
    dischargeCurve: readCurve(section, "dischargeCurve"),
    temperatureChargeCapKw: section.optionalNumber("temperatureChargeCapKw") ?? noCapKw,
    temperatureDischargeCapKw: section.optionalNumber("temperatureDischargeCapKw") ?? noCapKw,
    chargeRateScaling: section.number("chargeRateScaling"),
    dischargeRateScaling: section.number("dischargeRateScaling"),
    wearPencePerKwh: section.number("wearPencePerKwh"),
  };
  return soc.socFlag === undefined ? { battery } : { battery, socFlag: soc.socFlag };
}

/** Reads the inverter. */
export function readInverter(section: Section): Inverter {
  const isHybrid = section.flag("hybrid");
  const limitKw = section.number("limitKw");
  const pvAcLimitKw = section.optionalNumber("pvAcLimitKw");
  if (isHybrid && pvAcLimitKw !== undefined) {
    section.findings.problem({
      at: section.at("pvAcLimitKw"),
      what: `is ${pvAcLimitKw} kW, but the panels of a hybrid have no inverter of their own`,
      mend: "remove it, or set hybrid: false",
    });
  }
  return {
    isHybrid,
    limitKw,
    exportLimitKw: derived(section, "exportLimitKw", limitKw),
    efficiency: section.number("efficiency"),
    ...(pvAcLimitKw === undefined ? {} : { pvAcLimitKw }),
  };
}

/** A number whose default is another field's value. */
function derived(section: Section, name: string, fallback: number): number {
  const value = section.optionalNumber(name);
  if (value === undefined && !section.has(name)) section.findings.assume(section.at(name), String(fallback));
  return value ?? fallback;
}

function readReserve(section: Section, capacityKwh: number): number {
  if (section.has("reserveKwh") && section.has("reservePercent")) {
    section.oneOf(["reserveKwh", "reservePercent"]);
    return 0;
  }
  const reserveKwh = section.has("reserveKwh") ? section.optionalNumber("reserveKwh") : undefined;
  if (reserveKwh === undefined) return (capacityKwh * section.number("reservePercent")) / 100;
  if (reserveKwh <= capacityKwh) return reserveKwh;
  section.findings.problem({
    at: section.at("reserveKwh"),
    what: `is ${reserveKwh} kWh, more than the whole capacity of ${capacityKwh} kWh`,
    mend: "give what must always stay in the battery, such as 0.4",
  });
  return 0;
}

function readCharge(
  section: Section,
  capacityKwh: number,
  reserveKwh: number,
): { readonly startKwh: number; readonly socFlag?: NonNullable<Home["socFlag"]> } {
  const form = section.oneOf(["socPercent", "socKwh"]);
  if (form === undefined) return { startKwh: 0 };
  const given = section.optionalNumber(form) ?? 0;
  const readKwh = form === "socPercent" ? (capacityKwh * given) / 100 : given;
  const percent = (100 * readKwh) / capacityKwh;
  const at = section.at(form);
  const unit = form === "socPercent" ? "%" : "kWh";
  if (percent > 150 || percent < -10) {
    section.findings.problem({
      at,
      what: `is ${given} ${unit}, which no battery of ${capacityKwh} kWh can hold`,
      mend: `give the charge in ${unit}, from 0 to ${form === "socPercent" ? 100 : capacityKwh}`,
    });
    return { startKwh: 0 };
  }
  if (form === "socPercent" && given > 0 && given < 1) {
    section.findings.notice({
      kind: "suspicious",
      at,
      what: `is ${given} %, which looks like a share of 1`,
      mend: `write ${tidy(given * 100)} if it is`,
    });
  }
  if (readKwh > capacityKwh) {
    section.findings.notice({
      kind: "suspicious",
      at,
      what: `is ${given} ${unit}, above the capacity of ${capacityKwh} kWh; planned as full, with no charge until it is lower`,
      mend: "check the sensor, or battery.capacityKwh",
    });
    return { startKwh: capacityKwh, socFlag: "aboveCapacity" };
  }
  const startKwh = Math.max(readKwh, 0);
  if (startKwh === 0) {
    section.findings.notice({
      kind: "suspicious",
      at,
      what: `is ${given === 0 ? "exactly 0" : given} ${unit}, which is more often a sensor without a value than an empty battery; planned as empty`,
      mend: "check the sensor",
    });
  }
  if (startKwh >= reserveKwh) return { startKwh };
  section.findings.notice({
    kind: "suspicious",
    at,
    what: `is ${given} ${unit}, below the reserve of ${Number(reserveKwh.toFixed(2))} kWh; planned with no discharge until it is above`,
    mend: "check the sensor, or battery.reservePercent",
  });
  return { startKwh, socFlag: "belowReserve" };
}

const PERCENTS = 101;

/** Factor at each whole percent: a given one holds from its percentage up to the next given one. */
function readCurve(section: Section, name: string): Float64Array {
  const curve = new Float64Array(PERCENTS).fill(1);
  const value = section.raw(name);
  if (value === undefined) return curve;
  const at = section.at(name);
  if (!isFields(value)) {
    section.findings.problem({
      at,
      what: `is ${shown(value)}, but must be factors by percentage`,
      mend: "write it like {90: 0.9, 97: 0.4}",
    });
    return curve;
  }
  for (const [percentText, factor] of Object.entries(value)) {
    const percent = /^\d{1,3}$/.test(percentText) ? Number(percentText) : Number.NaN;
    const isRight = percent <= 100 && typeof factor === "number" && factor >= 0 && factor <= 1;
    if (isRight) {
      curve.fill(factor, percent);
      continue;
    }
    section.findings.problem({
      at: `${at}.${percentText}`,
      what: `is ${shown(factor)}, but must be a factor from 0 to 1 at a whole percentage from 0 to 100`,
      mend: "write it like {90: 0.9, 97: 0.4}",
    });
  }
  return curve;
}
