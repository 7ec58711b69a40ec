import {
  certificateText,
  checkCertificate,
  readStorageAnswer,
  readStorageProblem,
  solveStorage,
  storageAnswerJson,
  storageTable,
} from "@lightcone/battery";
import type { Command, CommandIo } from "../command.ts";
import { badFlag, exactWords, parseLine, textFlag } from "../commandLine.ts";
import { readInputFile } from "../inputFile.ts";
import { checkOutputFiles, writeOutputFile } from "../outputFile.ts";

const HELP = `lightcone solve PROBLEM.json [--json F]
lightcone solve --check ANSWER.json PROBLEM.json

Solves the storage problem: when to charge and discharge one battery so that bill, wear and peak charge less the value
of what is left are least. The answer is a plan, a bound that no plan can beat and the multipliers that prove it; it is
called \`optimal\`, the cheapest plan there is, where they prove that, else \`feasible\`, with its gap to the bound
(where export is dearer than import, prices alone seldom prove as much). Energies are kWh per slot, powers kW, prices
any one money unit per kWh.

Needed: slotMinutes, importPerKwh, exportPerKwh, loadKwh, pvKwh, battery (minKwh, maxKwh, startKwh, chargeKw,
dischargeKw), grid (importKw, exportKw), terminalValuePerKwh. Everything else may be left out.

  slotMinutes              length of a slot: one number, or a list with one each
  importPerKwh             prices, a list with one per slot; so are exportPerKwh
  loadKwh, pvKwh           what the home uses and the panels can give, per slot
  pvCurtailable            whether the panels may be turned down (default true)
  battery                  minKwh, maxKwh (a number or a list with one per slot's end), startKwh, chargeKw, dischargeKw;
                           endKwh (must be stored at the end), chargeEfficiency, dischargeEfficiency (default 1),
                           wearPerKwh (of throughput, half each way), standbyKw (constant drain),
                           efficiencyCurve {powerKw, chargeEfficiency, dischargeEfficiency: lists},
                           rateCurve {socFraction, chargeKw, dischargeKw: lists; steps from the fraction up},
                           targets [{slot, minKwh, penaltyPerKwh}]
  inverter                 {"kind": "ac"} (default) or {"kind": "hybrid", "acKw": 5, "dcAcEfficiency": 0.97}
  grid                     importKw, exportKw; peakPricePerKw of the highest slot's import, peakFloorKw that is paid
                           for anyway
  rules                    batteryMayExport, batteryMayChargeFromGrid, batteryMayExportGridEnergy (default true)
  terminalValuePerKwh      worth of a kWh left at the end: a number, or {kwh: [...], valuePerKwh: [...]}, each value up
                           to its kwh

  --json F                 write the answer to F
  --check ANSWER.json      do not solve: verify the answer's flows, money and certificate and say its gap to the bound;
                           exit 1 where one does not hold or a plan called optimal is not proven so, and say which

Example:
  lightcone solve examples/storage.json --json out/answer.json
  lightcone solve --check out/answer.json examples/storage.json
`;

/** \`lightcone solve\`: the exact storage problem, with bound and certificate. */
export const solveCommand: Command = {
  help: HELP,
  run: runSolve,
};

const PIPE_WIDTH = 120;

async function runSolve(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, { json: { type: "string" }, check: { type: "string" } });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  const [problemFile = ""] = exactWords(line, ["PROBLEM.json"]);
  const jsonFile = textFlag(line, "json");
  const answerFile = textFlag(line, "check");
  if (answerFile !== undefined && jsonFile !== undefined) {
    throw badFlag("--json", "has nothing to write beside --check", "leave one of the two out");
  }
  const problem = readStorageProblem(readInputFile("PROBLEM.json", problemFile), problemFile);
  if (answerFile !== undefined) {
    const slotCount = problem.slotHours.length;
    const answer = readStorageAnswer(readInputFile("--check", answerFile), slotCount, answerFile);
    const check = checkCertificate(problem, answer);
    io.out(certificateText(check));
    return check.holds ? 0 : 1;
  }
  checkOutputFiles(line, ["json"], [{ role: "PROBLEM.json", path: problemFile }]);
  const answer = solveStorage(problem);
  if (jsonFile !== undefined) writeOutputFile("--json", jsonFile, storageAnswerJson(answer));
  io.out(storageTable(problem, answer, { width: io.outWidth ?? PIPE_WIDTH, hasColour: io.outHasColour }));
  return 0;
}
