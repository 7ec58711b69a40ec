import { gyotoRaysPerSecond } from "./gyoto.ts";
import { type Contestant, measureRaySpeeds, type RaySpeed } from "./raySpeed.ts";

const ROUNDS = 7;
/** How many times as fast as one lane two are to be. */
const PROMISED_SPEED_UP = 1.8;
const picture = { widthPx: 640, heightPx: 360 };
const kerr = { kind: "kerr", spin: 0.9 } as const;

const contestants: readonly Contestant[] = [
  {
    ...picture,
    name: "Kerr, sphere form, Taylor order 16",
    spacetime: kerr,
    backend: "fast",
    tolerance: 8e-9,
    reference: { spacetime: kerr, backend: "fast", tolerance: 1e-14 },
    promised: 650_000,
    promisedError: 1e-9,
  },
  {
    ...picture,
    name: "Schwarzschild, closed form",
    spacetime: { kind: "schwarzschild" },
    backend: "fast",
    tolerance: 1e-9,
    reference: { spacetime: { kind: "kerr", spin: 0 }, backend: "fast", tolerance: 1e-14 },
    promised: 2_000_000,
    promisedError: 1e-13,
  },
  {
    name: "Kerr, Kerr-Schild, Runge-Kutta 5(4)",
    widthPx: 160,
    heightPx: 90,
    spacetime: kerr,
    backend: "kerr-schild",
    tolerance: 1e-8,
    reference: { spacetime: kerr, backend: "fast", tolerance: 1e-14 },
    promised: 80_000,
    promisedError: 1e-7,
  },
];

const speeds = await measureRaySpeeds(contestants, ROUNDS);
let isHeld = true;
console.log(`Rays a second on one lane, best of ${ROUNDS} rounds that took turns (lowest to highest):\n`);
speeds.forEach((speed, index) => {
  isHeld = report(contestants[index]!, speed) && isHeld;
});
const gyoto = gyotoRaysPerSecond();
if (gyoto === undefined) console.log("Gyoto is not on PATH (Debian: gyoto-bin): not measured.");
else
  console.log(
    `Gyoto, KerrBL, tolerance 1e-6, one thread: ${whole(gyoto)} rays/s (its rays also meet a disk)`,
  );
process.exitCode = isHeld ? 0 : 1;

/** Prints one contestant; true when it keeps what is promised. */
function report({ promised, promisedError }: Contestant, speed: RaySpeed): boolean {
  const best = Math.max(...speed.raysPerSecond);
  const least = Math.min(...speed.raysPerSecond);
  const byCpu = Math.max(...speed.raysPerCpuSecond);
  const isFast = best >= promised;
  const isExact = speed.medianError <= promisedError;
  const speedUps = speed.twoLaneRaysPerSecond.map((shared, round) => shared / speed.raysPerSecond[round]!);
  const speedUp = Math.max(...speed.twoLaneRaysPerSecond) / best;
  const isShared = speedUp >= PROMISED_SPEED_UP;
  const lines = [
    speed.name,
    `  ${whole(best)} rays/s (${whole(least)} to ${whole(best)}), ${(1e6 / best).toFixed(3)} us a ray, promised ${whole(promised)}: ${isFast ? "held" : "NOT HELD"}`,
    `  ${whole(byCpu)} rays a second of CPU time${best < 0.9 * byCpu ? ": the machine was busy with other work" : ""}`,
    `  two lanes: ${speedUp.toFixed(2)} times as fast (rounds: ${Math.min(...speedUps).toFixed(2)} to ${Math.max(...speedUps).toFixed(2)}), promised ${PROMISED_SPEED_UP}: ${isShared ? "held" : "NOT HELD"}`,
    `  error of directions: median ${speed.medianError.toExponential(1)} rad, 99% ${speed.percent99Error.toExponential(1)}, promised median ${promisedError}: ${isExact ? "held" : "NOT HELD"}`,
    `  ${speed.stepsPerRay.toFixed(2)} steps a ray, ${speed.escapedCount} rays escaped, ${speed.otherCount} did not`,
  ];
  console.log(`${lines.join("\n")}\n`);
  return isFast && isExact && isShared;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-GB");
}
