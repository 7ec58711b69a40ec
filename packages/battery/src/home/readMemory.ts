import type { LoadForecast } from "../forecast/readLoad.ts";
import type { SolarForecast } from "../forecast/readSolar.ts";
import type { Tariff } from "../tariff/readTariff.ts";
import type { Findings } from "./findings.ts";
import type { Assumption, Notice } from "./home.ts";
import type { ReadContext } from "./source.ts";

/**
 * What was read of a home file before, so that after an edit only what it concerns is read anew: tables of prices, sun
 * and use take far longer than all the rest. Reading with a memory gives what reading without it gives.
 */
export interface ReadMemory {
  readonly fields: FieldsMemory;
  readonly importTariff: PartMemory<Tariff>;
  readonly exportTariff: PartMemory<Tariff>;
  readonly solar: PartMemory<SolarForecast>;
  readonly load: PartMemory<LoadForecast>;
}

/** Begins with nothing read. */
export function createReadMemory(): ReadMemory {
  return {
    fields: createFieldsMemory(),
    importTariff: createPartMemory(),
    exportTariff: createPartMemory(),
    solar: createPartMemory(),
    load: createPartMemory(),
  };
}

/** The fields of the text that was parsed last. */
interface FieldsMemory {
  /** @param parse  gives the fields of the text, or throws */
  readonly recall: (text: string, parse: (text: string) => unknown) => unknown;
}

function createFieldsMemory(): FieldsMemory {
  let known: { readonly text: string; readonly fields: unknown } | undefined;
  return {
    recall(text, parse) {
      if (known?.text !== text) known = { text, fields: parse(text) };
      return known.fields;
    },
  };
}

/** One part of a home, and everything that its reading depended on. */
interface PartMemory<Part> {
  /**
   * The part as it was read before when nothing that it depends on has changed, else as `read` gives it.
   * @param given  everything but files and context that the part is read from, as JSON can tell it
   */
  readonly recall: (given: unknown, context: ReadContext, read: (context: ReadContext) => Part) => Part;
}

interface Remembered<Part> {
  readonly key: string;
  readonly files: ReadonlyMap<string, string>;
  readonly part: Part;
  readonly notices: readonly Notice[];
  readonly assumptions: readonly Assumption[];
}

function createPartMemory<Part>(): PartMemory<Part> {
  let known: Remembered<Part> | undefined;
  return {
    recall(given, context, read) {
      const key = keyOf([given, context.timeZone, context.currency, context.findings.size]);
      if (known !== undefined && known.key === key && areUnchanged(known.files, context)) {
        return recalled(known, context.findings);
      }
      const { findings } = context;
      const [noticeCount, assumptionCount] = [findings.notices.length, findings.assumptions.length];
      const files = new Map<string, string>();
      const part = read({ ...context, readFile: (path) => noted(files, path, context.readFile(path)) });
      // A part beside which something is wrong is read anew: readers tell less of what was told already.
      const isClean = key !== undefined && findings.problems.length === 0;
      known = isClean
        ? {
            ...{ key, files, part },
            notices: findings.notices.slice(noticeCount),
            assumptions: findings.assumptions.slice(assumptionCount),
          }
        : undefined;
      return part;
    },
  };
}

function noted(files: Map<string, string>, path: string, text: string): string {
  files.set(path, text);
  return text;
}

function areUnchanged(files: ReadonlyMap<string, string>, { readFile }: ReadContext): boolean {
  try {
    return [...files].every(([path, text]) => readFile(path) === text);
  } catch {
    // The file is gone: reading anew says so.
    return false;
  }
}

function recalled<Part>({ part, notices, assumptions }: Remembered<Part>, findings: Findings): Part {
  for (const notice of notices) findings.notice(notice);
  for (const { at, value } of assumptions) findings.assume(at, value);
  return part;
}

/** Different for all values that are read differently; undefined for one that no text can tell, which holds itself. */
function keyOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, each: unknown) => {
      const isPlain = typeof each !== "number" || (Number.isFinite(each) && !Object.is(each, -0));
      return isPlain ? each : { number: Object.is(each, -0) ? "-0" : String(each) };
    });
  } catch {
    return undefined;
  }
}
