import { dirname, join } from "node:path";
import { type Engine, ParallelError, parseSchedule } from "@lightcone/parallel";
import {
  cameraFileHelp,
  type FrameRange,
  MOVIE_FILES,
  type MovieReport,
  type MovieRequest,
  openInputFolder,
  openOutputStore,
  renderMovie,
  shotFileHelp,
} from "@lightcone/relativity";
import type { Command, CommandIo } from "../command.ts";
import { badFlag, exactWords, type ParsedLine, parseLine, textFlag } from "../commandLine.ts";
import { ENGINE_HELP, ENGINE_OPTIONS, engineFlags, withEngine } from "../engineFlags.ts";
import { readInputFile } from "../inputFile.ts";
import { openMovieVideo } from "../movieVideo.ts";
import { checkOutputFiles } from "../outputFile.ts";
import { collectRayCosts } from "../rayCosts.ts";
import { startRenderProgress } from "../renderProgress.ts";

const HELP = `lightcone render SHOT --out DIR

Renders a movie of a black hole: the same bytes on any number of lanes. SHOT is a YAML file; examples/infall.yaml
explains itself, \`lightcone render --help shot\` lists every field, \`lightcone render --help camera\` the columns of
a trajectory. DIR gets frames/, movie.lensmap, events.csv, manifest.json, a contact sheet, an animated PNG, and an
MP4 where ffmpeg is on PATH. A lens map in DIR of the same cameras serves again: to change exposure, stars or point
spread traces no ray of the mesh anew, only those that the pictures need besides.

  --out DIR                where the movie goes; made when it is missing
  --frames A:B             frames A to B-1 only
  --schedule S             active,N (default active,128), static, static,N, dynamic,N, guided or guided,N
  --resume                 go on with what a killed run left in DIR: ends with the same bytes
${ENGINE_HELP}
Example:
  lightcone render examples/short.yaml --out out/short
`;

/** `lightcone render`: a shot becomes a movie. */
export const renderCommand: Command = {
  help: HELP,
  run: runRender,
};

const TOPICS: Readonly<Record<string, () => string>> = { shot: shotFileHelp, camera: cameraFileHelp };

async function runRender(args: readonly string[], io: CommandIo): Promise<number> {
  const line = parseLine(args, {
    out: { type: "string" },
    frames: { type: "string" },
    schedule: { type: "string" },
    resume: { type: "boolean" },
    ...ENGINE_OPTIONS,
  });
  if (line.wantsHelp) {
    io.out((TOPICS[line.words[0] ?? ""] ?? (() => HELP))());
    return 0;
  }
  const [shotFile = ""] = exactWords(line, ["SHOT"]);
  const out = textFlag(line, "out");
  if (out === undefined)
    throw badFlag("--out", "is missing", "name the folder of the movie: --out out/infall");
  const flags = engineFlags(line);
  checkOutputFiles(line, ["stats", "costs"], [{ role: "SHOT", path: shotFile }]);
  const video = openMovieVideo();
  const progress = startRenderProgress(io, () => performance.now());
  const rayCosts = collectRayCosts();
  const request: MovieRequest = {
    shot: readInputFile("SHOT", shotFile),
    files: openInputFolder(dirname(shotFile)),
    store: openOutputStore(out),
    isResuming: line.flags.resume === true,
    onProgress: progress.show,
    onNotice: (sentence) => io.err(`${sentence}\n`),
    ...framesFlag(line),
    ...scheduleFlag(line),
    encodeVideo: video.encodeVideo,
    ...(flags.costsFile === undefined ? {} : { onSlab: rayCosts.onSlab }),
  };
  let movie: MovieReport["totals"] | undefined;
  const work = async (engine: Engine): Promise<MovieReport> => {
    const report = await renderMovie(request, engine);
    movie = report.totals;
    return report;
  };
  const more = { stats: () => ({ movie }), costs: () => ({ slabs: rayCosts.slabs }) };
  const report = await withEngine(flags, io, work, more).finally(() => {
    progress.end();
    request.store.giveBack();
  });
  io.out(summary(report, out));
  io.err(video.whyNone(report));
  return 0;
}

function framesFlag(line: ParsedLine): { frames?: FrameRange } {
  const text = textFlag(line, "frames");
  if (text === undefined) return {};
  const [, begin, end] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (begin !== undefined && end !== undefined && Number(begin) < Number(end)) {
    return { frames: { begin: Number(begin), end: Number(end) } };
  }
  const mend = "give the first frame and the one after the last, such as 0:24";
  throw badFlag("--frames", `is ${JSON.stringify(text)}`, mend);
}

function scheduleFlag(line: ParsedLine): { schedule?: string } {
  const schedule = textFlag(line, "schedule");
  if (schedule === undefined) return {};
  try {
    parseSchedule(schedule);
  } catch (error) {
    if (!(error instanceof ParallelError)) throw error;
    throw badFlag("--schedule", `${JSON.stringify(schedule)} ${error.problem.what}`, error.problem.mend);
  }
  return { schedule };
}

/** Where everything is. */
function summary({ frames, files, isLensMapReused, totals }: MovieReport, out: string): string {
  const [first, last] = [frames[0]!, frames.at(-1)!];
  const counted = frames.length === 1 ? "1 frame" : `${frames.length} frames`;
  const rays = Object.entries(sumOf(frames.map((frame) => frame.rays)))
    .map(([status, count]) => `${count} ${status}`)
    .join(", ");
  const stars = sumOf(frames.map((frame) => frame.stars));
  const lines = [
    [counted, first === last ? join(out, first.file) : `${join(out, first.file)} to ${join(out, last.file)}`],
    ...files.map((file) => [WORDS[file] ?? file, join(out, file)]),
    ["manifest", join(out, MOVIE_FILES.manifest)],
    ["lens map rays", `${rays}${isLensMapReused ? " (from the lens map of a former movie)" : ""}`],
    ...Object.entries(sumOf(frames.map(({ unresolved }) => unresolved))).map(([reason, count]) => [
      "unresolved",
      `${count}: ${reason}`,
    ]),
    [
      "star images",
      `${stars.refined} refined with true rays, ${stars.unrefined} fainter ones from the mesh, ${stars.caustic} at caustics`,
    ],
    ["rays traced", tracedWords(totals)],
  ];
  const width = Math.max(...lines.map(([name = ""]) => name.length));
  return lines.map(([name = "", words]) => `${name.padEnd(width)}  ${words}\n`).join("");
}

/** Slabs are the mesh's alone: a picture's rays are followed one by one. */
function tracedWords({ rays, steps, pools }: MovieReport["totals"]): string {
  return `${pools.rays} for the mesh in ${pools.slabs} slabs, ${rays - pools.rays} for the pictures; ${steps} steps`;
}

const WORDS: Readonly<Record<string, string>> = {
  [MOVIE_FILES.lensMap]: "lens map",
  [MOVIE_FILES.events]: "star image log",
  [MOVIE_FILES.contactSheet]: "contact sheet",
  [MOVIE_FILES.preview]: "preview",
  [MOVIE_FILES.video]: "video",
};

function sumOf(rows: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}
