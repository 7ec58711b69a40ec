import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  describeLensMap,
  diffLensMaps,
  exportLensMap,
  type LensMapDescription,
  type LensMapDifference,
  verifyLensMap,
} from "@lightcone/relativity";
import type { Command, CommandIo } from "../command.ts";
import { badFlag, type ParsedLine, parseLine, textFlag } from "../commandLine.ts";
import { checkOutputFiles, writeOutputFile } from "../outputFile.ts";
import { InputError, type Problem } from "../problem.ts";
import { textTable } from "../textTable.ts";

const HELP = `lightcone lensmap info|verify|diff|export FILE...

Looks into lens maps: for each frame of a movie, what every ray of the mesh met, where on the sky it ends and how its
light is shifted.

  lensmap info FILE...     what is in it: frames, rays by fate, cells by level, digest
  lensmap verify FILE...   check bytes, digests and meshes; exit 1 when one is not sound,
                           2 when one cannot be read; all are looked at
  lensmap diff A B         compare header, meshes and every column; exit 1 when they differ
  lensmap export FILE      write it as a NumPy .npz

  --out F                  where export writes (default: FILE with .npz)
  --json F                 write what info or diff found to F

Example:
  lightcone lensmap info out/short/movie.lensmap
`;

/** `lightcone lensmap`: looks into lens maps. */
export const lensmapCommand: Command = {
  help: HELP,
  run: runLensmap,
};

const newHash = () => createHash("sha256");

/** What follows `lensmap`; each gives the exit code. */
const ACTIONS: Readonly<
  Record<string, (files: readonly string[], line: ParsedLine, io: CommandIo) => number>
> = {
  info,
  verify,
  diff,
  export: exportFile,
};

async function runLensmap(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, { out: { type: "string" }, json: { type: "string" } });
  if (line.wantsHelp) {
    io.out(HELP);
    return 0;
  }
  const [word = "", ...files] = line.words;
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (action === undefined) {
    const what = word === "" ? "is missing" : `is ${JSON.stringify(word)}`;
    throw badFlag("lensmap action", what, `use one of ${Object.keys(ACTIONS).join(", ")}`);
  }
  if (files.length === 0)
    throw badFlag("FILE", "is missing", `name a lens map: lightcone lensmap ${word} movie.lensmap`);
  const inputs = files.map((path) => ({ role: "FILE", path }));
  checkOutputFiles(line, ["out", "json"], inputs);
  return action(files, line, io);
}

function readLensMap(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const what = code === "ENOENT" ? `there is no file ${path}` : `${path} cannot be read (${code})`;
    throw new InputError("file", [
      { at: "FILE", what, mend: "give the path of a lens map that can be read" },
    ]);
  }
}

function info(files: readonly string[], line: ParsedLine, io: CommandIo): number {
  const descriptions = files.map((file) => ({ file, ...describeLensMap(readLensMap(file), file, newHash) }));
  writeJson(line, descriptions.length === 1 ? descriptions[0] : descriptions);
  for (const description of descriptions) io.out(describedText(description.file, description));
  return 0;
}

function describedText(file: string, map: LensMapDescription): string {
  const { header, statusCounts, splitCounts, levelCounts } = map;
  const counted = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  const rows = [
    ["file", `${file}, ${map.bytes} bytes, version ${map.version}`],
    ["SHA-256", map.sha256],
    ["spacetime", JSON.stringify(header.spacetime)],
    ["backend", `${header.backend}, tolerance ${header.tolerance}, at most ${header.stepBudget} steps a ray`],
    [
      "sampling",
      `cells of ${header.sampling.coarseCellPx} px, ${header.sampling.refinementLevels} levels finer`,
    ],
    ["kernel", `parity revision ${header.parityRevision}`],
    ["frames", String(header.frameCount)],
    ["rays", `${map.vertices}: ${counted(statusCounts)}; ${map.steps} steps`],
    ...Object.entries(map.unresolvedCounts).map(([reason, count]) => ["unresolved", `${count}: ${reason}`]),
    ["cells", `${map.cells}; by level ${levelCounts.join(", ")}`],
    ["splits", counted(splitCounts)],
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  const head = rows.map(([name = "", words]) => `${name.padEnd(width)}  ${words}\n`).join("");
  const columns = ["frame", "tau", "rays", "cells", ...Object.keys(statusCounts), "generations"];
  const frames = map.frames.map((frame) => [
    String(frame.frame),
    frame.tauM.toFixed(3),
    String(frame.vertices),
    String(frame.cells),
    ...Object.values(frame.statusCounts).map(String),
    frame.generations.join("+"),
  ]);
  return `${head}${textTable(
    columns.map((column) => ({ head: column })),
    frames,
  )}`;
}

function verify(files: readonly string[], _line: ParsedLine, io: CommandIo): number {
  const unread: Problem[] = [];
  const verdicts = files.map((file) => {
    try {
      return verifyOne(file, io);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      unread.push(...error.problems);
      return false;
    }
  });
  if (unread.length > 0) throw new InputError("file", unread);
  return verdicts.every((isSound) => isSound) ? 0 : 1;
}

function verifyOne(file: string, io: CommandIo): boolean {
  const { isSound, frameCount, sha256, problems } = verifyLensMap(readLensMap(file), file, newHash);
  if (isSound) io.out(`${file}: sound, ${frameCount} frames, SHA-256 ${sha256}\n`);
  for (const { at, what, mend } of problems) io.out(`${at}: ${what}\n  to mend: ${mend}\n`);
  return isSound;
}

function diff(files: readonly string[], line: ParsedLine, io: CommandIo): number {
  const [a, b] = files;
  if (a === undefined || b === undefined || files.length !== 2) {
    throw badFlag("FILE", `got ${files.length} files`, "give two: lightcone lensmap diff A B");
  }
  const difference = diffLensMaps({ name: a, bytes: readLensMap(a) }, { name: b, bytes: readLensMap(b) });
  writeJson(line, difference);
  io.out(differenceText(difference));
  return difference.isSame ? 0 : 1;
}

const ROWS_TOLD = 40;

function differenceText({ isSame, notes, columns }: LensMapDifference): string {
  if (isSame) return "The lens maps are the same.\n";
  const lines = [
    ...notes,
    ...columns.map(
      ({ frame, column, count, largest, firstX, firstY }) =>
        `frame ${frame}: ${column} differs in ${count} values by up to ${largest}, first at unit (${firstX}, ${firstY})`,
    ),
  ];
  const told = lines.slice(0, ROWS_TOLD);
  const rest = lines.length - told.length;
  return `${[...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n")}\n`;
}

function exportFile(files: readonly string[], line: ParsedLine, io: CommandIo): number {
  const [file = ""] = files;
  if (files.length !== 1) throw badFlag("FILE", `got ${files.length} files`, "export one at a time");
  const out = textFlag(line, "out") ?? `${file.replace(/\.lensmap$/, "")}.npz`;
  writeOutputFile("--out", out, exportLensMap(readLensMap(file), file));
  io.err(`Written: ${out}\n`);
  return 0;
}

function writeJson(line: ParsedLine, value: unknown): void {
  const path = textFlag(line, "json");
  if (path !== undefined) writeOutputFile("--json", path, `${JSON.stringify(value, null, 1)}\n`);
}
