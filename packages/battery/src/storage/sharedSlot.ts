import { type Curve, emptyCurve } from "./curve.ts";
import type { SharedMeterProblem } from "./sharedMeter.ts";
import { curveAt, joinOffers, type StorageOffer } from "./storageOffer.ts";

/** Draws at which the meter's cost can bend in a slot. */
const BEND_COUNT = 6;
/** Net energies smaller than this are a still meter, in kWh. */
const STILL_KWH = 1e-11;

/** What the meter does in a slot. */
type MeterState = "import" | "export" | "still";
const STATES: readonly MeterState[] = ["import", "export", "still"];

/** A curve being joined, and one to join it into. */
interface Joined {
  curve: Curve;
  spare: Curve;
}

/**
 * One slot of a shared meter: what it costs at least when every battery's flow has its own price. What the rules
 * allow depends on what the meter does, so each of its states is tried: a battery that may not export does not
 * discharge beside an export, one that may not charge from the grid does not charge beside an import.
 */
export class SharedSlot {
  private readonly problem: SharedMeterProblem;
  private readonly capPenalty: number;
  private slot = 0;
  private importCapKwh = 0;
  private exportCapKwh = 0;
  private readonly bends = new Float64Array(BEND_COUNT);
  private readonly joined: Readonly<Record<MeterState, Joined>> = {
    import: { curve: emptyCurve(32), spare: emptyCurve(32) },
    export: { curve: emptyCurve(32), spare: emptyCurve(32) },
    still: { curve: emptyCurve(32), spare: emptyCurve(32) },
  };

  /** @param capPenalty  money for each kWh above a cap of the connection */
  constructor(problem: SharedMeterProblem, capPenalty: number) {
    this.problem = problem;
    this.capPenalty = capPenalty;
  }

  /** Turns to a slot. @param offers  of all batteries, turned to it; the one at `without` is left out */
  turnTo(slot: number, offers: readonly StorageOffer[], without: number): void {
    const { grid, slotHours, loadKwh, pvKwh } = this.problem;
    this.slot = slot;
    this.importCapKwh = grid.importKw * slotHours[slot]!;
    this.exportCapKwh = grid.exportKw * slotHours[slot]!;
    for (const [half, panelsKwh] of [pvKwh[slot]!, 0].entries()) {
      const still = panelsKwh - loadKwh[slot]!;
      this.bends[3 * half] = still;
      this.bends[3 * half + 1] = still + this.importCapKwh;
      this.bends[3 * half + 2] = still - this.exportCapKwh;
    }
    for (const state of STATES) this.join(state, offers, without);
  }

  private join(state: MeterState, offers: readonly StorageOffer[], without: number): void {
    const { storages } = this.problem;
    const joined = this.joined[state];
    joined.curve.count = 1;
    joined.curve.x[0] = 0;
    joined.curve.y[0] = 0;
    for (const [index, offer] of offers.entries()) {
      if (index === without) continue;
      const { rules } = storages[index]!;
      const isBarred =
        state === "import" ? !rules.batteryMayChargeFromGrid : state === "export" && !rules.batteryMayExport;
      const part = !isBarred ? offer.curve : state === "import" ? offer.discharging : offer.charging;
      joinOffers(joined.curve, part, joined.spare);
      [joined.curve, joined.spare] = [joined.spare, joined.curve];
    }
  }

  /**
   * Least cost of the meter and the joined batteries when the one that was left out draws so much.
   * @param without  the one that was left out, whose rules hold too; -1 where all are joined
   */
  leastCost(drawKwh: number, without: number): number {
    const rules = this.problem.storages[without]?.rules;
    let least = this.leastIn("still", drawKwh);
    if (!(drawKwh > 0 && rules?.batteryMayChargeFromGrid === false)) {
      least = Math.min(least, this.leastIn("import", drawKwh));
    }
    if (!(drawKwh < 0 && rules?.batteryMayExport === false)) {
      least = Math.min(least, this.leastIn("export", drawKwh));
    }
    return least;
  }

  private leastIn(state: MeterState, drawKwh: number): number {
    const { x, y, count } = this.joined[state].curve;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < count; k++) least = Math.min(least, this.costAt(state, drawKwh + x[k]!) + y[k]!);
    for (const bend of this.bends) {
      const rest = bend - drawKwh;
      if (rest < x[0]! || rest > x[count - 1]!) continue;
      least = Math.min(least, this.costAt(state, bend) + curveAt(this.joined[state].curve, rest));
    }
    return least;
  }

  /** Lists draws of the battery that was left out at which the least cost may bend; gives their number. */
  listBends(low: number, high: number, out: number[]): void {
    for (const state of STATES) {
      const { x, count } = this.joined[state].curve;
      for (const bend of this.bends) {
        for (let k = 0; k < count; k++) {
          const draw = bend - x[k]!;
          if (draw > low && draw < high) out.push(draw);
        }
      }
    }
  }

  /** Least money over all uses of the panels that leave the meter in a state; Infinity where none does. */
  private costAt(state: MeterState, drawKwh: number): number {
    const { problem, slot, importCapKwh, exportCapKwh } = this;
    const most = problem.loadKwh[slot]! + drawKwh - (problem.pvCurtailable ? 0 : problem.pvKwh[slot]!);
    const least = problem.loadKwh[slot]! + drawKwh - problem.pvKwh[slot]!;
    const low = state === "export" ? least : Math.max(least, 0);
    const high = state === "import" ? most : Math.min(most, 0);
    if (low > high + STILL_KWH) return Number.POSITIVE_INFINITY;
    if (state === "still") return 0;
    const capNet = state === "import" ? importCapKwh : -exportCapKwh;
    const cost = Math.min(this.netCost(low), this.netCost(high));
    return low < capNet && capNet < high ? Math.min(cost, this.netCost(capNet)) : cost;
  }

  /** Money for net energy at the meter: positive is import. */
  private netCost(netKwh: number): number {
    const { problem, slot } = this;
    const isImport = netKwh >= 0;
    const price = isImport ? problem.importPerKwh[slot]! : problem.exportPerKwh[slot]!;
    const over = isImport ? netKwh - this.importCapKwh : -netKwh - this.exportCapKwh;
    return price * netKwh + (over > 0 ? this.capPenalty * over : 0);
  }
}
