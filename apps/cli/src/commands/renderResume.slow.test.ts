import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import type { CommandIo } from "../command.ts";
import { renderCommand } from "./render.ts";

const SHOT = `
spacetime: {kind: kerr, spin: 0.9}
trajectory: {kind: rain, thetaDeg: 80, fromRadiusM: 15, toRadiusM: 4, frames: 24}
camera: {widthPx: 64, heightPx: 36, hfovDeg: 70}
sampling: {groupSlots: 128}
sky: {catalogue: stars, faintestMagnitude: 4}
output: {video: false}
`;

const folder = mkdtempSync(join(tmpdir(), "lightcone-render-"));
const shot = join(folder, "shot.yaml");
writeFileSync(shot, SHOT);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const io: CommandIo = { out: () => {}, err: () => {}, isTerminal: false, outHasColour: false };
const render = (...args: string[]): Promise<number> => renderCommand.run([shot, ...args], io);

/** SHA-256 of every file below a folder, by its path from there. */
function filesIn(place: string): Record<string, string> {
  const names = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort();
  return Object.fromEntries(names.map((name) => [name, digestOf(join(place, name))]));
}

const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

it("lightcone render goes on after the process was killed, and ends with the bytes of a run without a kill", async () => {
  const [whole, broken] = [join(folder, "whole"), join(folder, "broken")];
  expect(await render("--out", whole, "--lanes", "1")).toBe(0);
  const command = fileURLToPath(new URL("../lightcone.ts", import.meta.url));
  const child = spawn(process.execPath, [command, "render", shot, "--out", broken, "--lanes", "2"], {
    signal: AbortSignal.timeout(100_000),
    killSignal: "SIGKILL",
  });
  child.on("error", () => undefined);
  const closed = once(child, "close");
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  while (!existsSync(join(broken, "frames", "frame-00002.png")) && isRunning()) await delay(2);
  child.kill("SIGKILL");
  const [exitCode] = await closed;
  expect(exitCode, "killed before its end").toBe(null);
  expect(existsSync(join(broken, "manifest.json"))).toBe(false);
  expect(await render("--out", broken, "--lanes", "2", "--resume")).toBe(0);
  expect(filesIn(broken)).toEqual(filesIn(whole));
}, 120_000);
