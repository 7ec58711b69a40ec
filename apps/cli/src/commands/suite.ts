import type { Command, CommandIo } from "../command.ts";
import { ENGINE_HELP } from "../engineFlags.ts";
import { runSuiteCompare } from "./suiteCompare.ts";
import { runSuiteGenerate } from "./suiteGenerate.ts";
import { runSuiteHomes } from "./suiteRun.ts";

const HELP = `lightcone suite SCENARIOS
lightcone suite generate --count N --seed S --out F
lightcone suite compare A.json B.json

Plans every home of SCENARIOS, a file of the suite's format (JSON or YAML), and gives its row: the metric with
standing charge and low-power charging (metric), the three-future metric that plans are chosen by (metric3), costs
in pence of the three futures, the energies of the nominal one in kWh, what no plan's metric3 can be below
(lower_bound), and how far this plan's is above it (gap), which holds what knowing the future would be worth. Were the
nominal future certain, the best plan found for it would cost more than its own bound by executability_price, and this
one, which prepares for the other two futures, more than that by hedge_price.

  --ids 0,3                only these homes, in this order
  --profile predbat|physical   the peer's model with its quirks, or the corrected one (default predbat)
  --with-plans             put each plan into its row
  --json F                 write the rows to F; two files are compared by: lightcone suite compare
${ENGINE_HELP}
suite generate and suite compare explain themselves: lightcone suite generate --help

Example:
  lightcone suite generate --count 20 --seed 0 --out out/homes.json
  lightcone suite out/homes.json --with-plans --json out/result.json
`;

/** `lightcone suite`: plans many homes, makes random ones, compares results. */
export const suiteCommand: Command = {
  help: HELP,
  run: async (args: readonly string[], io: CommandIo): Promise<number> => {
    const [word, ...rest] = args;
    if (word === "generate") return runSuiteGenerate(rest, io);
    if (word === "compare") return runSuiteCompare(rest, io);
    if (args.includes("--help")) {
      io.out(HELP);
      return 0;
    }
    return runSuiteHomes(args, io);
  },
};
