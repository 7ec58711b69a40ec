import { afterEach, describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { mutations } from "./mutations.ts";
import { setForgotten } from "./reduction.ts";
import { smallScenarios, wideScenarios } from "./scenarios.ts";

// Runs the very steps that the engine's lanes and callers run, in every order in which threads can take them:
// 1 to 4 lanes, 1 to 3 batches, 1 to 3 callers, lanes that start late, die at any point or are not there.
// Checked in every state: no missed wake-up, no job run never or twice (but what a dead lane's claim words name,
// again), no wait for ever, no answer before its jobs, no parameters rewritten under a running lane.

describe("the protocol, in every order of its steps", () => {
  it.each([...smallScenarios, ...wideScenarios])(
    "$title",
    (scenario) => {
      const { states, violation, trace } = explore(scenario);
      expect({ violation, trace }).toEqual({ violation: undefined, trace: undefined });
      expect(states).toBeGreaterThan(40);
    },
    300_000,
  );
});

describe("registers that equal states may differ in", () => {
  afterEach(() => setForgotten(0));

  it("are never read: any content gives the same states", () => {
    for (const scenario of smallScenarios.slice(0, 6)) {
      setForgotten(0);
      const { states } = explore(scenario);
      setForgotten(77);
      expect(explore(scenario)).toEqual({ states, moves: expect.any(Number) });
    }
  });
});

describe("the protocol with a step weakened fails: ", () => {
  it.each(mutations)(
    "$title",
    ({ steps }) => {
      const found = smallScenarios.some((scenario) => explore(scenario, steps).violation !== undefined);
      expect(found).toBe(true);
    },
    300_000,
  );
});
