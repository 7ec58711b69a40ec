import { dirname } from "node:path";
import type { Engine } from "@lightcone/parallel";
import {
  openInputFolder,
  type RayAnswer,
  readRays,
  readSpacetimeTable,
  traceRequests,
} from "@lightcone/relativity";
import type { Command, CommandIo } from "../command.ts";
import { exactWords, parseLine, textFlag } from "../commandLine.ts";
import { ENGINE_HELP, ENGINE_OPTIONS, engineFlags, withEngine } from "../engineFlags.ts";
import { readInputFile } from "../inputFile.ts";
import { checkOutputFiles, writeOutputFile } from "../outputFile.ts";
import { textTable } from "../textTable.ts";

const HELP = `lightcone trace RAYS.jsonl

Follows single rays of light back from a camera: where on the sky each comes from, its frequency shift, its constants.
RAYS.jsonl holds one JSON object a line (units G = c = M = 1, angles in degrees):

  id                       a number or a text, given back with the answer
  spacetime                {"kind": "minkowski"}, {"kind": "schwarzschild"}, {"kind": "kerr", "spin": 0.9},
                           {"kind": "kerr-newman", "spin": 0.6, "charge": 0.5} or {"kind": "tabulated", "file": F}
                           (F from the folder of RAYS.jsonl)
  backend                  "kerr-schild" for the general backend where there is a fast one
  camera                   {"r": 50, "thetaDeg": 80, "phiDeg": 0, "observer": "static"}; observers are static, zamo,
                           circular (thetaDeg 90), rain, and drip (spin 0, with "restRadius"); or by Kerr-Schild
                           Cartesian components: {"position": [x, y, z], "fourVelocity": [t, x, y, z],
                           "forward": [x, y, z], "up": [x, y, z]}; "tKs" is its time (default 0)
  azDeg, elDeg             look direction: azimuth from forward to the right, elevation towards up; forward of an
                           observer is inward, right is the sense of phi, up is towards the axis
  tolerance                local error of a step (default 1e-10)

  --json F                 write the answers to F: results[] of id, status, reason, direction, g, xi, eta, sweepRad,
                           order, steps
${ENGINE_HELP}
Example:
  lightcone trace examples/rays.jsonl --json out/rays.json
`;

/** `lightcone trace`: single rays. */
export const traceCommand: Command = {
  help: HELP,
  run: runTrace,
};

async function runTrace(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, { json: { type: "string" }, ...ENGINE_OPTIONS });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  const [raysFile = ""] = exactWords(line, ["RAYS.jsonl"]);
  const jsonFile = textFlag(line, "json");
  const flags = engineFlags(line);
  const files = openInputFolder(dirname(raysFile), "RAYS.jsonl");
  const rays = readRays(readInputFile("RAYS.jsonl", raysFile), (file, at) =>
    readSpacetimeTable(files.open(file, at).bytes, file),
  );
  checkOutputFiles(line, ["json", "stats", "costs"], [{ role: "RAYS.jsonl", path: raysFile }]);
  let answers: readonly RayAnswer[] = [];
  const costs = (): object => ({ stepsPerRay: answers.map(({ steps }) => steps) });
  const work = async (engine: Engine): Promise<void> => {
    answers = await traceRequests(engine, rays);
  };
  await withEngine(flags, io, work, { costs });
  if (jsonFile !== undefined) writeOutputFile("--json", jsonFile, answersText(answers));
  io.out(answersTable(answers));
  return 0;
}

/** One ray a line, so that two files can be read side by side. */
function answersText(answers: readonly RayAnswer[]): string {
  return `{"results":[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]}\n`;
}

function answersTable(answers: readonly RayAnswer[]): string {
  const numbers = ["x", "y", "z", "g", "L/E", "Q/E2", "order", "steps"].map((head) => ({ head }));
  const columns = [{ head: "id", isText: true }, { head: "status", isText: true }, ...numbers];
  const rows = answers.map(({ id, status, direction, g, xi, eta, order, steps }) => [
    String(id),
    status,
    ...(direction ?? [null, null, null]).map((component) => decimal(component, 9)),
    decimal(g, 9),
    decimal(xi, 6),
    decimal(eta, 6),
    String(order),
    String(steps),
  ]);
  const reasons = answers.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${id}: ${reason}\n`]));
  return `${textTable(columns, rows)}${reasons.join("")}`;
}

function decimal(value: number | null, places: number): string {
  if (value === null) return "-";
  const text = value.toFixed(places);
  // What rounds to nothing has no sign.
  return Number(text) === 0 ? text.replace("-", "") : text;
}
