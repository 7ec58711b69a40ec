import { type Document, isMap, LineCounter, parseDocument, type YAMLError } from "yaml";
import type { Findings } from "./findings.ts";

/** Aliases a home file may use: enough for repeated parts, too few to blow up the memory. */
const MOST_ALIASES = 100;

/**
 * A home file as a document that can be changed in place.
 * @throws InputError (code `home`) with line and column of everything that is wrong with its syntax
 */
export function parseHomeDocument(text: string, findings: Findings): Document.Parsed {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    ...{ lineCounter, prettyErrors: false, uniqueKeys: true, keepSourceTokens: true },
  });
  for (const error of [...document.errors, ...document.warnings]) {
    findings.problem(syntaxProblem(error, lineCounter));
  }
  findings.throwIfAny();
  if (!isMap(document.contents)) {
    findings.problem({
      at: "home file",
      what: document.contents === null ? "is empty" : "is no set of fields",
      mend: "begin with the fields of examples/home.yaml: timeZone, battery, inverter, prices, load",
    });
    findings.throwIfAny();
  }
  return document;
}

/** The fields of a home file. @throws InputError (code `home`) where it is no YAML */
export function parseHomeFile(text: string, findings: Findings): unknown {
  const document = parseHomeDocument(text, findings);
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    findings.problem({
      at: "home file",
      what: `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      mend: "write the repeated parts out instead of using so many aliases (*name)",
    });
    findings.throwIfAny();
    return undefined;
  }
}

function syntaxProblem(error: YAMLError, lineCounter: LineCounter) {
  const { line, col } = lineCounter.linePos(error.pos[0]);
  return {
    at: `home file: line ${line}, column ${col}`,
    what: `is not YAML: ${error.message}`,
    mend: REMEDIES[error.code] ?? "compare the line with the same one of examples/home.yaml",
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
