import type { TimeSeries } from "../clock/timeSeries.ts";
import { describeSeries } from "../tariff/readTariff.ts";
import type { SeriesProvenance } from "./home.ts";
import type { HomeParts } from "./homeParts.ts";

/** Where each series of a home came from and what it covers. */
export function homeProvenance(parts: HomeParts): SeriesProvenance[] {
  const { timeZone } = parts.clock;
  const told = (
    series: SeriesProvenance["series"],
    source: string,
    values: TimeSeries,
    note = "",
  ): SeriesProvenance => {
    const last = values.spans.at(-1);
    const isLasting = source === "fixed" || last === undefined || !Number.isFinite(last.untilMs);
    return {
      series,
      source,
      what: `${note}${isLasting && source === "fixed" ? "a fixed tariff" : describeSeries(values, timeZone)}`,
      ...(isLasting ? {} : { fromMs: values.spans[0]!.fromMs, untilMs: last.untilMs }),
    };
  };
  const sessions = (count: number) => (count === 0 ? "" : `${count} one-off price(s) over `);
  const { importTariff, exportTariff, solar, load, carbon } = parts;
  const provenance = [
    told("importPrice", importTariff.source, importTariff.base, sessions(importTariff.sessions.spans.length)),
    told("exportPrice", exportTariff.source, exportTariff.base, sessions(exportTariff.sessions.spans.length)),
    { series: "load", source: load.source, what: load.what } as const,
  ];
  if (solar !== undefined) {
    const sites = solar.siteCount > 1 ? `sum of ${solar.siteCount} sites, ` : "";
    provenance.push(told("solar", solar.source, solar.expected, sites));
  }
  if (carbon !== undefined) provenance.push(told("carbon", "table", carbon));
  return provenance;
}
