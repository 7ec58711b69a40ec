import { fitColumns, headingLines, painted, rowLine, type TextColumn, wrapped } from "../report/textTable.ts";
import type { CertificateCheck, StorageAnswer, StorageViolation } from "./storageAnswer.ts";
import type { StorageProblem } from "./storageProblem.ts";

/** How the table is to look; the caller knows the terminal. */
export interface StorageTableOptions {
  /** Characters in a line; what does not fit is left out, the least important first. */
  readonly width: number;
  readonly hasColour: boolean;
}

const MINUTES_PER_HOUR = 60;
/** Digits that the largest number of a column shows. */
const SHOWN_DIGITS = 5;
const MOST_DECIMALS = 12;

/** A plan for people: slot by slot, what it comes to, how good it is at least. Ends with a line feed. */
export function storageTable(
  problem: StorageProblem,
  answer: StorageAnswer,
  { width, hasColour }: StorageTableOptions,
): string {
  const table = fitColumns(slotColumns(problem, answer), width);
  const rows = Array.from(problem.slotHours, (_, t) => rowLine(table, t, hasColour));
  const notes = [
    ...moneyLines(problem, answer),
    ...proofLines(answer),
    ...answer.violations.map(violationLine),
  ];
  const lines = [
    ...headingLines(table, hasColour),
    ...rows,
    "",
    ...notes.flatMap((note, index) =>
      wrapped(note, width, 2).map((line) => painted(line, hasColour && index === 0 ? "bold" : undefined)),
    ),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** What a certificate's check found, for people. Ends with a line feed. */
export function certificateText({ holds, lowerBound, gap, findings }: CertificateCheck): string {
  if (holds) {
    const decimals = decimalsFor(Float64Array.of(lowerBound, lowerBound + gap));
    const [bound, cost, distance] = [lowerBound, lowerBound + gap, Math.max(gap, 0)].map((money) =>
      money.toFixed(decimals),
    );
    return `The certificate holds: no plan costs less than ${bound}. This one costs ${cost} (gap ${distance}).\n`;
  }
  return `The certificate does not hold:\n${findings.map((finding) => `  ${finding}\n`).join("")}`;
}

function slotColumns(problem: StorageProblem, answer: StorageAnswer): readonly TextColumn[] {
  const { slotHours, importPerKwh, exportPerKwh, loadKwh, pvKwh } = problem;
  const energies = [
    loadKwh,
    pvKwh,
    answer.importKwh,
    answer.exportKwh,
    answer.chargeKwh,
    answer.dischargeKwh,
  ];
  const kwhDecimals = decimalsFor(...energies, answer.curtailKwh, answer.socKwh);
  const moneyDecimals = decimalsFor(importPerKwh, exportPerKwh, answer.multipliers);
  const energy = (heading: string, values: Float64Array, rank?: number): TextColumn =>
    column(
      { heading, unit: "kWh" },
      Array.from(values, (value) => quiet(value, kwhDecimals)),
      rank,
    );
  const price = (heading: string, values: Float64Array, rank?: number): TextColumn =>
    column(
      { heading, unit: "/kWh" },
      Array.from(values, (value) => value.toFixed(moneyDecimals)),
      rank,
    );
  return [
    column(
      { heading: "slot", unit: "" },
      Array.from(slotHours, (_, t) => String(t)),
    ),
    column({ heading: "from", unit: "h:mm" }, beginnings(slotHours), 5),
    price("buy", importPerKwh, 4),
    price("sell", exportPerKwh, 4),
    energy("load", loadKwh, 2),
    energy("panels", pvKwh, 2),
    energy("import", answer.importKwh),
    energy("export", answer.exportKwh),
    energy("charge", answer.chargeKwh),
    energy("discharge", answer.dischargeKwh),
    ...(answer.curtailKwh.some((kwh) => kwh > 0) ? [energy("curtail", answer.curtailKwh, 1)] : []),
    energy("stored", answer.socKwh),
    price("worth", answer.multipliers, 3),
  ];
}

function column(
  { heading, unit }: { readonly heading: string; readonly unit: string },
  cells: readonly string[],
  rank?: number,
): TextColumn {
  return { heading, unit, align: "right", cells, ...(rank === undefined ? {} : { rank }) };
}

/** When each slot begins, from the first one on. */
function beginnings(slotHours: Float64Array): readonly string[] {
  let hours = 0;
  return Array.from(slotHours, (length) => {
    const minutes = Math.round(hours * MINUTES_PER_HOUR);
    hours += length;
    return `${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, "0")}`;
  });
}

function moneyLines(problem: StorageProblem, answer: StorageAnswer): readonly string[] {
  const { objective, bill, wear, peakCost, terminalKwh } = answer;
  const decimals = decimalsFor(Float64Array.of(objective, bill, wear, peakCost));
  const parts = [`bill ${bill.toFixed(decimals)}`];
  if (problem.battery.wearPerKwh > 0) parts.push(`wear ${wear.toFixed(decimals)}`);
  if (problem.grid.peakPricePerKw > 0) parts.push(`peak charge ${peakCost.toFixed(decimals)}`);
  const stored = bill + wear + peakCost - objective;
  const end = `${stored.toFixed(decimals)} for ${plain(terminalKwh)} kWh stored at the end`;
  return [`Cost ${objective.toFixed(decimals)}: ${parts.join(" + ")} - ${end}.`];
}

function proofLines({ status, objective, lowerBound, gap }: StorageAnswer): readonly string[] {
  const scale = Float64Array.of(objective, lowerBound);
  const decimals = decimalsFor(scale);
  const bound = `that no plan costs less than ${lowerBound.toFixed(decimals)}`;
  const distance = gap.toFixed(decimals);
  return [
    status === "optimal"
      ? `This is the cheapest plan there is. The certificate proves ${bound} (gap ${distance}).`
      : `The certificate proves ${bound}; this one is ${distance} above.`,
  ];
}

const VIOLATION_WORDS: Readonly<Record<StorageViolation["kind"], string>> = {
  "import-cap": "more is imported than the connection's cap allows, by",
  "export-cap": "more is exported than the connection's cap allows, by",
  minimum: "stored energy is below its minimum, by",
  maximum: "stored energy is above its maximum, by",
  target: "stored energy misses its target, by",
  end: "the end misses what must be stored, by",
};

function violationLine({ kind, slot, amount, unit }: StorageViolation): string {
  return `Slot ${slot}: ${VIOLATION_WORDS[kind]} ${plain(amount)} ${unit}.`;
}

/** Decimals with which the largest of some numbers shows five digits. */
function decimalsFor(...columns: readonly Float64Array[]): number {
  let most = 0;
  for (const values of columns) for (const value of values) most = Math.max(most, Math.abs(value));
  let decimals = SHOWN_DIGITS - 1;
  for (let edge = 10; most >= edge && decimals > 0; edge *= 10) decimals--;
  for (let edge = 1; most > 0 && most < edge && decimals < MOST_DECIMALS; edge /= 10) decimals++;
  return decimals;
}

/** A number with its decimals; nothing where it is 0. */
function quiet(value: number, decimals: number): string {
  return value === 0 ? "" : value.toFixed(decimals);
}

/** A number alone, with five digits. */
function plain(value: number): string {
  return value.toFixed(decimalsFor(Float64Array.of(value)));
}
