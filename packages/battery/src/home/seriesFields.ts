import {
  choice,
  data,
  dateTime,
  type Field,
  list,
  needed,
  number,
  type Rest,
  section,
  text,
  timeOfDay,
} from "./fieldRow.ts";

/** What holds for a row without an end; `endRows` does it. */
const NEXT_START = "the next row's start; the last row lasts as long as the one before it";

/** Fields of one tariff; import and export have the same. */
function tariff(path: string, what: string, rest: Rest): Field[] {
  return [
    data(path, what, rest),
    data(
      `${path}.octopus`,
      "Octopus API standard-unit-rates JSON: a file, a list of files (pages), or inline.",
    ),
    data(`${path}.csv`, "Table with columns start,end,value (end may be left out): a file or inline text."),
    list(`${path}.rows`, "The same rows inline: a list of {start, end, value}."),
    data(
      `${path}.fixed`,
      "One price, or a list of {from, to, value} by local time of day; one item without from and to fills the rest.",
    ),
    text(`${path}.unit`, "Unit of the prices: p/kWh, £/kWh or £/MWh (or the like in the home's currency).", {
      fallbackWords: "p/kWh",
    }),
    choice(`${path}.paymentMethod`, "Octopus: DIRECT_DEBIT or NON_DIRECT_DEBIT, where rows differ.", {
      fallback: "DIRECT_DEBIT",
    }),
    text(`${path}.timeZone`, "Zone of local times in this tariff.", { fallbackWords: "timeZone" }),
    list(
      `${path}.sessions`,
      "One-off prices over the tariff: a list of {start, end, value}; never used for the value of leftover charge.",
    ),
    dateTime(`${path}.rows[].start`, "Begin of the price.", needed),
    dateTime(`${path}.rows[].end`, "End of the price.", { fallbackWords: NEXT_START }),
    number(`${path}.rows[].value`, "price", "Price.", needed),
    timeOfDay(`${path}.fixed[].from`, "Begin of the band, a multiple of 5 minutes."),
    timeOfDay(`${path}.fixed[].to`, "End of the band; may be past midnight."),
    number(`${path}.fixed[].value`, "price", "Price.", needed),
    dateTime(`${path}.sessions[].start`, "Begin of the one-off price.", needed),
    dateTime(`${path}.sessions[].end`, "End of the one-off price.", needed),
    number(`${path}.sessions[].value`, "price", "Price.", needed),
  ];
}

/** Tariffs and carbon. */
export const PRICES: readonly Field[] = [
  section("prices", "What electricity costs and earns.", needed),
  ...tariff(
    "prices.import",
    "Import tariff, VAT included: a number (fixed) or one of the forms below.",
    needed,
  ),
  ...tariff("prices.export", "Export tariff: a number (fixed) or one of the forms below.", { fallback: 0 }),
  number("prices.standingChargePencePerDay", "perDay", "Charge for each day, whatever is used.", {
    fallback: 0,
  }),
  section("carbon", "Carbon intensity of the grid's electricity.", { fallbackWords: "not counted" }),
  data("carbon.csv", "Table with columns start,end,value in g/kWh: a file or inline text."),
  list("carbon.rows", "The same rows inline: a list of {start, end, value}."),
  dateTime("carbon.rows[].start", "Begin of the value.", needed),
  dateTime("carbon.rows[].end", "End of the value.", { fallbackWords: NEXT_START }),
  number("carbon.rows[].value", "intensity", "Intensity.", needed),
];

/** Forecast of the panels. */
export const SOLAR: readonly Field[] = [
  section("solar", "Forecast of the panels.", { fallbackWords: "no panels" }),
  data(
    "solar.solcast",
    "Solcast JSON (forecasts, or detailedForecast of Home Assistant): a file, a list of files (sites are summed), or inline.",
  ),
  data("solar.csv", "Table with columns start,end,kw,kw10,kw90 (mean power): a file or inline text."),
  list("solar.rows", "The same rows inline: a list of {start, end, kw, kw10, kw90}."),
  text("solar.timeZone", "Zone of times without offset.", { fallbackWords: "timeZone" }),
  number("solar.scaling", "factor", "Factor on the whole forecast.", { fallback: 1 }),
  number("solar.p10Factor", "factor", "Poor sun as a share of the expected, where the forecast has none.", {
    fallback: 0.6,
    maximum: 1,
  }),
  number(
    "solar.p90Factor",
    "factor",
    "Rich sun as a multiple of the expected, where the forecast has none.",
    {
      fallback: 1.25,
      minimum: 1,
    },
  ),
  dateTime("solar.rows[].start", "Begin of the half-hour.", needed),
  dateTime("solar.rows[].end", "End of the half-hour.", { fallbackWords: NEXT_START }),
  number("solar.rows[].kw", "power", "Expected mean power.", needed),
  number("solar.rows[].kw10", "power", "Mean power that 9 days of 10 exceed.", {
    fallbackWords: "kw x solar.p10Factor",
  }),
  number("solar.rows[].kw90", "power", "Mean power that 1 day of 10 exceeds.", {
    fallbackWords: "kw x solar.p90Factor",
  }),
];

/** What the home uses. */
export const LOAD: readonly Field[] = [
  section("load", "What the home uses, without what a car or diverter listed here takes.", needed),
  data(
    "load.history",
    "Past use, columns start,kwh (energy from this start to the next): a file, inline text, or a list of rows.",
  ),
  data("load.forecast", "Expected use in the same form, taken as it is."),
  number("load.kwhPerDay", "energy", "Where nothing better is known: so much a day, evenly."),
  text("load.timeZone", "Zone of times without offset.", { fallbackWords: "timeZone" }),
  number("load.scaling", "factor", "Factor on the expected use.", { fallback: 1 }),
  number("load.heavyFactor", "factor", "Heavy use as a multiple of the expected.", {
    fallbackWords: "from the spread of past days, or 1.05",
    minimum: 1,
  }),
  number("load.lightFactor", "factor", "Light use as a share of the expected.", {
    fallbackWords: "from the spread of past days, or 0.67",
    maximum: 1,
  }),
  dateTime("load.history[].start", "Begin of the interval.", needed),
  number("load.history[].kwh", "energy", "Energy until the next start.", { ...needed, maximum: 50 }),
  dateTime("load.forecast[].start", "Begin of the interval.", needed),
  number("load.forecast[].kwh", "energy", "Energy until the next start.", { ...needed, maximum: 50 }),
];
