import type { StorageFlows, StorageViolation } from "./storageAnswer.ts";
import type { StorageBattery, StorageGrid, StorageRules, StoredEnergyValue } from "./storageProblem.ts";

/** One of several batteries behind one meter: all AC-coupled, each with its own rules and end value. */
export interface SharedStorage {
  /** What messages and tables call it. */
  readonly name: string;
  readonly battery: StorageBattery;
  /** `batteryMayExport` and `batteryMayChargeFromGrid` hold while this one discharges, or charges. */
  readonly rules: StorageRules;
  readonly terminalValue: StoredEnergyValue;
}

/** Several batteries behind one meter; all else as in `StorageProblem`. */
export interface SharedMeterProblem {
  readonly slotHours: Float64Array;
  readonly importPerKwh: Float64Array;
  readonly exportPerKwh: Float64Array;
  readonly loadKwh: Float64Array;
  readonly pvKwh: Float64Array;
  readonly pvCurtailable: boolean;
  readonly grid: StorageGrid;
  readonly storages: readonly SharedStorage[];
}

/** What one of several batteries does, energies in kWh. */
export type StorageFlow = Pick<StorageFlows, "chargeKwh" | "dischargeKwh" | "socKwh">;

/** What the meter and the panels do, energies in kWh. */
export type MeterFlow = Pick<StorageFlows, "importKwh" | "exportKwh" | "curtailKwh">;

/** A plan for several batteries behind one meter, and the proof of how far from the best it can be. */
export interface SharedMeterAnswer extends MeterFlow {
  /** In the problem's order. */
  readonly storages: readonly StorageFlow[];
  /** Bill + wear + peak cost - end values, in money. */
  readonly objective: number;
  readonly bill: number;
  readonly wear: number;
  readonly peakCost: number;
  /** No plan whose violations weigh no more has a smaller objective, in money. */
  readonly lowerBound: number;
  /** `objective - lowerBound`, in money. */
  readonly gap: number;
  /** Of each storage: what one more stored kWh is worth at each slot's end, in money; they prove the bound. */
  readonly multipliers: readonly Float64Array[];
  /**
   * Wishes that could not be met, with the index of the storage; null where it is the meter's. A cap's violation with
   * a storage is energy that this one sells or buys against its rules.
   */
  readonly violations: readonly (StorageViolation & { readonly storage: number | null })[];
  /** What the solver charges for the violations, in money; in no other figure. */
  readonly violationPenalty: number;
}
