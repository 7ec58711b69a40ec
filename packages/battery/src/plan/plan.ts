/** Charges (or holds) while it lasts, in absolute minutes [startMinute, endMinute). */
export interface ChargeWindow {
  readonly startMinute: number;
  readonly endMinute: number;
  /** Charge until this is stored; 0 switches the window off; the reserve means hold (freeze charge). */
  readonly targetKwh: number;
}

/** Exports by force while it lasts, in absolute minutes [startMinute, endMinute). */
export interface ExportWindow {
  readonly startMinute: number;
  readonly endMinute: number;
  /**
   * 100 switches the window off; 99 freezes (panels export, the battery rests); else the percentage to
   * export down to, whose fraction is the low-power factor (5.3: down to 5 %, at 70 % of the rate).
   */
  readonly targetPercent: number;
}

/** What the inverter is told: windows may overlap; an enabled export window cuts the charge windows it meets. */
export interface Plan {
  readonly charge: readonly ChargeWindow[];
  readonly export: readonly ExportWindow[];
}
