import type { Engine, EngineRequest } from "@lightcone/parallel";
import { describe, expect, it } from "vitest";
import { meteredEngine, type RunCost } from "./meteredEngine.ts";

/** An engine whose only job doubles a number where it stands, and the metered one around it. */
function doubling(repeatWork: number): { engine: Engine; cell: number[]; calls: string[]; costs: RunCost[] } {
  const cell = [3];
  const calls: string[] = [];
  const costs: RunCost[] = [];
  const double = (_request?: EngineRequest, meanwhile?: () => void) => {
    meanwhile?.();
    calls.push("run");
    cell[0]! *= 2;
    return { wallMs: 1, failures: [] };
  };
  const engine = { run: double, runAsync: async () => double() } as unknown as Engine;
  let nowMs = 0;
  const metering = { repeatWork, nowMs: () => (nowMs += 6), onRun: (cost: RunCost) => void costs.push(cost) };
  return { engine: meteredEngine(engine, metering), cell, calls, costs };
}

const request = (keepState?: () => () => void): EngineRequest =>
  ({
    kernel: { name: "toy" },
    entry: "double",
    paramsPointer: 0,
    count: 2,
    keepState,
  }) as unknown as EngineRequest;

describe("work that is repeated", () => {
  it.each([1, 2, 5])(
    "begins %d times from what the jobs found, and leaves what one run leaves",
    async (repeat) => {
      for (const how of ["run", "runAsync"] as const) {
        const { engine, cell, calls } = doubling(repeat);
        const keepState = (): (() => void) => {
          calls.push("keep");
          const kept = cell[0]!;
          return () => {
            calls.push("put back");
            cell[0] = kept;
          };
        };
        await engine[how](request(keepState));
        expect(cell).toEqual([6]);
        expect(calls.filter((call) => call === "run").length).toBe(repeat);
        // Once is as it was before there was anything to repeat: nothing is copied.
        expect(calls.filter((call) => call === "keep").length).toBe(repeat > 1 ? 1 : 0);
        expect(calls.filter((call) => call === "put back").length).toBe(repeat - 1);
      }
    },
  );

  it("leaves what the caller does meanwhile to the first run", () => {
    const { engine, calls } = doubling(3);
    engine.run(
      request(() => () => undefined),
      () => void calls.push("meanwhile"),
    );
    expect(calls).toEqual(["meanwhile", "run", "run", "run"]);
  });

  it("costs what one of its runs costs", () => {
    const { engine, costs } = doubling(3);
    engine.run(request(() => () => undefined));
    expect(costs).toEqual([{ kernel: "toy", entry: "double", jobs: 2, nanosecondsPerJob: 1e6 }]);
  });
});
