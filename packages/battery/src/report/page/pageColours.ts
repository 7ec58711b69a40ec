import type { SlotAction } from "../planReport.ts";

/** The colours of a page in one scheme, as `#rrggbb`. */
export interface Colours {
  readonly page: string;
  readonly card: string;
  readonly rule: string;
  readonly text: string;
  readonly muted: string;
  readonly import: string;
  readonly export: string;
  readonly stored: string;
  readonly sun: string;
  readonly home: string;
  readonly hold: string;
  /** Words on a block in one of the colours above. */
  readonly onBlock: string;
  readonly warning: string;
}

export const LIGHT_COLOURS: Colours = {
  page: "#f4f6f8",
  card: "#ffffff",
  rule: "#d8dee6",
  text: "#18202b",
  muted: "#525e6d",
  import: "#c2410c",
  export: "#15803d",
  stored: "#1d4ed8",
  sun: "#a16207",
  home: "#64748b",
  hold: "#7e22ce",
  onBlock: "#ffffff",
  warning: "#9a3412",
};

export const DARK_COLOURS: Colours = {
  page: "#0f141a",
  card: "#192029",
  rule: "#364252",
  text: "#e9eef4",
  muted: "#aab6c4",
  import: "#fb8a4c",
  export: "#4cc67e",
  stored: "#7ba6ff",
  sun: "#e8b93c",
  home: "#97a5b8",
  hold: "#c79bff",
  onBlock: "#0c1117",
  warning: "#fdba74",
};

/** The colour that stands for an action, in the picture and in the table. */
export const ACTION_COLOURS: Readonly<Record<SlotAction, keyof Colours>> = {
  charge: "stored",
  hold: "hold",
  export: "export",
  freezeExport: "sun",
  demand: "home",
};

/** The colours as custom properties of a style sheet. */
export function colourProperties(colours: Colours): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour};`)
    .join("");
}
