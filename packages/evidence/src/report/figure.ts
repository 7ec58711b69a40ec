/** A number as a report prints it, in the unit of a column. */
export function figure(value: number | undefined, from: string, to: string, digits: number): string {
  if (value === undefined || !Number.isFinite(value)) return "-";
  const [scaled, unit] = inUnit(value, from, to);
  const text = grouped(scaled.toFixed(digits));
  return unit === "%" ? `${text} %` : text;
}

/** The unit of a column's figures, for its head; what is counted says so itself. */
export function headUnit(from: string, to: string): string {
  const unit = to === "" ? (from === "bytes" ? "MB" : from) : to;
  return ["s", "ms", "us", "MB"].includes(unit) ? ` (${unit})` : "";
}

const FACTORS: Readonly<Record<string, number>> = {
  "ms>s": 1e-3,
  "us>ms": 1e-3,
  "us>s": 1e-6,
  "bytes>MB": 1 / 2 ** 20,
  "bytes>": 1 / 2 ** 20,
};

/** A value in another unit, and that unit. */
export function inUnit(value: number, from: string, to: string): [value: number, unit: string] {
  if (to === "%") return [value * 100, "%"];
  const factor = FACTORS[`${from}>${to}`];
  return factor === undefined ? [value, to === "" ? from : to] : [value * factor, to === "" ? "MB" : to];
}

function grouped(text: string): string {
  const [whole = "", ...part] = text.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...part].join(".");
}
