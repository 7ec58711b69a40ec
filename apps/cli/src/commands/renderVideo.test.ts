import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { renderCommand } from "./render.ts";

const SHOT = `
spacetime: {kind: schwarzschild}
trajectory: {kind: rain, fromRadiusM: 15, toRadiusM: 12, frames: 3}
camera: {widthPx: 33, heightPx: 17}
sky: {catalogue: none}
`;

/** Stands for ffmpeg: counts the PNG files that it is given, and what it was asked. */
const FAKE = `
if (process.argv[2] === "-version") { console.log("ffmpeg version 9.9-fake Copyright"); process.exit(0); }
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("end", () => {
  const bytes = Buffer.concat(chunks);
  let pictures = 0;
  for (let at = bytes.indexOf("\\x89PNG", 0, "latin1"); at >= 0; at = bytes.indexOf("\\x89PNG", at + 1, "latin1")) pictures++;
  if (process.env.FAKE_FFMPEG_FAILS) { console.error("Unknown encoder 'libx264'"); process.exit(1); }
  process.stdout.write(pictures + " pictures: " + process.argv.slice(2).join(" "));
});
`;

let folder = "";
let shot = "";
let said = "";
const path = process.env.PATH ?? "";
const io: CommandIo = {
  out: () => undefined,
  err: (text) => {
    said += text;
  },
  isTerminal: false,
  outHasColour: false,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightcone-video-"));
  shot = join(folder, "shot.yaml");
  writeFileSync(shot, SHOT);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "ffmpeg"), `#!${process.execPath}\n${FAKE}`);
  chmodSync(join(bin, "ffmpeg"), 0o755);
});
afterAll(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

/** Renders to a folder with that PATH; the video's text, where there is one. */
async function videoOf(out: string, searched: string, ...args: string[]): Promise<string | undefined> {
  process.env.PATH = searched;
  said = "";
  expect(await renderCommand.run([shot, "--out", join(folder, out), "--lanes", "1", ...args], io)).toBe(0);
  const file = join(folder, out, "movie.mp4");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

const withFake = (): string => `${join(folder, "bin")}${delimiter}${dirname(process.execPath)}`;

it.skipIf(process.platform === "win32")("an MP4 of all frames is made where ffmpeg is on PATH", async () => {
  const video = await videoOf("made", withFake());
  expect(video).toMatch(/^3 pictures: .*-framerate 24 .*libx264/);
  expect(said).toBe("");
  const manifest = readFileSync(join(folder, "made", "manifest.json"), "utf8");
  expect(manifest).toContain("movie.mp4");
});

it.skipIf(process.platform === "win32")(
  "without ffmpeg, or with one that fails, the movie is whole and it is said why there is no MP4",
  async () => {
    expect(await videoOf("none", join(folder, "nowhere"))).toBe(undefined);
    expect(said).toBe(
      "No MP4: there is no ffmpeg on PATH; install it and render again, the lens map serves again. preview.png is the movie as an animated PNG.\n",
    );
    process.env.FAKE_FFMPEG_FAILS = "1";
    expect(await videoOf("failed", withFake())).toBe(undefined);
    delete process.env.FAKE_FFMPEG_FAILS;
    expect(said).toContain("No MP4: ffmpeg version 9.9-fake could not make one");
    expect(said).toContain("Unknown encoder 'libx264'");
    expect(existsSync(join(folder, "failed", "manifest.json"))).toBe(true);
  },
);

it("nothing is said of an MP4 that nobody asked for, nor of one frame", async () => {
  writeFileSync(shot, `${SHOT}output: {video: false, preview: false}\n`);
  expect(await videoOf("unasked", join(folder, "nowhere"))).toBe(undefined);
  expect(said).toBe("");
  writeFileSync(shot, SHOT);
  await videoOf("still", join(folder, "nowhere"), "--frames", "0:1");
  expect(said).toBe("");
});
