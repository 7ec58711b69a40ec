/** The answer to a storage problem: a plan, what it costs, and the proof that none costs less than the bound. */
export interface StorageAnswer extends StorageFlows {
  /**
   * `optimal`: the multipliers prove that no plan is cheaper, to rounding (1e-9 of the money in the proof).
   * `feasible`: they leave a gap, and the plan's distance from the best is at most that. The plan may be the best all
   * the same, as where export is dearer than import: there no multipliers prove it. (Of `planStorage`, which does not
   * check, `optimal` says that the programme was exact.)
   */
  readonly status: "optimal" | "feasible";
  /** `bill + wear + peakCost - terminalKwh's value`, in money. */
  readonly objective: number;
  /** Import money less export money. */
  readonly bill: number;
  readonly wear: number;
  readonly peakCost: number;
  /** Stored energy at the end, in kWh. */
  readonly terminalKwh: number;
  /** No plan whose violations weigh no more has a smaller objective, in money. */
  readonly lowerBound: number;
  /** `objective - lowerBound`, in money, never negative. */
  readonly gap: number;
  /** The certificate: what one more stored kWh is worth at the end of each slot, in money per kWh. */
  readonly multipliers: Float64Array;
  /** The certificate's part for a peak charge: each slot's share of the peak price, in money per kW; else null. */
  readonly peakMultipliers: Float64Array | null;
  /** The certificate's part for the rule against exported grid energy: money per stored kWh exported; else 0. */
  readonly exportRightPerKwh: number;
  /** Where the problem's wishes could not be met. */
  readonly violations: readonly StorageViolation[];
  /** What the solver charges for the violations, in money; in no other figure of the answer. */
  readonly violationPenalty: number;
}

/** Energies of each slot in kWh, none negative; the battery's and panels' are DC where the inverter is a hybrid. */
export interface StorageFlows {
  readonly importKwh: Float64Array;
  readonly exportKwh: Float64Array;
  readonly chargeKwh: Float64Array;
  readonly dischargeKwh: Float64Array;
  readonly curtailKwh: Float64Array;
  /** Stored at the slot's end. */
  readonly socKwh: Float64Array;
}

/** A wish that could not be met: by how much, in which slot. */
export interface StorageViolation {
  readonly kind: "import-cap" | "export-cap" | "minimum" | "maximum" | "target" | "end";
  readonly slot: number;
  readonly amount: number;
  readonly unit: "kWh" | "kW";
}

/** What a certificate's check found. */
export interface CertificateCheck {
  readonly holds: boolean;
  /** The bound that the multipliers prove, in money. */
  readonly lowerBound: number;
  /** What the answer's `objective` lies above that, in money. */
  readonly gap: number;
  /** What does not hold, in words; empty where all does. */
  readonly findings: readonly string[];
}
