import { expect, test } from "vitest";
import * as tableLayout from "../../assembly/batchTable.ts";
import { testKernelRevisions } from "../../test/kernel/revisions.ts";
import * as layout from "../../test/kernel/trialLayout.ts";
import { trialKernelSpec, trialProbe } from "../../test/trialKernel.ts";
import { findRevisions, revisionFaults } from "./revisions.ts";

const found = await findRevisions(trialKernelSpec, { ...layout, ...tableLayout });

test("the test kernel's layout and probe run are those recorded for its revisions", () => {
  expect(revisionFaults(trialKernelSpec, found, testKernelRevisions)).toEqual([]);
});

const recorded = { abi: { 1: found.layout }, parity: { 1: found.probe } };

test("a layout that changed, a new entry and more scratch ask for a new ABI version", async () => {
  const changes = [
    await findRevisions(trialKernelSpec, { ...layout, ...tableLayout, TRIAL_ACTION: 3 }),
    await findRevisions(trialKernelSpec, { ...layout, ...tableLayout, TRIAL_SEED: 3 }),
    await findRevisions({ ...trialKernelSpec, scratchBytes: 65536 }, { ...layout, ...tableLayout }),
  ];
  for (const changed of changes) {
    expect(revisionFaults(trialKernelSpec, changed, recorded)).toEqual([
      `the layout changed under ABI_VERSION 1: raise it to 2 and add "2": "${changed.layout}" to "abi"`,
    ]);
  }
});

test("a probe run that changed asks for a new parity revision, and only for that", async () => {
  const spec = { ...trialKernelSpec, probe: trialProbe(layout.ACTION_REFUSE) };
  const changed = await findRevisions(spec, { ...layout, ...tableLayout });
  expect(revisionFaults(spec, changed, recorded)).toEqual([
    `the probe run changed under PARITY_REVISION 1: raise it to 2 and add "2": "${changed.probe}" to "parity"`,
  ]);
});

test("a raised revision is asked to be recorded, and its hash is then held", () => {
  const raised = { ...trialKernelSpec, abiVersion: 2 };
  const [sentence] = revisionFaults(raised, found, recorded);
  expect(sentence).toBe(`ABI_VERSION 2 is not recorded: add "2": "${found.layout}" to "abi"`);
  const both = { ...recorded, abi: { ...recorded.abi, 2: found.layout } };
  expect(revisionFaults(raised, found, both)).toEqual([]);
});

test("raising a revision alone changes no hash", async () => {
  const again = await findRevisions(trialKernelSpec, {
    ...layout,
    ...tableLayout,
    ABI_VERSION: 5,
    PARITY_REVISION: 6,
  });
  expect(again).toEqual(found);
});
