import type { Observer } from "../src/camera/observer.ts";
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
