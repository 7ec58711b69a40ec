import { DYNAMIC, GUIDED, STATIC, STATIC_CYCLIC } from "../../src/schedule.ts";
import type { Request, Scenario } from "./world.ts";

/** A batch of two jobs, one a chunk, claimed by whoever is free. */
export function batch(team: readonly number[], changes: Partial<Request> = {}): Request {
  return { team, count: 2, kind: DYNAMIC, chunk: 1, ...changes };
}

/** A batch whose parts are dealt out. */
export function dealt(team: readonly number[], changes: Partial<Request> = {}): Request {
  return batch(team, { kind: STATIC, count: team.length + 1, ...changes });
}

/** The announcement of a further program to a team. */
export function mail(team: readonly number[], program: number): Request {
  return { team, program };
}

const isAsync = true;

/** Small pools, with what can happen to them in batches up to three; each takes about a second at most. */
export const briefScenarios: readonly Scenario[] = [
  { title: "the caller alone, three batches", lanes: 1, callers: [[batch([]), dealt([]), batch([])]] },
  {
    title: "two lanes, three batches, one late, dead or woken for nothing",
    ...{ lanes: 2, deaths: 1, idleWakes: 1, lateLanes: [1] },
    callers: [[batch([1]), dealt([1]), batch([1])]],
  },
  {
    title: "two lanes, cyclic, guided and again cyclic",
    ...{ lanes: 2, deaths: 1, idleWakes: 1, lateLanes: [1] },
    callers: [[dealt([1], { kind: STATIC_CYCLIC, count: 4 }), batch([1], { kind: GUIDED, count: 4 })]],
  },
  {
    title: "two lanes, a caller that only waits",
    ...{ lanes: 2, deaths: 1, lateLanes: [1] },
    callers: [[batch([1], { isAsync }), dealt([1], { isAsync }), batch([1])]],
  },
  {
    title: "two lanes, mail between batches of two programs",
    ...{ lanes: 2, deaths: 1, idleWakes: 1, lateLanes: [1] },
    callers: [[batch([1]), mail([1], 2), batch([1], { program: 1 })]],
  },
  {
    title: "two lanes, mail first and last",
    ...{ lanes: 2, idleWakes: 1 },
    callers: [[mail([1], 2), batch([1], { program: 1 }), mail([1], 3)]],
  },
  {
    title: "two lanes, a program that changes from batch to batch",
    ...{ lanes: 2, programs: 2, deaths: 1, idleWakes: 1 },
    callers: [[batch([1]), batch([1], { program: 1 }), batch([1])]],
  },
  {
    title: "the callers alone, two of them, one may die",
    ...{ lanes: 1, deaths: 1, callersDie: true },
    callers: [[batch([], { count: 1 }), batch([], { count: 1 })], [batch([], { count: 1 })]],
  },
  {
    title: "two lanes, two callers, three batches",
    ...{ lanes: 2 },
    callers: [[batch([1], { count: 1 }), batch([1])], [dealt([1])]],
  },
  {
    title: "two lanes, two callers, any thread may die",
    ...{ lanes: 2, deaths: 1, callersDie: true },
    callers: [[batch([1], { count: 1 })], [batch([], { count: 1 })]],
  },
  {
    title: "three lanes, dealt out and claimed, both late",
    ...{ lanes: 3, lateLanes: [1, 2] },
    callers: [[dealt([1, 2]), batch([1, 2], { count: 1 })]],
  },
  {
    title: "three lanes, mail to both, then a batch for one",
    lanes: 3,
    callers: [[mail([1, 2], 2), batch([2], { program: 1, count: 1 })]],
  },
];

/** Several callers that may die as lanes may: many more orders of steps. */
export const mortalCallerScenarios: readonly Scenario[] = [
  {
    title: "two lanes, two callers with a job each, any thread may die",
    ...{ lanes: 2, deaths: 1, callersDie: true },
    callers: [[batch([1], { count: 1 })], [batch([1], { count: 1 })]],
  },
  {
    title: "the callers alone, three of them, two may die",
    ...{ lanes: 1, deaths: 2, callersDie: true },
    callers: [[batch([], { count: 1 })], [batch([], { count: 1 })], [batch([], { count: 1 })]],
  },
  {
    title: "two lanes, two callers of two jobs each, any thread may die",
    ...{ lanes: 2, deaths: 1, callersDie: true },
    callers: [[batch([1])], [batch([1])]],
  },
];

/** Everything that can happen to pools of one and two lanes, and some of what can to three. */
export const smallScenarios: readonly Scenario[] = [...briefScenarios, ...mortalCallerScenarios];

/** Pools of three and four lanes. */
export const wideScenarios: readonly Scenario[] = [
  {
    title: "three lanes, three batches, one dies",
    ...{ lanes: 3, deaths: 1 },
    callers: [[batch([1, 2]), batch([2]), batch([1])]],
  },
  {
    title: "three lanes, one batch, two die, one is late",
    ...{ lanes: 3, deaths: 2, lateLanes: [2] },
    callers: [[batch([1, 2], { count: 3 })]],
  },
  {
    title: "three lanes, a caller that only waits, then one that helps",
    ...{ lanes: 3, deaths: 1, lateLanes: [2] },
    callers: [[batch([1, 2], { isAsync }), dealt([1, 2], { isAsync })]],
  },
  {
    title: "three lanes, mail to both",
    ...{ lanes: 3, lateLanes: [2] },
    callers: [[batch([1]), mail([1, 2], 2), batch([1, 2], { program: 1, count: 1 })]],
  },
  {
    title: "three lanes, dealt out three times, one refused, one late, one dies",
    ...{ lanes: 3, deaths: 1, lateLanes: [2] },
    callers: [[dealt([1, 2]), dealt([1]), dealt([1, 2])]],
  },
  {
    title: "four lanes, dealt out twice, one dies",
    ...{ lanes: 4, deaths: 1 },
    callers: [[dealt([1, 2, 3]), dealt([2])]],
  },
  {
    title: "four lanes, one batch",
    lanes: 4,
    callers: [[batch([1, 2, 3])]],
  },
  {
    title: "four lanes, three batches, grown twice and fewer woken after",
    ...{ lanes: 4, lateLanes: [3] },
    callers: [[dealt([1, 2]), batch([1, 2, 3], { count: 1 }), dealt([1])]],
  },
];
