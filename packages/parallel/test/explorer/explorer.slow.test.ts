import { describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { mutations } from "./mutations.ts";
import { smallScenarios, wideScenarios } from "./scenarios.ts";

// About half a minute of one CPU: 3 million states.
describe("the protocol of three and four lanes, in every order of its steps", () => {
  it.each(wideScenarios)(
    "$title",
    (scenario) => {
      const { states, violation, trace } = explore(scenario);
      expect({ violation, trace }).toEqual({ violation: undefined, trace: undefined });
      expect(states).toBeGreaterThan(10_000);
    },
    600_000,
  );
});

describe("the protocol with a step weakened fails: ", () => {
  it.each(mutations)(
    "$title",
    ({ steps }) => {
      const found = smallScenarios.some((scenario) => explore(scenario, steps).violation !== undefined);
      expect(found).toBe(true);
    },
    600_000,
  );
});
