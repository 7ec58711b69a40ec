/*
 * Formulas of one 5-minute step, compiled by asc into the kernel and used by the reference model. No imports,
 * no memory, only + - * / trunc and comparisons, so that both give the same bits. Minimum and maximum are
 * spelled as comparisons: Math.min and Math.max treat NaN and -0 in their own way and are slower in wasm.
 *
 * Sign of a battery flow: above 0 discharges, below 0 charges; it is measured between inverter and battery
 * losses. Section numbers are those of the household model.
 */

/** The smaller of two numbers; the first when equal. */
export function smaller(a: number, b: number): number {
  if (b < a) return b;
  return a;
}

/** The larger of two numbers; the first when equal. */
export function larger(a: number, b: number): number {
  if (b > a) return b;
  return a;
}

/** Whole percent of the capacity, 0 to 100, halves up. Section 4, `pct`. */
export function wholePercent(socKwh: number, capacityKwh: number): number {
  if (!(capacityKwh > 0)) return 0;
  return smaller(Math.trunc((socKwh / capacityKwh) * 100 + 0.5), 100);
}

/**
 * Rate that a setting comes to, kWh a minute. Section 4, `R`.
 * @param setting  what the inverter is told
 * @param cap      what curve, temperature and hardware allow: {@link rateCap}
 * @param minimum  below this the inverter does not go
 */
export function limitedRate(setting: number, cap: number, minimum: number): number {
  return larger(smaller(setting, cap), minimum);
}

/** Highest rate at one charge, kWh a minute: curve factor and temperature cap on the hardware's maximum. Section 4, `R`. */
export function rateCap(maximum: number, factor: number, temperatureCap: number): number {
  return smaller(maximum * factor, smaller(temperatureCap, maximum));
}

/** Charge rate of a hybrid whose panels may push past the AC rate, kWh a minute. Sections 4.2, 9.6. */
export function boostedChargeRate(acRate: number, dcRate: number, pvKwh: number): number {
  return acRate + smaller(dcRate - acRate, larger(pvKwh / 5 - acRate, 0));
}

/** Largest discharge that keeps the floor, kWh. Section 4.1, `toMin`. */
export function dischargeRoom(socKwh: number, floorKwh: number, dischargeEfficiency: number): number {
  return larger(socKwh - floorKwh, 0) * dischargeEfficiency;
}

/**
 * Flow that stores `roomKwh`. Physically the room divided by the efficiency; the peer multiplies (section
 * 4.1, `toMax`).
 */
export function chargeRoom(roomKwh: number, chargeEfficiency: number, isPhysical: boolean): number {
  const room = larger(roomKwh, 0);
  if (isPhysical) return room / chargeEfficiency;
  return room * chargeEfficiency;
}

/** Flow that reaches a charge target; the peer leaves the efficiency out. Section 4.2, charge. */
export function chargeNeed(shortKwh: number, chargeEfficiency: number, isPhysical: boolean): number {
  if (isPhysical) return shortKwh / chargeEfficiency;
  return shortKwh;
}

/** AC side of the inverter for a flow on its DC side. Section 4, balance. */
export function acFromDc(dcKwh: number, efficiency: number): number {
  if (dcKwh > 0) return dcKwh * efficiency;
  return dcKwh / efficiency;
}

/** DC power that the inverter handles for the battery's side. Section 4, `T`. */
export function throughput(dcKwh: number, efficiency: number): number {
  if (dcKwh > 0) return dcKwh;
  return -dcKwh / efficiency;
}

/** Panel energy taken on the DC side by a charging battery. Section 4.2, split. */
export function pvStored(batteryKwh: number, pvKwh: number): number {
  return batteryKwh < 0 ? smaller(-batteryKwh, pvKwh) : 0;
}

/** Flow that would balance the home: what the panels leave is stored, what they lack is discharged. Section 4.2, demand. */
export function imbalance(loadKwh: number, pvAcKwh: number, efficiency: number): number {
  const need = loadKwh <= pvAcKwh ? loadKwh : pvAcKwh + (loadKwh - pvAcKwh) / efficiency;
  return need - pvAcKwh;
}

/** Charging flow of the charge mode, at most 0. Section 4.2, charge. */
export function chargeFlow(chargeStepKwh: number, needKwh: number, pvKwh: number): number {
  return -larger(smaller(chargeStepKwh, larger(needKwh, pvKwh)), 0);
}

/**
 * Import that a part-step charge needs although the step's panel energy covers it, kWh. Section 4.2, charge penalty.
 * @param needKwh  flow that reaches the target, below the step's charge limit
 * @param rate     charge rate, kWh a minute
 * @param pvKwh    panel energy, stored and AC
 */
export function partStepImport(needKwh: number, rate: number, pvKwh: number): number {
  const minutes = needKwh / rate;
  return smaller(rate * minutes - (pvKwh / 5) * minutes, needKwh);
}

/** Battery flow of a forced export cut to the export limit when the battery alone is what exceeds it. Section 4.2 a. */
export function cutExport(batteryKwh: number, excessKwh: number, efficiency: number): number {
  return larger(batteryKwh - excessKwh / efficiency, 0);
}

/** Charging flow that takes an excess of export back, at most `limitKwh`. Sections 4.2 a and freeze export. */
export function absorbExport(
  excessKwh: number,
  limitKwh: number,
  efficiency: number,
  isHybrid: boolean,
): number {
  const flow = isHybrid ? -excessKwh / efficiency : -excessKwh * efficiency;
  return larger(flow, -limitKwh);
}

/** Flow cut by an excess of throughput: discharges less, or charges less. Section 4.3. */
export function cutThroughput(
  batteryKwh: number,
  excessKwh: number,
  efficiency: number,
  isDischarge: boolean,
): number {
  return isDischarge ? larger(batteryKwh - excessKwh, 0) : smaller(batteryKwh + excessKwh * efficiency, 0);
}

/** What is stored after a step. Section 4.4. */
export function storedAfterDischarge(
  socKwh: number,
  batteryKwh: number,
  efficiency: number,
  floorKwh: number,
): number {
  return larger(socKwh - batteryKwh / efficiency, floorKwh);
}

/** What is stored after a step without discharge. Section 4.4. */
export function storedAfterCharge(
  socKwh: number,
  batteryKwh: number,
  efficiency: number,
  capacityKwh: number,
): number {
  return smaller(socKwh - batteryKwh * efficiency, capacityKwh);
}

/** Weight of the keep penalty before the first forced export: rises over four hours. Section 4.1, item 2. */
export function risingKeepWeight(minutesFromNow: number, weight: number): number {
  return weight * smaller(minutesFromNow / 240, 1);
}

/** Penalty for a charge at or below the level to keep, pence. Section 4.4. */
export function keepPenalty(socKwh: number, keepKwh: number, importPence: number, weight: number): number {
  return ((keepKwh - socKwh) * importPence * weight * 5) / 60;
}
