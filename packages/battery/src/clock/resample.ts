import { MINUTE_MS } from "./slots.ts";
import type { Span, TimeSeries } from "./timeSeries.ts";

/** Consecutive steps of equal length from startMs, UTC epoch milliseconds. */
export interface StepGrid {
  readonly startMs: number;
  readonly stepMinutes: number;
  readonly stepCount: number;
}

/** Part of a span inside a step, in UTC epoch ms. */
type Visit = (stepIndex: number, span: Span, fromMs: number, untilMs: number) => void;

/** Walks every overlap of a span with a step, in order of time. */
function eachOverlap(spans: readonly Span[], grid: StepGrid, visit: Visit): void {
  const stepMs = grid.stepMinutes * MINUTE_MS;
  let spanIndex = 0;
  for (let stepIndex = 0; stepIndex < grid.stepCount; stepIndex++) {
    const stepFromMs = grid.startMs + stepIndex * stepMs;
    const stepUntilMs = stepFromMs + stepMs;
    while (spanIndex < spans.length && spans[spanIndex]!.untilMs <= stepFromMs) spanIndex++;
    for (let index = spanIndex; index < spans.length && spans[index]!.fromMs < stepUntilMs; index++) {
      const span = spans[index]!;
      const fromMs = Math.max(span.fromMs, stepFromMs);
      const untilMs = Math.min(span.untilMs, stepUntilMs);
      visit(stepIndex, span, fromMs, untilMs);
    }
  }
}

/** Prices by step, and how many steps held more than one price. */
export interface SteppedPrices {
  readonly prices: Float64Array;
  readonly mixedStepCount: number;
}

/**
 * Price of each step: constant over a step as a rule. Where a price changes inside a step, `mean` weighs by time and
 * `first` takes the price of the step's first minute. Steps without any price are NaN: cut the horizon first.
 */
export function priceSteps(series: TimeSeries, grid: StepGrid, rule: "mean" | "first"): SteppedPrices {
  const prices = new Float64Array(grid.stepCount).fill(Number.NaN);
  const firsts = new Float64Array(grid.stepCount);
  const knownMs = new Float64Array(grid.stepCount);
  const mixed = new Set<number>();
  const weighted = new Float64Array(grid.stepCount);
  eachOverlap(series.spans, grid, (step, span, fromMs, untilMs) => {
    if (knownMs[step] === 0) firsts[step] = span.value;
    else if (span.value !== firsts[step]) mixed.add(step);
    knownMs[step] = knownMs[step]! + (untilMs - fromMs);
    weighted[step] = weighted[step]! + span.value * (untilMs - fromMs);
  });
  for (let step = 0; step < grid.stepCount; step++) {
    if (knownMs[step]! > 0) {
      prices[step] = rule === "mean" && mixed.has(step) ? weighted[step]! / knownMs[step]! : firsts[step]!;
    }
  }
  return { prices, mixedStepCount: mixed.size };
}

const HOUR_MS = 60 * MINUTE_MS;

/** Energy of each step in kWh from mean power in kW: what overlaps, so that energy is kept; unknown time counts 0. */
export function powerToEnergySteps(series: TimeSeries, grid: StepGrid): Float64Array {
  const energyKwh = new Float64Array(grid.stepCount);
  eachOverlap(series.spans, grid, (step, span, fromMs, untilMs) => {
    energyKwh[step] = energyKwh[step]! + (span.value * (untilMs - fromMs)) / HOUR_MS;
  });
  return energyKwh;
}

/** Energy of each step in kWh from energy of each span in kWh, split by overlap; unknown time counts 0. */
export function energySteps(series: TimeSeries, grid: StepGrid): Float64Array {
  const energyKwh = new Float64Array(grid.stepCount);
  eachOverlap(series.spans, grid, (step, span, fromMs, untilMs) => {
    energyKwh[step] = energyKwh[step]! + (span.value * (untilMs - fromMs)) / (span.untilMs - span.fromMs);
  });
  return energyKwh;
}

/** Mean of each step, of a value such as carbon intensity; unknown time counts 0. */
export function meanSteps(series: TimeSeries, grid: StepGrid): Float64Array {
  const means = new Float64Array(grid.stepCount);
  const stepMs = grid.stepMinutes * MINUTE_MS;
  eachOverlap(series.spans, grid, (step, span, fromMs, untilMs) => {
    means[step] = means[step]! + (span.value * (untilMs - fromMs)) / stepMs;
  });
  return means;
}

/**
 * Energy of each step in kWh from mean solar power in kW. Inside a span the power runs along a straight line through
 * the mean at its centre, with the smaller of the two slopes to its neighbours (none at a peak, a trough or an end)
 * and never below zero; the energy of every span is kept exactly as far as rounding goes.
 * @see van Leer 1979, slope-limited (minmod) linear reconstruction
 */
export function solarEnergySteps(series: TimeSeries, grid: StepGrid): Float64Array {
  const slopes = new Map<Span, number>();
  for (const [index, span] of series.spans.entries()) {
    slopes.set(span, limitedSlope(series.spans[index - 1], span, series.spans[index + 1]));
  }
  const energyKwh = new Float64Array(grid.stepCount);
  eachOverlap(series.spans, grid, (step, span, fromMs, untilMs) => {
    const fromCentreMs = (fromMs + untilMs) / 2 - (span.fromMs + span.untilMs) / 2;
    const powerKw = span.value + slopes.get(span)! * fromCentreMs;
    energyKwh[step] = energyKwh[step]! + (Math.max(powerKw, 0) * (untilMs - fromMs)) / HOUR_MS;
  });
  return energyKwh;
}

/**
 * Slope in kW per millisecond. As a neighbour is no lower than zero and its centre at least half this span away, the
 * line stays above zero.
 */
function limitedSlope(before: Span | undefined, span: Span, after: Span | undefined): number {
  if (before === undefined || after === undefined) return 0;
  if (before.untilMs !== span.fromMs || after.fromMs !== span.untilMs) return 0;
  const centreMs = (each: Span) => (each.fromMs + each.untilMs) / 2;
  const rise = (span.value - before.value) / (centreMs(span) - centreMs(before));
  const next = (after.value - span.value) / (centreMs(after) - centreMs(span));
  if (rise * next <= 0) return 0;
  const size = Math.min(Math.abs(rise), Math.abs(next));
  return rise > 0 ? size : -size;
}
