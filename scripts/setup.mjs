// Makes a clone ready to run: packages installed, kernels built. Runs on the Node that the machine
// has (20.20 is enough); what is already up to date is left alone, so a second run costs milliseconds.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installMark = join(root, "node_modules", ".lightcone-installed");

/** What decides whether the installed packages are still the right ones. */
function wantedPackages() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  return `${hash.digest("hex")} ${process.platform}-${process.arch}`;
}

function installPackages() {
  const wanted = wantedPackages();
  if (existsSync(installMark) && readFileSync(installMark, "utf8") === wanted) return;
  console.error("Installing packages (once, about half a minute) ...");
  const npm = spawnSync("npm", ["ci", "--loglevel=error"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (npm.status !== 0) {
    console.error("The packages could not be installed: see npm's message above.");
    process.exit(npm.status ?? 1);
  }
  writeFileSync(installMark, wanted);
}

installPackages();
const { buildKernels } = await import("./buildKernels.mjs");
await buildKernels({ variant: "release" });
if (process.argv.includes("--debug-kernels")) await buildKernels({ variant: "debug" });
