import { generateSuite, writeSuiteScenarios } from "@lightcone/battery";
import type { CommandIo } from "../command.ts";
import { badFlag, exactWords, parseLine, textFlag, wholeNumberFlag } from "../commandLine.ts";
import { writeOutputFile } from "../outputFile.ts";

const HELP = `lightcone suite generate --count N --seed S --out F

Writes N random homes in the suite's format: every kind of tariff (flat, day and night, three rates, half-hourly
with and without negative prices, hourly), hybrid and AC-coupled, cars, intelligent slots, diverters, carbon
intensity, batteries from tiny to huge. The same seed gives the same bytes on any machine.

  --count N   homes, 1 to 10000 (default 20)
  --seed S    0 to 2147483647 (default 0)
  --out F     the file to write

Example:
  lightcone suite generate --count 20 --seed 0 --out out/homes.json
`;

/** `lightcone suite generate`. */
export async function runSuiteGenerate(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {
    count: { type: "string" },
    seed: { type: "string" },
    out: { type: "string" },
  });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  exactWords(line, []);
  const count = wholeNumberFlag(line, "count", { min: 1, max: 10_000, fallback: 20 });
  const seed = wholeNumberFlag(line, "seed", { min: 0, max: 2 ** 31 - 1, fallback: 0 });
  const out = textFlag(line, "out");
  if (out === undefined) throw badFlag("--out", "is missing", "name the file to write: --out homes.json");
  writeOutputFile("--out", out, writeSuiteScenarios(generateSuite({ count, seed })));
  io.err(`${count} homes of seed ${seed} are in ${out}\n`);
  return 0;
}
