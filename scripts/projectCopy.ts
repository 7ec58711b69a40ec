/**
 * A copy of the checkout to break things in: what git knows or would add, and the built kernels. Packages of other
 * people are links; the workspace's own packages are found by name in the copy itself, as in a checkout.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { root } from "./gate.ts";

/** @returns the copy's folder, in the system's folder for what is thrown away; the caller takes it away */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "lightcone-copy-"));
  for (const file of [...filesOfGit(), ...builtFiles()]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  linkPackages(copy);
  return copy;
}

/** Environment of programs that run in a copy: what they put aside stands in the copy too, and goes with it. */
export function environmentIn(copy: string): NodeJS.ProcessEnv {
  const folder = join(copy, "tmp");
  mkdirSync(folder, { recursive: true });
  return { ...process.env, TMPDIR: folder };
}

/** Takes a copy away, and ends what still runs in it: what a broken program started may have lost its parent. */
export function removeCopy(copy: string): void {
  endWhatRunsIn(copy);
  rmSync(copy, { recursive: true, force: true });
}

/** On Linux; elsewhere nobody tells where a process runs. */
export function endWhatRunsIn(folder: string): void {
  if (!existsSync("/proc/self/cwd")) return;
  for (const pid of readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    try {
      const place = readlinkSync(join("/proc", pid, "cwd"));
      if (place === folder || place.startsWith(join(folder, sep))) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
}

function filesOfGit(): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  // Git still names what was deleted and not yet committed.
  return files.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

/** Release kernels, with the hash of their inputs: none is compiled that is up to date. */
function builtFiles(): string[] {
  return readdirSync(join(root, "packages")).flatMap((name) => {
    const folder = join("packages", name, "kernels");
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder)).map((file) => join(folder, file));
  });
}

/** Links to packages of other people; the workspace's own links are made anew, into the copy. */
function linkPackages(copy: string): void {
  const modules = join(root, "node_modules");
  for (const name of packageNames(modules)) {
    const whole = realpathSync(join(modules, name));
    const isOwn = !whole.startsWith(join(modules, sep));
    mkdirSync(dirname(join(copy, "node_modules", name)), { recursive: true });
    symlinkSync(isOwn ? join(copy, relative(root, whole)) : whole, join(copy, "node_modules", name));
  }
}

/** Packages below a folder of them, scopes opened, and the folder of their commands; no caches. */
function packageNames(modules: string): string[] {
  return readdirSync(modules).flatMap((entry) => {
    if (entry.startsWith("@")) return readdirSync(join(modules, entry)).map((name) => join(entry, name));
    return entry.startsWith(".") && entry !== ".bin" ? [] : [entry];
  });
}
