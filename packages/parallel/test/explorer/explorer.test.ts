import { describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { briefScenarios } from "./scenarios.ts";

// Small pools; explorer.slow.test.ts has the wider ones, more callers that die, and the weakened steps.
// Runs the very steps that the engine's lanes and callers run, in every order in which threads can take them:
// 1 to 4 lanes, 1 to 3 batches, 1 to 3 callers, lanes that start late, die at any point or are not there.
// Checked in every state: no missed wake-up, no job run never or twice (but what a dead lane's claim words name,
// again), no wait for ever, no answer before its jobs, no parameters rewritten under a running lane.

describe("the protocol, in every order of its steps", () => {
  it.each(briefScenarios)(
    "$title",
    (scenario) => {
      const { states, violation, trace } = explore(scenario);
      expect({ violation, trace }).toEqual({ violation: undefined, trace: undefined });
      expect(states).toBeGreaterThan(30);
    },
    300_000,
  );
});
