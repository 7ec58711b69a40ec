import { toldUnit } from "./figures.ts";
import type { PlanReport } from "./planReport.ts";
import { scaledReport } from "./scaledReport.ts";

/**
 * The report as people are told it: as it is for a household; for a battery far smaller or larger in a unit in which its
 * figures have digits to read, with a word on that before all other warnings.
 */
export function toldReport(report: PlanReport): PlanReport {
  const unit = toldUnit(report.battery.capacityKwh);
  if (unit === 1) return report;
  const { minor } = report.currency;
  const warning = `battery.capacityKwh: is ${report.battery.capacityKwh} kWh, so energies and sums of money are told in units of ${unit} kWh and ${unit} ${minor}; prices and the plan file are in kWh and ${minor}`;
  return { ...scaledReport(report, 1 / unit), warnings: [warning, ...report.warnings] };
}
