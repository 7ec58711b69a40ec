import { InputError, type Problem } from "../problem.ts";
import { type CatalogueStar, type StarCatalogue, starCatalogue } from "./starCatalogue.ts";

/** Colour index of a star whose row gives none: the sun's. */
const UNKNOWN_B_MINUS_V = 0.65;
/** Problems of a file that are told one by one. */
const MOST_PROBLEMS = 20;

/** Columns by any of their names, and the range of each, in which the physics holds. */
const COLUMNS = {
  rightAscensionDeg: { names: ["raDeg", "ra", "RA"], low: -360, high: 360, isOptional: false },
  declinationDeg: { names: ["decDeg", "dec", "Dec"], low: -90, high: 90, isOptional: false },
  magnitudeV: { names: ["vMag", "V", "mag"], low: -30, high: 30, isOptional: false },
  bMinusV: { names: ["bMinusV", "B-V", "bv"], low: -0.6, high: 20, isOptional: true },
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];
const BEGIN_WITH_COLUMNS = "begin the file with the line raDeg,decDeg,vMag,bMinusV";
const ID_NAMES: readonly string[] = ["hip", "id"];

/** Which file it is, for messages, and where to cut it. */
export interface CatalogueFile {
  readonly name: string;
  /** Fainter stars are left out. */
  readonly faintestMagnitude?: number;
}

/**
 * Stars of a CSV file: columns raDeg, decDeg, vMag, bMinusV (empty where unknown) and, if there is one, hip or id.
 * @throws InputError with the line of everything that is wrong
 */
export function readStarCatalogue(text: string, file: CatalogueFile): StarCatalogue {
  const lines = text.split(/\r?\n/);
  const header = (lines[0] ?? "").split(",").map((name) => name.trim());
  const places = columnPlaces(header, file.name);
  const idPlace = header.findIndex((name) => ID_NAMES.includes(name));
  const problems: Problem[] = [];
  const stars: CatalogueStar[] = [];
  for (let line = 1; line < lines.length; line++) {
    if (lines[line]!.trim() === "") continue;
    const star = readRow(lines[line]!.split(","), places, { at: `${file.name}: line ${line + 1}`, problems });
    if (star.magnitudeV > (file.faintestMagnitude ?? Number.POSITIVE_INFINITY)) continue;
    const id = idPlace < 0 ? line : Number(lines[line]!.split(",")[idPlace]);
    stars.push({ ...star, id: Number.isInteger(id) ? id : line });
  }
  if (problems.length > 0) throw new InputError("catalogue", told(problems, file.name));
  return starCatalogue(stars);
}

function told(problems: readonly Problem[], name: string): readonly Problem[] {
  if (problems.length <= MOST_PROBLEMS) return problems;
  const rest = problems.length - MOST_PROBLEMS;
  return [
    ...problems.slice(0, MOST_PROBLEMS),
    { at: name, what: `has ${rest} more problem(s)`, mend: "mend those told above first" },
  ];
}

function columnPlaces(header: readonly string[], name: string): Readonly<Record<Column, number>> {
  const problems: Problem[] = [];
  if (header.join("") === "") {
    const what = "is empty, where the names of the columns belong";
    throw new InputError("catalogue", [{ at: `${name}: line 1`, what, mend: BEGIN_WITH_COLUMNS }]);
  }
  const places = COLUMN_NAMES.map((column) => {
    const { names, isOptional } = COLUMNS[column];
    const place = header.findIndex((title) => (names as readonly string[]).includes(title));
    if (place < 0 && !isOptional) {
      problems.push({
        at: `${name}: line 1`,
        what: `has no column ${names[0]} among ${JSON.stringify(header.join(","))}`,
        mend: BEGIN_WITH_COLUMNS,
      });
    }
    return [column, place] as const;
  });
  if (problems.length > 0) throw new InputError("catalogue", problems);
  return Object.fromEntries(places) as Record<Column, number>;
}

interface RowFindings {
  readonly at: string;
  readonly problems: Problem[];
}

function readRow(
  cells: readonly string[],
  places: Readonly<Record<Column, number>>,
  { at, problems }: RowFindings,
): Omit<CatalogueStar, "id"> {
  const numbers = COLUMN_NAMES.map((column) => {
    const { names, low, high, isOptional } = COLUMNS[column];
    const text = cells[places[column]]?.trim() ?? "";
    if (text === "" && isOptional) return [column, UNKNOWN_B_MINUS_V] as const;
    const value = text === "" ? Number.NaN : Number(text);
    if (!(value >= low && value <= high)) {
      problems.push({
        at,
        what: `${names[0]} is ${JSON.stringify(text)}`,
        mend: `give a number from ${low} to ${high}`,
      });
    }
    return [column, value] as const;
  });
  return Object.fromEntries(numbers) as Record<Column, number>;
}
