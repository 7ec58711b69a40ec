import type { Observer } from "../src/camera/observer.ts";
import { criticalAuxiliary, criticalPoint, radialPotential } from "../src/kernel/physics.ts";
import type { ResultColumns } from "../src/trace/tracer.ts";
import { bisectLooks, DEG, isShadow, type Look, type LookPath, openOracleTracer } from "./tracedRays.ts";

const staticObserver: Observer = { kind: "static" };
/** Falls from rest at infinity. */
export const rain: Observer = { kind: "rain" };

/** A camera near a spinning hole; static unless told otherwise. */
export interface KerrPlace {
  readonly spin: number;
  readonly r: number;
  readonly thetaDeg: number;
  readonly observer?: Observer;
}

/** Constants of the ray at a shadow's edge, and where on its path it is, 0 within to 1 outside. */
interface ShadowEdge {
  readonly xi: number;
  readonly eta: number;
  readonly t: number;
}

/** Traces rays of cameras near spinning holes. */
interface KerrShadows {
  trace(place: KerrPlace, looks: readonly Look[]): ResultColumns;
  /** The rays at the shadow's edge on paths from within. */
  edges(place: KerrPlace, paths: readonly LookPath[]): ShadowEdge[];
  close(): Promise<void>;
}

/** Opens a tracer of the oracles' accuracy. */
export async function openKerrShadows(): Promise<KerrShadows> {
  const tracer = await openOracleTracer();
  const trace: KerrShadows["trace"] = ({ spin, observer = staticObserver, ...place }, looks) =>
    tracer.trace({ ...place, spacetime: { kind: "kerr", spin }, observer }, looks);
  return {
    trace,
    edges(place, paths) {
      const ts = bisectLooks((looks) => trace(place, looks), paths, isShadow);
      const { xi, eta } = trace(
        place,
        paths.map((path, index) => path(ts[index]!)),
      );
      return ts.map((t, row) => ({ xi: xi[row]!, eta: eta[row]!, t }));
    },
    close: () => tracer.close(),
  };
}

/** Bardeen's screen coordinates of a ray for an observer at infinity. */
export function bardeen(
  { xi, eta }: { xi: number; eta: number },
  spin: number,
  inclinationDeg: number,
): { alpha: number; beta: number } {
  const sin = Math.sin(inclinationDeg * DEG);
  const cos = Math.cos(inclinationDeg * DEG);
  const square = eta + spin * spin * cos * cos - (xi * xi * cos * cos) / (sin * sin);
  return { alpha: -xi / sin, beta: Math.sqrt(Math.max(square, 0)) };
}

/** Radius of the spherical photon orbit that a critical ray winds around. */
export function orbitRadius(spin: number, xi: number, eta: number): number {
  const k = eta + (xi - spin) * (xi - spin);
  const c1 = spin * spin - xi * xi - eta;
  const auxiliary = criticalAuxiliary(c1, 3 * k, -2 * spin * spin * eta);
  const points = [criticalPoint(c1, auxiliary), criticalPoint(auxiliary, -2 * spin * spin * eta)];
  const [u] = points
    .filter((point) => point > 0 && point < 1)
    .sort((a, b) => Math.abs(value(a)) - Math.abs(value(b)));
  function value(point: number): number {
    return radialPotential(point, 1, c1, k, spin * spin * eta);
  }
  return 1 / u!;
}
