import * as layout from "../kernel/layout.ts";
import { wholePercent } from "../kernel/physics.ts";
import { carSteps } from "../model/car.ts";
import { maxBoost } from "../model/diverter.ts";
import type { SimulationInputs } from "../model/inputs.ts";
import { percentEdges } from "../model/percentEdges.ts";
import {
  flatPart,
  futureRateTables,
  minimumDischargeKwh,
  type RateTables,
  rateTables,
} from "./rateTables.ts";
import { rowTables } from "./rowTables.ts";

/** Bytes in the order in which they are asked for, each piece at a cache line of its own. */
const PIECE_ALIGNMENT_BYTES = 64;

/** A context ready to be written: what stands at which offset from its start. */
interface Image {
  readonly integers: Map<number, number>;
  readonly numbers: Map<number, number>;
  /** Tables, and where the context keeps the pointer to each. */
  readonly tables: { readonly pointerAt: number; readonly offset: number; readonly values: Float64Array }[];
  bytes: number;
}

/** A home's context, laid out but not yet placed: copy it into any memory with {@link writeContext}. */
export interface ContextImage {
  /** Size in bytes; the place must be 64-byte aligned. */
  readonly bytes: number;
  writeTo(memory: ArrayBufferLike, contextPointer: number): void;
}

/**
 * Lays out what the kernel reads of one home.
 * @see layout.ts for the tables
 */
export function contextImage(inputs: SimulationInputs): ContextImage {
  const image: Image = {
    integers: new Map(),
    numbers: new Map(),
    tables: [],
    bytes: layout.CONTEXT_BYTES,
  };
  const rates = rateTables(inputs);
  addCounts(image, inputs, rates);
  addConstants(image, inputs);
  const percents = percentEdges(inputs.battery.capacityKwh);
  addRates(image, rates, percents);
  addFutures(image, inputs, rates, percents);
  return { bytes: image.bytes, writeTo: (memory, pointer) => writeImage(image, memory, pointer) };
}

function writeImage(
  { integers, numbers, tables, bytes }: Image,
  memory: ArrayBufferLike,
  pointer: number,
): void {
  const view = new DataView(memory, pointer, bytes);
  for (let at = 0; at < layout.CONTEXT_BYTES; at += 4) view.setInt32(at, 0, true);
  for (const [at, value] of integers) view.setInt32(at, value, true);
  for (const [at, value] of numbers) view.setFloat64(at, value, true);
  for (const { pointerAt, offset, values } of tables) {
    view.setInt32(pointerAt, pointer + offset, true);
    new Float64Array(memory, pointer + offset, values.length).set(values);
  }
}

function addTable(image: Image, pointerAt: number, values: Float64Array): void {
  image.tables.push({ pointerAt, offset: image.bytes, values });
  const end = image.bytes + values.byteLength;
  image.bytes = Math.ceil(end / PIECE_ALIGNMENT_BYTES) * PIECE_ALIGNMENT_BYTES;
}

function addNumbers(image: Image, numbers: readonly (readonly [at: number, value: number])[]): void {
  for (const [at, value] of numbers) image.numbers.set(at, value);
}

function addCounts(image: Image, inputs: SimulationInputs, { bandEdges }: RateTables): void {
  image.integers.set(layout.CONTEXT_STEP_COUNT, Math.min(inputs.stepCount, inputs.endRecordStep));
  image.integers.set(layout.CONTEXT_NOW_MINUTE, inputs.nowMinute);
  image.integers.set(layout.CONTEXT_BAND_COUNT, bandEdges.length);
}

function addConstants(image: Image, inputs: SimulationInputs): void {
  const { battery, inverter, options, diverter } = inputs;
  addNumbers(image, [
    [layout.CONTEXT_CAPACITY_KWH, battery.capacityKwh],
    [layout.CONTEXT_RESERVE_KWH, battery.reserveKwh],
    [layout.CONTEXT_START_KWH, battery.startKwh],
    [layout.CONTEXT_CHARGE_EFFICIENCY, battery.chargeEfficiency],
    [layout.CONTEXT_DISCHARGE_EFFICIENCY, battery.dischargeEfficiency],
    [layout.CONTEXT_INVERTER_EFFICIENCY, inverter.efficiency],
    [layout.CONTEXT_PV_EFFICIENCY, inverter.isHybrid ? inverter.efficiency : 1],
    [layout.CONTEXT_INVERTER_LIMIT_KWH, inverter.limitKw / 12],
    [layout.CONTEXT_EXPORT_LIMIT_KWH, inverter.exportLimitKw / 12],
    [layout.CONTEXT_MINIMUM_DISCHARGE_KWH, minimumDischargeKwh(battery)],
    [layout.CONTEXT_MINIMUM_RATE, battery.minimumRateKw / 60],
    [layout.CONTEXT_EXPORT_RATE, battery.exportKw / 60],
    [layout.CONTEXT_DISCHARGE_SCALING, battery.dischargeRateScaling],
    [layout.CONTEXT_AC_CHARGE_RATE, battery.chargeKw / 60],
    [layout.CONTEXT_DC_CHARGE_RATE, battery.dcChargeKw / 60],
    [layout.CONTEXT_CHARGE_CAP_RATE, battery.temperatureChargeCapKw / 60],
    [layout.CONTEXT_KEEP_KWH, options.keepKwh],
    [layout.CONTEXT_KEEP_WEIGHT, options.keepWeight],
    [layout.CONTEXT_COST_SO_FAR_PENCE, inputs.costSoFarPence + 0],
    [layout.CONTEXT_EXPORT_SO_FAR_KWH, inputs.exportSoFarKwh + 0],
    [layout.CONTEXT_CARBON_SO_FAR_GRAMS, inputs.carbonSoFarGrams + 0],
    [layout.CONTEXT_DIVERTER_MAX_KWH, diverter?.maxEnergyKwh ?? 0],
    [layout.CONTEXT_DIVERTER_STEP_KWH, diverter === undefined ? 0 : maxBoost(diverter)],
    [layout.CONTEXT_DIVERTER_TODAY_KWH, diverter?.todayKwh ?? 0],
    [layout.CONTEXT_RESERVE_PERCENT, wholePercent(battery.reserveKwh, battery.capacityKwh)],
  ]);
}

function addRates(image: Image, rates: RateTables, percents: Float64Array): void {
  const beyondAnyCharge = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const edges = Float64Array.from([...percents, ...beyondAnyCharge]);
  addTable(image, layout.CONTEXT_BAND_EDGES, rates.bandEdges);
  addTable(image, layout.CONTEXT_PERCENT_EDGES, edges);
  addTable(image, layout.CONTEXT_DISCHARGE_STEPS, rates.dischargeSteps);
  addTable(image, layout.CONTEXT_EXPORT_CAPS, rates.exportCaps);
  addTable(image, layout.CONTEXT_CHARGE_FACTORS, rates.chargeFactors);
  const discharge = flatPart(rates.dischargeSteps, rates.bandEdges);
  const exported = flatPart(rates.exportCaps, rates.bandEdges);
  addNumbers(image, [
    [layout.CONTEXT_DISCHARGE_FLAT_BELOW_KWH, discharge.belowKwh],
    [layout.CONTEXT_FLAT_DISCHARGE_KWH, discharge.value],
    [layout.CONTEXT_EXPORT_FLAT_BELOW_KWH, exported.belowKwh],
    [layout.CONTEXT_FLAT_EXPORT_CAP, exported.value],
    [layout.CONTEXT_BANDS_PER_KWH, rates.bandsPerKwh],
  ]);
}

function addFutures(image: Image, inputs: SimulationInputs, rates: RateTables, percents: Float64Array): void {
  const cars = carSteps(inputs);
  let needsMeterRows = false;
  for (const [index, future] of inputs.futures.entries()) {
    const block = layout.CONTEXT_FUTURES + layout.FUTURE_BYTES * index;
    const { rows, meterRows } = rowTables(inputs, future, cars);
    needsMeterRows ||= hasMeteredExtras(meterRows);
    const { chargeRates, dcSteps, chargeScaling } = futureRateTables(inputs.battery, future, rates);
    addTable(image, block + layout.FUTURE_ROWS, rows);
    addTable(image, block + layout.FUTURE_METER_ROWS, meterRows);
    addTable(image, block + layout.FUTURE_CHARGE_RATES, chargeRates);
    addTable(image, block + layout.FUTURE_DC_STEPS, dcSteps);
    const charge = flatPart(chargeRates, rates.bandEdges);
    const dc = flatPart(dcSteps, percents);
    addNumbers(image, [
      [block + layout.FUTURE_CHARGE_FLAT_BELOW_KWH, charge.belowKwh],
      [block + layout.FUTURE_FLAT_CHARGE_RATE, charge.value],
      [block + layout.FUTURE_DC_FLAT_BELOW_KWH, dc.belowKwh],
      [block + layout.FUTURE_FLAT_DC_KWH, dc.value],
      [block + layout.FUTURE_CHARGE_SCALING, chargeScaling],
    ]);
  }
  const flags = flagsOf(inputs) + (needsMeterRows ? layout.FLAG_METER_ROWS : 0);
  image.integers.set(layout.CONTEXT_FLAGS, flags);
}

/** Whether metering needs more than prices and energies: carbon, a price of their own for cars, cars outside the meter. */
function hasMeteredExtras(meterRows: Float64Array): boolean {
  const columns = [layout.METER_CARBON_GRAMS, layout.METER_CAR_PREMIUM_PENCE, layout.METER_CAR_OUTSIDE_KWH];
  const words = columns.map((offset) => offset / Float64Array.BYTES_PER_ELEMENT);
  for (let row = 0; row < meterRows.length; row += layout.METER_WORDS)
    if (words.some((word) => meterRows[row + word] !== 0)) return true;
  return false;
}

function flagsOf(inputs: SimulationInputs): number {
  const { battery, inverter, options, diverter } = inputs;
  const flags: readonly (readonly [isSet: boolean | undefined, flag: number])[] = [
    [inputs.profile === "physical", layout.FLAG_PHYSICAL],
    [inverter.isHybrid, layout.FLAG_HYBRID],
    [options.freezeExportEnabled, layout.FLAG_FREEZE_EXPORT],
    [options.freezeOnly, layout.FLAG_FREEZE_ONLY],
    [options.reserveEnabled, layout.FLAG_RESERVE],
    [options.dischargeDuringCharge, layout.FLAG_DISCHARGE_DURING_CHARGE],
    [options.chargeDuringExport, layout.FLAG_CHARGE_DURING_EXPORT],
    [options.exportOnPv, layout.FLAG_EXPORT_ON_PV],
    [options.lowPowerExport, layout.FLAG_LOW_POWER_EXPORT],
    [inverter.isHybrid && battery.dcChargeKw > battery.chargeKw, layout.FLAG_DC_BOOST],
    [options.keepKwh > 0, layout.FLAG_KEEP],
    [!options.carsInLoad, layout.FLAG_CARS_OUTSIDE_METER],
    [diverter !== undefined, layout.FLAG_DIVERTER],
    [diverter?.isCharging, layout.FLAG_DIVERTER_CHARGING],
    [diverter?.isOnExport, layout.FLAG_DIVERTER_ON_EXPORT],
    [diverter?.preventsDischarge, layout.FLAG_DIVERTER_PREVENTS_DISCHARGE],
  ];
  return flags.reduce((sum, [isSet, flag]) => (isSet === true ? sum + flag : sum), 0);
}
