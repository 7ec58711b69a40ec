import type { MovieProgress } from "@lightcone/relativity";
import type { CommandIo } from "./command.ts";

/** A line that a person watching sees while a movie is made; in a pipe it draws nothing. */
export interface RenderProgress {
  readonly show: (progress: MovieProgress) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const BAR_CELLS = 24;
const PATIENCE_MS = 1000;
const REDRAW_MS = 100;
const ERASE_LINE = "\r\u001b[2K";

/**
 * Starts the line: frames, rays a second, time left.
 * @param nowMs  milliseconds from any fixed moment
 */
export function startRenderProgress(io: CommandIo, nowMs: () => number): RenderProgress {
  const startMs = nowMs();
  let drawnMs = Number.NEGATIVE_INFINITY;
  let firstDone = -1;
  return {
    show: (progress) => {
      const now = nowMs();
      if (firstDone < 0) firstDone = progress.framesDone;
      if (!io.isTerminal || now - startMs < PATIENCE_MS || now - drawnMs < REDRAW_MS) return;
      io.err(`${ERASE_LINE}${progressLine(progress, now - startMs, progress.framesDone - firstDone)}`);
      drawnMs = now;
    },
    end: () => {
      if (drawnMs > Number.NEGATIVE_INFINITY) io.err(ERASE_LINE);
      drawnMs = Number.NEGATIVE_INFINITY;
    },
  };
}

const STAGE_WORDS = { trace: "tracing", draw: "drawing", finish: "finishing" } as const;

/**
 * The line itself.
 * @param elapsedMs  since the start of this run
 * @param newFrames  frames drawn in this run; the time left is reckoned from them
 */
export function progressLine(progress: MovieProgress, elapsedMs: number, newFrames: number): string {
  const { stage, framesDone, frameCount, rays } = progress;
  const filled = Math.floor((BAR_CELLS * framesDone) / frameCount);
  const bar = `${"#".repeat(filled)}${"-".repeat(BAR_CELLS - filled)}`;
  const left =
    newFrames === 0 ? "" : `, ${durationWords((elapsedMs / newFrames) * (frameCount - framesDone))} left`;
  const pace = rays === 0 ? "" : `, ${paceWords((1000 * rays) / elapsedMs)}`;
  return `[${bar}] ${STAGE_WORDS[stage]}: ${framesDone} of ${frameCount} frames${pace}${left}`;
}

function paceWords(raysPerSecond: number): string {
  if (raysPerSecond >= 1e6) return `${(raysPerSecond / 1e6).toFixed(2)} M rays/s`;
  return `${(raysPerSecond / 1e3).toFixed(0)} k rays/s`;
}

function durationWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
