import { energySteps, type StepGrid, solarEnergySteps } from "../clock/resample.ts";
import { MINUTE_MS } from "../clock/slots.ts";
import { gapsWithin, type TimeSeries } from "../clock/timeSeries.ts";
import { cloudedByPeer, cloudedKeepingSum, cloudShare } from "../forecast/cloud.ts";
import { round4 } from "../model/decimalRounding.ts";
import type { Future, FutureName, Profile, SimulationInputs } from "../model/inputs.ts";
import { normalScale } from "../model/scaledInputs.ts";
import { BASE_LOAD_KW, PV10_CHARGE_SCALING } from "../scenario/suiteSite.ts";
import type { HomeParts } from "./homeParts.ts";
import type { Horizon } from "./horizon.ts";

/** Sun of the three futures, in kWh a step. */
type Suns = readonly [nominal: Float64Array, pv10: Float64Array, pv90: Float64Array];

/** Holes of a solar forecast up to this length are bridged by the mean of their neighbours. */
const BRIDGED_MS = 60 * MINUTE_MS;

/**
 * The three futures of a home, energies rounded. In the `physical` profile clouds pass in every
 * future and keep the day's sum; in `predbat` only in PV10, which also charges slower, and the load has a floor.
 * @see household model, sections 2, 4.9, 9.2
 */
export function homeFutures(
  parts: HomeParts,
  horizon: Horizon,
  profile: Profile,
  importPencePerKwh: Float64Array,
): SimulationInputs["futures"] {
  const rounding = roundingOf(profile, parts);
  const [nominalSun, pv10Sun, pv90Sun] = homeSuns(parts, horizon, profile, rounding);
  const baseKwh = energySteps(parts.load.series, horizon.grid);
  const floorKwh = profile === "predbat" ? (BASE_LOAD_KW * horizon.grid.stepMinutes) / 60 : 0;
  const future = (name: FutureName, pvKwh: Float64Array, loadFactor: number): Future => ({
    name,
    loadKwh: baseKwh.map((kwh) => rounding.round(Math.max(kwh, floorKwh) * loadFactor)),
    pvKwh,
    chargeRateScaling: name === "pv10" && profile === "predbat" ? PV10_CHARGE_SCALING : 1,
    importPencePerKwh,
  });
  return [
    future("nominal", nominalSun, 1),
    future("pv10", pv10Sun, parts.load.heavy),
    future("pv90", pv90Sun, parts.load.light),
  ];
}

/** How energies are rounded, and the scale that a battery of normal size has in the `physical` profile. */
interface Rounding {
  readonly scale: number;
  readonly round: (kwh: number) => number;
}

/** Energies of a home whose battery has a normal size are rounded to 4 decimals, of others as finely beside its size. */
function roundingOf(profile: Profile, { battery }: HomeParts): Rounding {
  const scale = normalScale(profile, battery.battery.capacityKwh);
  return { scale, round: (kwh) => round4(kwh * scale) / scale };
}

function homeSuns(
  { solar }: HomeParts,
  { grid, nowMinute }: Horizon,
  profile: Profile,
  { scale, round }: Rounding,
): Suns {
  if (solar === undefined) {
    return [
      new Float64Array(grid.stepCount),
      new Float64Array(grid.stepCount),
      new Float64Array(grid.stepCount),
    ];
  }
  const clear = [solar.expected, solar.poor, solar.rich].map((series) => clearSun(series, grid, round));
  const [nominal, pv10, pv90] = clear as [ClearSteps, ClearSteps, ClearSteps];
  const total = ({ pvKwh }: ClearSteps) => pvKwh.reduce((sum, kwh) => sum + kwh, 0);
  const share = cloudShare(total(nominal), total(pv10));
  if (profile === "predbat") {
    return [nominal.pvKwh, cloudedByPeer({ ...pv10, nowMinute }, share), pv90.pvKwh];
  }
  const clouded = ({ pvKwh }: ClearSteps) => {
    const normalKwh = pvKwh.map((kwh) => kwh * scale);
    return cloudedKeepingSum({ pvKwh: normalKwh, nowMinute }, share).map((kwh) => kwh / scale);
  };
  return [clouded(nominal), clouded(pv10), clouded(pv90)];
}

interface ClearSteps {
  readonly pvKwh: Float64Array;
  /** Energy of the step after the last. */
  readonly afterKwh: number;
}

function clearSun(series: TimeSeries, grid: StepGrid, round: Rounding["round"]): ClearSteps {
  const longer = { ...grid, stepCount: grid.stepCount + 1 };
  const energies = solarEnergySteps(bridgeShortHoles(series), longer).map(round);
  return { pvKwh: energies.slice(0, grid.stepCount), afterKwh: energies[grid.stepCount]! };
}

/** Fills holes of up to an hour inside a series with the mean of the values on both sides. */
function bridgeShortHoles(series: TimeSeries): TimeSeries {
  const first = series.spans[0];
  const last = series.spans.at(-1);
  if (first === undefined || last === undefined) return series;
  const bridges = gapsWithin(series, first.fromMs, last.untilMs).flatMap((gap) => {
    if (gap.untilMs - gap.fromMs > BRIDGED_MS) return [];
    const before = series.spans.findLast((span) => span.untilMs <= gap.fromMs);
    const after = series.spans.find((span) => span.fromMs >= gap.untilMs);
    return [{ ...gap, value: ((before?.value ?? 0) + (after?.value ?? 0)) / 2 }];
  });
  const spans = [...series.spans, ...bridges].sort((a, b) => a.fromMs - b.fromMs);
  return { ...series, spans, gaps: gapsWithin({ ...series, spans }, first.fromMs, last.untilMs) };
}
