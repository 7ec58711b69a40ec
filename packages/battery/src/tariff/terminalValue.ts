/** What the value of stored energy at the end depends on; prices in pence per kWh. */
export interface TerminalMarket {
  /** Import price that stored energy is bought again at: the cheapest that is known after the end of the record. */
  readonly cheapestImport: number;
  /** Dearest import price, and dearest and cheapest export price, of the known tariff from now on. */
  readonly dearestImport: number;
  readonly dearestExport: number;
  readonly cheapestExport: number;
  readonly inverterEfficiency: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  readonly wearPencePerKwh: number;
}

/** Weight of the import side where the export ahead pays less than buying again costs. */
const EXPORT_VALUE_SCALING = 0.8;
/** Stored energy is never worth less than this, in pence per kWh. */
const LEAST_VALUE = 1;

/**
 * Value of one stored kWh at the end of the record, in pence: what buying it again costs, within what using it
 * saves, cut where exports ahead pay less, and at least what the poorest export brings.
 * @see household model, sections 5.3 and 9.11
 */
export function terminalValuePencePerKwh(market: TerminalMarket): number {
  const { inverterEfficiency, chargeEfficiency, dischargeEfficiency, wearPencePerKwh: wear } = market;
  const dearestUse = market.dearestImport * inverterEfficiency * chargeEfficiency - wear;
  let rebuy = clamp(market.cheapestImport / inverterEfficiency / chargeEfficiency + wear, 0, dearestUse);
  if (market.cheapestImport > 0) {
    const exportShare = clamp(market.dearestExport / market.cheapestImport, 0, 1);
    rebuy *= EXPORT_VALUE_SCALING + (1 - EXPORT_VALUE_SCALING) * exportShare;
  }
  const exportNow = market.cheapestExport * inverterEfficiency * dischargeEfficiency - wear - rebuy;
  return Math.max(rebuy, LEAST_VALUE, exportNow);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
