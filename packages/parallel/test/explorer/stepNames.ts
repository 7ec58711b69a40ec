import * as callerOrder from "../../src/protocol/callerOrder.ts";
import * as laneOrder from "../../src/protocol/laneSteps.ts";
import { CONTINUE, STEP } from "../../src/protocol/machine.ts";
import type { Move } from "./moves.ts";
import { ALIVE, EFFECT, LIFE } from "./world.ts";

const effects = ["", "wait", "notify", "run", "read mail", "finish"];
const callerNames = namesOf(callerOrder);
const laneNames = namesOf(laneOrder);

function namesOf(numbers: object): Map<number, string> {
  return new Map(
    Object.entries(numbers)
      .filter((entry): entry is [string, number] => typeof entry[1] === "number")
      .map(([name, number]) => [number, name]),
  );
}

/** A move in words, before it is made. */
export function describeMove({ agent, what }: Move): string {
  const { name, lane, state, registers } = agent;
  if (what !== "step" || state[LIFE] !== ALIVE) return `${name}: ${what}`;
  if (state[EFFECT] !== CONTINUE) return `${name}: ${effects[state[EFFECT]!]}`;
  return `${name}: ${(lane > 0 ? laneNames : callerNames).get(registers[STEP]!)}`;
}
