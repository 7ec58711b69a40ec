import { expect, test } from "vitest";
import { inFormWords } from "./fieldLabels.ts";

test("a default that is another field is told by the field's name in the form", () => {
  expect(inFormWords("battery.chargeKw")).toBe("Charge power");
  expect(inFormWords("from the spread of past days, or 1.05")).toBe("from the spread of past days, or 1.05");
});
