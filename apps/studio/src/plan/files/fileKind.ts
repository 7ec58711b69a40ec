/** What a file is to the planner, as far as its text tells. */
export type FileKind =
  | "home"
  | "octopus"
  | "solcast"
  | "suite"
  | "plan"
  | "priceTable"
  | "solarTable"
  | "loadTable"
  | "unknown";

/** Tells what a file is from its text; the name only says that YAML is meant. */
export function fileKind(name: string, text: string): FileKind {
  const trimmed = withoutMark(text);
  if (isJson(trimmed)) return jsonKind(trimmed);
  if (/\.ya?ml$/i.test(name)) return /^\s*scenarios\s*:/m.test(text) ? "suite" : "home";
  const table = tableKind(trimmed);
  if (table !== "unknown") return table;
  return /^\s*battery\s*:/m.test(text) ? "home" : "unknown";
}

/** Whether a text begins as JSON and is none. */
export function isDamagedJson(text: string): boolean {
  const trimmed = withoutMark(text);
  return isJson(trimmed) && parsed(trimmed) === undefined;
}

/** Without the mark that some programs begin a file with. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "").trimStart();
}

function isJson(trimmed: string): boolean {
  return /^[[{]/.test(trimmed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function jsonKind(text: string): FileKind {
  const data = parsed(text);
  const has = (name: string): boolean => typeof data === "object" && data !== null && name in data;
  if (has("format") && (data as { format: unknown }).format === "lightcone-plan") return "plan";
  if (has("results")) return "octopus";
  if (has("forecasts") || has("detailedForecast")) return "solcast";
  if (has("scenarios")) return "suite";
  if (has("battery")) return "home";
  return "unknown";
}

/** A table is known by the columns of its first line. */
function tableKind(text: string): FileKind {
  const columns = (text.split(/\r?\n/, 1)[0] ?? "").toLowerCase().split(/[,;\t]/);
  const names = columns.map((column) => column.trim().replace(/^"|"$/g, ""));
  if (!names.includes("start")) return "unknown";
  if (names.includes("kwh")) return "loadTable";
  if (names.includes("kw")) return "solarTable";
  return names.includes("value") ? "priceTable" : "unknown";
}
