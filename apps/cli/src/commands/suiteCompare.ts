import { compareResults, describeComparison } from "@lightcone/battery";
import type { CommandIo } from "../command.ts";
import { exactWords, parseLine } from "../commandLine.ts";
import { readInputFile } from "../inputFile.ts";

const HELP = `lightcone suite compare A.json B.json

Compares two suite results, or two answers of evaluate, home by home and field by field: numbers are equal only
to the last bit, times are never compared. Every mismatch is named with home, field and both values; the exit
code is 1 when anything differs, when the homes are not the same, or when there was nothing to compare.

Example:
  lightcone suite compare out/before.json out/after.json
`;

/** `lightcone suite compare`. */
export async function runSuiteCompare(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {});
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  const [first = "", second = ""] = exactWords(line, ["A.json", "B.json"]);
  const comparison = compareResults(
    { name: first, text: readInputFile("A.json", first) },
    { name: second, text: readInputFile("B.json", second) },
  );
  io.out(describeComparison(comparison, first, second));
  return comparison.isEqual ? 0 : 1;
}
