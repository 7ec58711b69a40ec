import { findRevisions, type RecordedRevisions, revisionFaults } from "@lightcone/parallel";
import { expect, test } from "vitest";
import * as layout from "../kernel/layout.ts";
import { relativityKernelSpec } from "./spec.ts";

/** Hashes of the kernel's layout and probe run under each revision; a failing test says what to add. */
const recorded: RecordedRevisions = {
  abi: {
    1: "3925b70bb49761989df65e98bd43b2cb132b245c9b91e514b3091334cc654cd9",
    2: "55d3744c994b02f8912c1c75650447cd745dd6c8ffd0386501713a3c2ca6cf22",
    3: "d9dd90517c750a478430d4fa62bf81938211721de70896ccced78a0f91c95f6b",
    4: "45486ed2f8ca040f1ee11b5e8c21e71da71a55d033be10ec35bbf196d579e774",
    5: "6cff0cb73f45f275d25ec994d385103a2a2964efdfd9534dc84ffbdacc2907b0",
    6: "92859d1f26d4c60dbeee7737c3f59297a75900b8a536a635eafe9d204f84df9a",
    7: "92859d1f26d4c60dbeee7737c3f59297a75900b8a536a635eafe9d204f84df9a",
  },
  parity: { 1: "0005ef5680479df905a69ed7eab468c343277e46fd2dfec1346022d83ec3deb6" },
};

test("a layout or a result that changed has a revision of its own", async () => {
  const found = await findRevisions(relativityKernelSpec, layout);
  expect(revisionFaults(relativityKernelSpec, found, recorded)).toEqual([]);
});
