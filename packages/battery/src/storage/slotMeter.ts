import type { StorageProblem } from "./storageProblem.ts";

/**
 * The meter's side of one slot: what it costs when battery and panels together give `outputKwh` (on the DC side of a
 * hybrid, else AC), and how much of the panels' energy is best used beside a given battery flow. `flowKwh` is the
 * battery's: positive discharging, negative charging.
 */
export class SlotMeter {
  private readonly problem: StorageProblem;
  private readonly isHybrid: boolean;
  private readonly inverterEfficiency: number;
  /** Money per kWh above a cap. */
  private readonly capPenalty: number;
  private loadKwh = 0;
  private importPrice = 0;
  private exportPrice = 0;
  private importCapKwh = 0;
  private exportCapKwh = 0;
  /** The panels' output that may be used: all of it at most, at least this. */
  pvLeastKwh = 0;
  pvKwh = 0;
  /** What the inverter passes, on its DC side. */
  outputLow = 0;
  outputHigh = 0;
  /** Outputs that leave the meter still, or its import at the cap. */
  stillOutput = 0;
  importCapOutput = 0;
  /** Outputs at which the meter's cost is least among near ones; there are one or two. */
  private valley1 = 0;
  private valley2 = 0;
  /** Outputs where the cost bends: the import cap, a still meter, the export cap, a still inverter, its limits. */
  readonly bends: Float64Array = new Float64Array(6);
  bendCount = 0;

  /** @param capPenalty  money per kWh that exceeds a grid cap */
  constructor(problem: StorageProblem, capPenalty: number) {
    this.problem = problem;
    this.isHybrid = problem.inverter.kind === "hybrid";
    this.inverterEfficiency = problem.inverter.kind === "hybrid" ? problem.inverter.dcAcEfficiency : 1;
    this.capPenalty = capPenalty;
  }

  /** Turns to a slot. */
  turnTo(slot: number): void {
    const { problem } = this;
    const hours = problem.slotHours[slot]!;
    this.loadKwh = problem.loadKwh[slot]!;
    this.importPrice = problem.importPerKwh[slot]!;
    this.exportPrice = problem.exportPerKwh[slot]!;
    this.importCapKwh = problem.grid.importKw * hours;
    this.exportCapKwh = problem.grid.exportKw * hours;
    this.pvKwh = problem.pvKwh[slot]!;
    this.pvLeastKwh = problem.pvCurtailable ? 0 : this.pvKwh;
    this.outputLow = -Infinity;
    this.outputHigh = Infinity;
    if (problem.inverter.kind === "hybrid") {
      this.outputLow = -problem.inverter.acKw * hours * this.inverterEfficiency;
      this.outputHigh = (problem.inverter.acKw * hours) / this.inverterEfficiency;
    }
    this.findBends();
  }

  private findBends(): void {
    const atImportCap = this.outputAt(this.importCapKwh);
    const atStill = this.outputAt(0);
    const atExportCap = this.outputAt(-this.exportCapKwh);
    this.stillOutput = atStill;
    this.importCapOutput = atImportCap;
    this.bends[0] = atImportCap;
    this.bends[1] = atStill;
    this.bends[2] = atExportCap;
    this.bendCount = 3;
    if (this.isHybrid) {
      this.bends[3] = 0;
      this.bends[4] = this.outputHigh;
      this.bends[5] = this.outputLow;
      this.bendCount = 6;
    }
    const isImportGain = this.importPrice < 0;
    const isExportLoss = this.exportPrice < 0;
    this.valley1 = isImportGain ? atImportCap : isExportLoss ? atStill : atExportCap;
    this.valley2 = isImportGain && !isExportLoss ? atExportCap : this.valley1;
  }

  /** True where two ways of using the panels may be best, so that the cost may bend between them. */
  hasTwoValleys(): boolean {
    return this.valley1 !== this.valley2 && this.pvKwh > this.pvLeastKwh;
  }

  /** The output that leaves `netKwh` to the meter: positive is import. */
  private outputAt(netKwh: number): number {
    const given = this.loadKwh - netKwh;
    return given >= 0 ? given / this.inverterEfficiency : given * this.inverterEfficiency;
  }

  /** Net energy at the meter for an output, in kWh: positive is import. */
  netAt(outputKwh: number): number {
    const eta = this.inverterEfficiency;
    return this.loadKwh - (outputKwh >= 0 ? outputKwh * eta : outputKwh / eta);
  }

  /** Money of an output. */
  costAt(outputKwh: number): number {
    const net = this.netAt(outputKwh);
    if (net >= 0) {
      const over = net - this.importCapKwh;
      return this.importPrice * net + (over > 0 ? this.capPenalty * over : 0);
    }
    const over = -net - this.exportCapKwh;
    return this.exportPrice * net + (over > 0 ? this.capPenalty * over : 0);
  }

  /** The best output beside a battery flow whose sign allows outputs from `low` to `high`. */
  bestOutput(flowKwh: number, low: number, high: number): number {
    const first = this.outputNear(this.valley1, flowKwh, low, high);
    if (this.valley1 === this.valley2) return first;
    const second = this.outputNear(this.valley2, flowKwh, low, high);
    return this.costAt(first) < this.costAt(second) ? first : second;
  }

  /** The allowed output nearest to a valley. */
  outputNear(valley: number, flowKwh: number, low: number, high: number): number {
    const wanted = Math.min(Math.max(valley, low), high);
    const most = flowKwh + this.pvKwh;
    const least = flowKwh + this.pvLeastKwh;
    return Math.min(Math.max(Math.min(wanted, most), least), this.outputHigh);
  }

  /** Cost of the two ways of using the panels, less each other. */
  valleyDifference(flowKwh: number, low: number, high: number): number {
    const first = this.costAt(this.outputNear(this.valley1, flowKwh, low, high));
    return first - this.costAt(this.outputNear(this.valley2, flowKwh, low, high));
  }
}
