import type { ForcedAction, SlotAction } from "@lightcone/battery";
import type { HomeFiles } from "../plannerMessages.ts";

/** A home as it is worked on: what a link and a tab's draft keep. */
export interface KeptWork {
  readonly home: HomeFiles;
  /** Actions that are forced on its plan. */
  readonly forced: readonly ForcedAction[];
  /** The plan file that was told before, where one was given. */
  readonly previousJson?: string;
}

/** A home and what belongs to it, with nothing that is not there. */
export function keptWork(
  home: HomeFiles,
  forced: readonly ForcedAction[],
  previousJson: string | undefined,
): KeptWork {
  return { home, forced, ...(previousJson === undefined ? {} : { previousJson }) };
}

/** Whether something kept is a home with the text of every one of its files. */
export function isHomeFiles(value: unknown): value is HomeFiles {
  return isNamedHome(value) && Object.values(value.dataFiles).every((each) => each !== null);
}

/** A home of which some files are only named: null stands for what everybody has. */
export interface NamedHome {
  readonly text: string;
  readonly dataFiles: Readonly<Record<string, string | null>>;
}

/** Whether something kept is a home, be its files texts or only named. */
export function isNamedHome(value: unknown): value is NamedHome {
  if (typeof value !== "object" || value === null) return false;
  const { text, dataFiles } = value as Partial<NamedHome>;
  if (typeof text !== "string" || typeof dataFiles !== "object" || dataFiles === null) return false;
  return Object.values(dataFiles).every((each) => each === null || typeof each === "string");
}

const ACTIONS: Readonly<Record<SlotAction, true>> = {
  charge: true,
  hold: true,
  export: true,
  freezeExport: true,
  demand: true,
};

/** What is kept beside the home; what was kept before there was any has none. */
export interface KeptBeside {
  readonly forced?: readonly ForcedAction[];
  readonly previousJson?: string;
}

/** Whether what is kept beside a home is forced actions and a plan told before, or nothing. */
export function isKeptBeside(value: object): value is KeptBeside {
  const { forced = [], previousJson } = value as {
    readonly forced?: unknown;
    readonly previousJson?: unknown;
  };
  const isPlan = previousJson === undefined || typeof previousJson === "string";
  return isPlan && Array.isArray(forced) && forced.every(isForcedAction);
}

function isForcedAction(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { startMs, endMs, action, targetPercent } = value as Partial<ForcedAction>;
  const isTarget = targetPercent === undefined || typeof targetPercent === "number";
  const isTime = Number.isFinite(startMs) && Number.isFinite(endMs);
  return isTarget && isTime && typeof action === "string" && Object.hasOwn(ACTIONS, action);
}
