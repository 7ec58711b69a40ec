/**
 * One render in a process of its own: `node movieRun.ts SHOT WIDTHxHEIGHT LANES [FRAMES]`, of so many frames of the same
 * way; prints what it took as JSON.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEngine } from "@lightcone/parallel";
import { MOVIE_FILES, openInputFolder, openOutputStore, renderMovie } from "@lightcone/relativity";

const [file = "", size = "", lanes = "", frames = ""] = process.argv.slice(2);
const [width, height] = size.split("x");
const shot = readFileSync(file, "utf8")
  .replace(/frames: \d+/, (as) => (frames === "" ? as : `frames: ${frames}`))
  .replace(/widthPx: \d+/, `widthPx: ${width}`)
  .replace(/heightPx: \d+/, `heightPx: ${height}`);
const folder = mkdtempSync(join(tmpdir(), "lightcone-bench-movie-"));
try {
  const store = openOutputStore(folder);
  const startMs = performance.now();
  const engine = await createEngine({ lanes: Number(lanes) });
  const report = await renderMovie({ shot, files: openInputFolder(dirname(file)), store }, engine);
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1000;
  const { wallMs: tracingMs } = engine.counters();
  await engine.close();
  const { rays, visits, steps } = report.totals;
  const peakBytes = 1024 * process.resourceUsage().maxRSS;
  const lensMapSha256 = store.digest(MOVIE_FILES.lensMap).sha256;
  const manifestSha256 = store.digest(MOVIE_FILES.manifest).sha256;
  console.log(
    JSON.stringify({
      wallMs,
      cpuMs,
      tracingMs,
      peakBytes,
      rays,
      visits,
      steps,
      lensMapSha256,
      manifestSha256,
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
