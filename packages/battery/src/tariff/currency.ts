import type { Currency } from "../home/home.ts";

interface CurrencyRow extends Currency {
  /** A tariff that never reaches this, in minor units per kWh, is most likely in major units. */
  readonly leastMinor: number;
  /** A tariff whose middle price is above this is most likely per MWh or in a smaller unit. */
  readonly mostMinor: number;
}

/** Currencies with signs of their own; any other ISO code is written as the code and `c`. */
const CURRENCIES: readonly CurrencyRow[] = [
  { code: "GBP", major: "£", minor: "p", leastMinor: 1, mostMinor: 150 },
  { code: "EUR", major: "€", minor: "c", leastMinor: 1, mostMinor: 150 },
  { code: "USD", major: "$", minor: "c", leastMinor: 1, mostMinor: 150 },
  { code: "AUD", major: "$", minor: "c", leastMinor: 1, mostMinor: 2000 },
  { code: "SEK", major: "kr", minor: "öre", leastMinor: 3, mostMinor: 1000 },
  { code: "NOK", major: "kr", minor: "øre", leastMinor: 3, mostMinor: 1000 },
  { code: "DKK", major: "kr", minor: "øre", leastMinor: 3, mostMinor: 1000 },
];

function rowOf(code: string): CurrencyRow {
  const known = CURRENCIES.find((row) => row.code === code);
  return known ?? { code, major: code, minor: "c", leastMinor: 0, mostMinor: 1_000_000 };
}

/** Signs of a currency by its ISO 4217 code; undefined when the text is no such code. */
export function currencyOf(code: string): Currency | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  const { major, minor } = rowOf(code);
  return { code, major, minor };
}

/** Unit of every price inside the program, such as `p/kWh`. */
export function minorUnit(currency: Currency): string {
  return `${currency.minor}/kWh`;
}

/** Units a tariff may be written in, and the factor to minor units per kWh. */
export function priceUnits(currency: Currency): ReadonlyMap<string, number> {
  const { code, major, minor } = currency;
  return new Map([
    [`${minor}/kWh`, 1],
    [`${major}/kWh`, 100],
    [`${code}/kWh`, 100],
    [`${major}/MWh`, 0.1],
    [`${code}/MWh`, 0.1],
  ]);
}

/**
 * What a tariff's prices look like when they cannot well be minor units per kWh: the unit they seem to be in,
 * or undefined.
 */
export function likelyUnit(prices: readonly number[], currency: Currency): string | undefined {
  const sizes = prices.map((price) => Math.abs(price)).sort((a, b) => a - b);
  const largest = sizes.at(-1) ?? 0;
  const middle = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const row = rowOf(currency.code);
  if (largest > 0 && largest < row.leastMinor) return `${currency.major}/kWh`;
  return middle > row.mostMinor ? `${currency.major}/MWh` : undefined;
}
