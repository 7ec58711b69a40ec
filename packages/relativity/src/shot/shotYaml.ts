import { isMap, LineCounter, parseDocument, type YAMLError } from "yaml";
import { InputError, type Problem } from "../problem.ts";

/** Aliases a shot file may use: enough for repeated parts, too few to blow up the memory. */
const MOST_ALIASES = 100;

/**
 * The tree of fields in the text of a shot file.
 * @throws InputError with line and column of everything that is no YAML
 */
export function parseShotYaml(text: string): Readonly<Record<string, unknown>> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const faults = [...document.errors, ...document.warnings].map((error) => syntaxProblem(error, lineCounter));
  if (faults.length > 0) throw new InputError("shot", faults);
  if (!isMap(document.contents)) {
    throw shotError({
      at: "shot file",
      what: document.contents === null ? "is empty" : "is no set of fields",
      mend: "begin with the fields of examples/infall.yaml: spacetime, trajectory, camera",
    });
  }
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    throw shotError({
      at: "shot file",
      what: `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      mend: "write the repeated parts out instead of using so many aliases (*name)",
    });
  }
}

function shotError(problem: Problem): InputError {
  return new InputError("shot", [problem]);
}

function syntaxProblem(error: YAMLError, lineCounter: LineCounter): Problem {
  const { line, col } = lineCounter.linePos(error.pos[0]);
  return {
    at: `shot file: line ${line}, column ${col}`,
    what: `is not YAML: ${error.message}`,
    mend: REMEDIES[error.code] ?? "compare the line with the same one of examples/infall.yaml",
  };
}

const REMEDIES: Partial<Record<YAMLError["code"], string>> = {
  TAB_AS_INDENT: "indent with spaces, not with tabs",
  BAD_INDENT: "let fields of one section begin in the same column",
  DUPLICATE_KEY: "keep one of the two fields of the same name",
  MISSING_CHAR: "close the quote or bracket",
  MULTIPLE_DOCS: "keep one document: remove the line ---",
  TAG_RESOLVE_FAILED: "remove the tag (the word that begins with !)",
  UNEXPECTED_TOKEN: "put the text in quotes, or correct the line",
};
