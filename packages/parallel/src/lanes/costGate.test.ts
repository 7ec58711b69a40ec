import fc from "fast-check";
import { expect, test } from "vitest";
import { createCostGate, type GateRequest } from "./costGate.ts";

const entry = 7;
const sixJobs: GateRequest = { key: entry, jobs: 6, helpers: 5, hotHelpers: 0, cpus: 16 };

/** A gate that knows a job's time and what a wake-up costs, both in milliseconds. */
function gateFor(jobMs: number, notifyMs = 0.02, latencyMs = 0.05) {
  const gate = createCostGate();
  gate.noteJobs(entry, 1, jobMs);
  gate.noteWakeCost({ notifyMs, latencyMs });
  return gate;
}

test("an entry of which nothing is known is shared with all", () => {
  expect(createCostGate().helpersWorthWaking(sixJobs)).toBe(5);
});

test("a batch that is shorter than a wake-up stays with the caller, a long one does not", () => {
  expect(gateFor(0.005).helpersWorthWaking(sixJobs)).toBe(0);
  expect(gateFor(1).helpersWorthWaking(sixJobs)).toBe(5);
});

test("lanes that spin already make a short batch worth sharing", () => {
  expect(gateFor(0.005).helpersWorthWaking({ ...sixJobs, hotHelpers: 5 })).toBe(5);
});

test("where lanes outnumber the CPUs, a short batch wakes one for each CPU, a long one all", () => {
  const request = { ...sixJobs, jobs: 60, cpus: 2 };
  expect(gateFor(0.002).helpersWorthWaking({ ...request, hotHelpers: 1 })).toBe(1);
  expect(gateFor(1).helpersWorthWaking(request)).toBe(5);
});

test("with one CPU nobody is worth waking, and never more than could help", () => {
  const request = fc.record({
    key: fc.constant(entry),
    jobs: fc.integer({ min: 1, max: 1000 }),
    helpers: fc.integer({ min: 1, max: 31 }),
    hotHelpers: fc.integer({ min: 0, max: 31 }),
    cpus: fc.integer({ min: 1, max: 64 }),
  });
  fc.assert(
    fc.property(request, fc.double({ min: 0.0001, max: 10, noNaN: true }), (batch, jobMs) => {
      const helpers = gateFor(jobMs).helpersWorthWaking(batch);
      return helpers >= 0 && helpers <= batch.helpers && (batch.cpus > 1 || helpers === 0);
    }),
  );
});

test("a wake-up counts as dear as the cheapest that was measured", () => {
  const gate = gateFor(0.03, 0.01, 0.03);
  gate.noteWakeCost({ notifyMs: 5, latencyMs: 5 });
  expect(gate.helpersWorthWaking(sixJobs)).toBe(5);
  expect(gate.wakeCost()).toEqual({ notifyMs: 0.01, latencyMs: 0.03 });
  expect(createCostGate().wakeCost()).toBeUndefined();
});

test("one interrupted job changes the average of its entry by its bound and no more", () => {
  const gate = gateFor(0.002);
  gate.noteJobs(entry, 1, 1000);
  // The average is at most 0.25 * 4 + 0.75 = 1.75 times what it was: 21 us in all, less than a wake-up.
  expect(gate.helpersWorthWaking(sixJobs)).toBe(0);
});

/** Lets a trial of 24 shared batches take so much longer, or less, than the caller alone. */
function shareTrial(gate: ReturnType<typeof gateFor>, ratio: number): void {
  for (let batch = 0; batch < 24; batch++) gate.noteShared(entry, 6, 6 * ratio);
}

/** Batches that the gate keeps until it shares one again. */
function pauseOf(gate: ReturnType<typeof gateFor>): number {
  let kept = 0;
  while (gate.helpersWorthWaking(sixJobs) === 0 && kept < 1000) kept++;
  return kept;
}

test("sharing that is no gain pauses, twice as long each time, and never for more than 512 batches", () => {
  const gate = gateFor(1);
  const pauses = Array.from({ length: 8 }, () => {
    shareTrial(gate, 1.5);
    return pauseOf(gate);
  });
  expect(pauses).toEqual([24, 48, 96, 192, 384, 512, 512, 512]);
});

test("what brief batches lose keeps no long one on the caller, until long ones lose as well", () => {
  const gate = gateFor(1);
  shareTrial(gate, 1.5);
  const long = { ...sixJobs, jobs: 600 };
  expect(gate.helpersWorthWaking(long)).toBe(5);
  expect(gate.helpersWorthWaking({ ...sixJobs, jobs: 24 })).toBe(0);
  for (let batch = 0; batch < 24; batch++) gate.noteShared(entry, long.jobs, 1.5 * long.jobs);
  expect(gate.helpersWorthWaking(long)).toBe(0);
});

test("a trial is not given up for its first batch, which wakes lanes that sleep", () => {
  const gate = gateFor(1);
  gate.noteShared(entry, 6, 1000);
  expect(pauseOf(gate)).toBe(0);
  for (let batch = 0; batch < 23; batch++) gate.noteShared(entry, 6, 3);
  expect(pauseOf(gate)).toBe(0);
});

test("a gain ends the series of pauses", () => {
  const gate = gateFor(1);
  for (let losses = 0; losses < 4; losses++) {
    shareTrial(gate, 1.5);
    pauseOf(gate);
  }
  shareTrial(gate, 0.5);
  shareTrial(gate, 1.5);
  expect(pauseOf(gate)).toBe(24);
});

test("of brief batches one of eleven is timed, for all; longer ones each, and the first of an entry", () => {
  expect(createCostGate().batchesToTime(entry, 1)).toBe(1);
  const gate = gateFor(0.001);
  const brief = Array.from({ length: 22 }, () => gate.batchesToTime(entry, 4));
  expect(brief.filter((batches) => batches > 0)).toEqual([11, 11]);
  expect([1, 2, 3].map(() => gate.batchesToTime(entry, 6))).toEqual([1, 1, 1]);
});
