import { expect, test } from "vitest";
import { fieldLimits, formFields } from "./formFields.ts";

test("a household's limits stand in the table; those of a power station are told beside it", () => {
  const inTable = formFields().find(({ path }) => path === "battery.dischargeKw");
  expect([inTable?.minimum, inTable?.maximum]).toEqual([0, 100]);
  expect(fieldLimits({ battery: { capacityKwh: 9.5, chargeKw: 3.6 } })).toBeUndefined();
  const limits = fieldLimits({ battery: { capacityKwh: 1e6, chargeKw: 5e5 } });
  expect(limits?.["battery.dischargeKw"]).toEqual([0, 1e7]);
  expect(limits?.["battery.reservePercent"]).toEqual([0, 100]);
});

test("a file that is none has a household's limits", () => {
  expect([undefined, null, 3, "a", []].map(fieldLimits)).toEqual(Array(5).fill(undefined));
});
