import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** Makes a video of pictures. */
export interface VideoEncoder {
  /** What the encoder calls itself, such as `ffmpeg version 7.1`. */
  readonly name: string;
  /**
   * @param pictures  PNG files of one size, in order
   * @param framesPerSecond  speed of the video
   * @returns the file's bytes
   * @throws Error with the encoder's own words when it fails
   */
  encode(pictures: Iterable<Uint8Array>, framesPerSecond: number): Promise<Uint8Array>;
}

/** The machine's ffmpeg; undefined when it is not on PATH. */
export function findVideoEncoder(): VideoEncoder | undefined {
  const probe = spawnSync("ffmpeg", ["-version"], { encoding: "utf8" });
  if (probe.error !== undefined || probe.status !== 0) return undefined;
  const name = /^ffmpeg version \S+/.exec(probe.stdout)?.[0] ?? "ffmpeg";
  return { name, encode: encodeVideo };
}

/** H.264 that every player knows; edges made even, no time of day and no threads that could change the bytes. */
function videoArguments(framesPerSecond: number): string[] {
  const input = ["-f", "image2pipe", "-framerate", String(framesPerSecond), "-c:v", "png", "-i", "-"];
  const look = [
    "-vf",
    "pad=ceil(iw/2)*2:ceil(ih/2)*2",
    "-c:v",
    "libx264",
    "-crf",
    "16",
    "-pix_fmt",
    "yuv420p",
  ];
  const output = ["-threads", "1", "-fflags", "+bitexact", "-flags", "+bitexact", "-map_metadata", "-1"];
  const stream = ["-movflags", "frag_keyframe+empty_moov", "-f", "mp4", "-"];
  return ["-hide_banner", "-loglevel", "error", ...input, ...look, ...output, ...stream];
}

async function encodeVideo(pictures: Iterable<Uint8Array>, framesPerSecond: number): Promise<Uint8Array> {
  const child = spawn("ffmpeg", videoArguments(framesPerSecond));
  const chunks: Uint8Array[] = [];
  let words = "";
  child.stdout.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Uint8Array) => {
    words += String(chunk);
  });
  // A child that gives up closes its end: what it says and its exit code tell more than the broken pipe.
  child.stdin.on("error", () => undefined);
  const closed = once(child, "close");
  for (const picture of pictures) {
    if (child.stdin.destroyed) break;
    if (!child.stdin.write(picture)) await Promise.race([once(child.stdin, "drain"), closed]);
  }
  child.stdin.end();
  const [exitCode] = await closed;
  if (exitCode === 0) return Buffer.concat(chunks);
  throw new Error(`ffmpeg ended with ${exitCode}: ${words.trim() || "it said nothing"}`);
}
