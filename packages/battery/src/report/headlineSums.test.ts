import { expect, test } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { headlineSums } from "./headlineSums.ts";
import { composeReport } from "./planReport.ts";

const report = composeReport(plausibleDay());

/** The figure of the other futures, with these bills in weak and in strong sun. */
function told(weakPence: number, strongPence: number): string {
  const { futures } = report;
  const pv10 = { ...futures.pv10, costPence: weakPence };
  const pv90 = { ...futures.pv90, costPence: strongPence };
  const sum = headlineSums({ ...report, futures: { ...futures, pv10, pv90 } })[1];
  return `${sum?.words} ${sum?.figure}, ${sum?.note}`;
}

test("the ends of the range are named in the order in which they stand", () => {
  expect(told(216, 30)).toBe("It may cost £0.30 to £2.16, strong sun to weak sun");
  expect(told(30, 216)).toBe("It may cost £0.30 to £2.16, weak sun to strong sun");
  expect(told(-30, -216)).toBe("It may earn £0.30 to £2.16, weak sun to strong sun");
  expect(told(-216, -30)).toBe("It may earn £0.30 to £2.16, strong sun to weak sun");
});
