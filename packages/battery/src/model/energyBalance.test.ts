import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../test/model/random.ts";
import { randomInputs, randomSchedule } from "../../test/model/randomInputs.ts";
import type { Home } from "./home.ts";
import type { Profile } from "./inputs.ts";
import { homeOf, simulate } from "./simulate.ts";
import type { StepRecord } from "./step.ts";

const TOLERANCE_KWH = 1e-9;

/** What a step puts in and takes out, in kWh, each part at least 0 and worked out from the flows on their own. */
function balance(home: Home, record: StepRecord, storedChangeKwh: number) {
  const { flow, energies, gridKwh } = record;
  const { batteryKwh, pvStoredKwh, pvAcKwh } = flow;
  const dcKwh = batteryKwh + pvStoredKwh;
  const acKwh = dcKwh > 0 ? dcKwh * home.inverterEfficiency : dcKwh / home.inverterEfficiency;
  const panelsDcKwh = pvAcKwh / home.pvEfficiency;
  const batteryLossKwh =
    batteryKwh > 0
      ? batteryKwh / home.dischargeEfficiency - batteryKwh
      : -batteryKwh * (1 - home.chargeEfficiency);
  return {
    inputs: [energies.pvKwh, Math.max(gridKwh, 0), Math.max(-storedChangeKwh, 0)],
    outputs: [
      energies.loadKwh,
      Math.max(-gridKwh, 0),
      Math.max(storedChangeKwh, 0),
      batteryLossKwh,
      dcKwh - acKwh,
      panelsDcKwh - pvAcKwh,
      energies.pvKwh - pvStoredKwh - panelsDcKwh,
    ],
  };
}

const sum = (parts: readonly number[]): number => parts.reduce((total, kwh) => total + kwh, 0);

interface Check {
  readonly isBalanced: boolean;
  readonly mode: string;
}

/** Follows a random plan in a random home of a profile and checks every step. */
function checkSteps(seed: number, profile: Profile): Check[] {
  const random = randomFrom(seed);
  const inputs = { ...randomInputs(random), profile };
  const home = homeOf(inputs);
  let socKwh = home.startKwh;
  const checks: Check[] = [];
  simulate(home, random.whole(0, 2), randomSchedule(random, inputs), {
    recorded: (_step, record, state) => {
      const { inputs: given, outputs } = balance(home, record, state.socKwh - socKwh);
      const isWithin =
        state.socKwh >= Math.min(socKwh, home.reserveKwh) - TOLERANCE_KWH &&
        state.socKwh <= home.capacityKwh + TOLERANCE_KWH;
      const isPositive = [...given, ...outputs].every((kwh) => kwh >= -TOLERANCE_KWH);
      const isBalanced = Math.abs(sum(given) - sum(outputs)) <= TOLERANCE_KWH;
      checks.push({ isBalanced: isBalanced && isWithin && isPositive, mode: record.mode });
      socKwh = state.socKwh;
    },
  });
  return checks;
}

describe("energy", () => {
  it("is conserved in every step of the physical profile, in every mode, and what is stored stays in its limits", () => {
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) =>
      checkSteps(seed, "physical").every(({ isBalanced }) => isBalanced),
    );
    fc.assert(property, { numRuns: 400 });
  });

  it("is checked in all five modes", () => {
    const modes = new Set(
      Array.from({ length: 40 }, (_, seed) => checkSteps(seed, "physical")).flatMap((checks) =>
        checks.map(({ mode }) => mode),
      ),
    );
    expect([...modes].sort()).toEqual(["charge", "demand", "export", "freezeExport", "hold"]);
  });

  it("is lost at the top of the battery in the peer's profile, which this check sees", () => {
    const modesLosing = new Set(
      Array.from({ length: 200 }, (_, seed) => checkSteps(seed, "predbat"))
        .flat()
        .filter(({ isBalanced }) => !isBalanced)
        .map(({ mode }) => mode),
    );
    expect([...modesLosing]).toEqual(["charge"]);
  });
});
