import type { StorageProblemFile } from "../../src/storage/storageProblemFile.ts";
import type { KeepableLimits } from "./keepableLimits.ts";
import type { Milp } from "./milp.ts";

/** Columns of one slot, energies in kWh. */
export interface SlotColumns {
  readonly importKwh: number;
  readonly exportKwh: number;
  readonly chargeKwh: number;
  readonly dischargeKwh: number;
  readonly curtailKwh: number;
  /** Stored at the slot's end. */
  readonly socKwh: number;
}

/** A storage problem on its way into a program. */
export interface StorageRows {
  readonly milp: Milp;
  readonly problem: StorageProblemFile;
  /** Of each slot. */
  readonly hours: readonly number[];
  readonly limits: KeepableLimits;
  readonly maxKwh: readonly number[];
  readonly capacityKwh: number;
  /** No store is ever fuller. */
  readonly ceilingKwh: number;
  /** Money per kWh above a cap of the connection. */
  readonly overCapPrice: number;
  /** Columns of energy above a cap. */
  readonly overCaps: number[];
  /** Columns of energy that targets miss, and what a kWh of it costs. */
  readonly missed: { readonly column: number; readonly price: number }[];
}
