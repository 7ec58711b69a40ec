import { afterEach, describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { mutations } from "./mutations.ts";
import { setForgotten } from "./reduction.ts";
import { briefScenarios, mortalCallerScenarios, smallScenarios, wideScenarios } from "./scenarios.ts";

// About half a minute of one CPU: 3 million states.
describe("the protocol of more lanes and of callers that die, in every order of its steps", () => {
  it.each([...mortalCallerScenarios, ...wideScenarios])(
    "$title",
    (scenario) => {
      const { states, violation, trace } = explore(scenario);
      expect({ violation, trace }).toEqual({ violation: undefined, trace: undefined });
      expect(states).toBeGreaterThan(10_000);
    },
    600_000,
  );
});

describe("registers that equal states may differ in", () => {
  afterEach(() => setForgotten(0));

  it("are never read: with any other content the protocol is as right", () => {
    for (const content of [1, 3, 55]) {
      setForgotten(content);
      const violations = briefScenarios.slice(0, 7).map((scenario) => explore(scenario).violation);
      expect(violations).toEqual(violations.map(() => undefined));
    }
  }, 300_000);
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
