import { createEngine, findRevisions, revisionFaults } from "@lightcone/parallel";
import * as tableLayout from "@lightcone/parallel/assembly/batchTable";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kernelRevisions } from "../../test/model/kernelRevisions.ts";
import * as layout from "../kernel/layout.ts";
import * as searchLayout from "../kernel/searchLayout.ts";
import { homeOf, simulate } from "../model/simulate.ts";
import { PROBE_SCHEDULE, probeInputs } from "./probe.ts";
import { batteryKernelSpec, writeContext } from "./spec.ts";

describe("the battery's kernel", () => {
  let engine: Awaited<ReturnType<typeof createEngine>>;
  beforeAll(async () => {
    engine = await createEngine({ lanes: 1 });
  });
  afterAll(() => engine.close());

  it("is taken by the engine, probe run and revisions included", async () => {
    const kernel = await engine.loadKernel(batteryKernelSpec);
    expect([kernel.activeEngine, kernel.fallbackReason]).toEqual(["kernel", undefined]);
    const pointer = writeContext(kernel.arena, probeInputs());
    expect(kernel.arena.f64(pointer + layout.CONTEXT_CAPACITY_KWH, 1)[0]).toBe(5.2);
  });
});

describe("the probe run", () => {
  it("passes through every mode", () => {
    const modes = new Set<string>();
    const recorded = (_step: number, { mode }: { mode: string }): void => {
      modes.add(mode);
    };
    simulate(homeOf(probeInputs()), 0, PROBE_SCHEDULE, { recorded });
    expect([...modes].sort()).toEqual(["charge", "demand", "export", "freezeExport", "hold"]);
  });

  it("and the layout are those recorded for their revisions", async () => {
    const found = await findRevisions(batteryKernelSpec, { ...layout, ...searchLayout, ...tableLayout });
    expect(revisionFaults(batteryKernelSpec, found, kernelRevisions)).toEqual([]);
  });
});
