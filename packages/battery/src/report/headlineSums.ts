import { majorSum } from "./money.ts";
import { type PlanReport, savedPence } from "./planReport.ts";

/** A figure with the words before and after it. */
export interface HeadlineSum {
  readonly words: string;
  readonly figure: string;
  readonly note: string;
}

/** The four figures of a plan that matter first: its bill, the bill in the other futures, what it saves. */
export function headlineSums(report: PlanReport): readonly HeadlineSum[] {
  const cost = report.futures.nominal.costPence;
  const money = (pence: number) => majorSum(pence, report.currency);
  return [
    {
      words: cost < 0 ? "The plan earns" : "The plan costs",
      figure: money(Math.abs(cost)),
      note: "before standing charges",
    },
    futuresSum(report),
    { words: "It saves", figure: money(savedPence(report, "idle")), note: "beside a battery left idle" },
    { words: "It saves", figure: money(savedPence(report, "demand")), note: "beside demand mode all day" },
  ];
}

/** What the bill may be in the other futures; earnings are told as such when both are. */
function futuresSum({ futures: { pv10, pv90 }, currency }: PlanReport): HeadlineSum {
  const bills = [pv10.costPence, pv90.costPence];
  const range = (values: readonly number[]) =>
    `${majorSum(Math.min(...values), currency)} to ${majorSum(Math.max(...values), currency)}`;
  const isSunCheaper = pv90.costPence <= pv10.costPence;
  const isEarned = bills.every((bill) => bill < 0);
  return {
    words: isEarned ? "It may earn" : "It may cost",
    figure: range(isEarned ? bills.map((bill) => -bill) : bills),
    note: isSunCheaper === isEarned ? "weak sun to strong sun" : "strong sun to weak sun",
  };
}
