import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "@lightcone/parallel";

/** A lane takes tenths of a second to start. */
const LOOK_MS = 2;

/**
 * Starts all lanes of an engine and waits until each is up; those that are refused or die on the way are not waited
 * for. Commands do useful work while lanes start: only who measures how lanes share short work wants them first.
 */
export async function lanesUp(engine: Pick<Engine, "laneCount" | "startLanes" | "counters">): Promise<void> {
  engine.startLanes();
  const upCount = (): number =>
    engine.counters().lanes.filter(({ lane, startMs }) => lane === 0 || startMs > 0).length;
  while (upCount() < engine.laneCount) await pause(LOOK_MS);
}
