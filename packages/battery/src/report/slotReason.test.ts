import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../test/plausibleDay.ts";
import { randomDay } from "../../test/randomDay.ts";
import { rounded } from "./figures.ts";
import { clockSeenFrom } from "./localTime.ts";
import { minorSum } from "./money.ts";
import type { PlannedSlot, ReportDraft } from "./planReport.ts";
import { slotReason } from "./slotReason.ts";

const HALF_HOUR_MS = 30 * 60_000;
const START_MS = 1_777_420_800_000; // 2026-04-29T01:00+01:00

const QUIET: Omit<PlannedSlot, "startMs" | "endMs"> = {
  importPencePerKwh: 20,
  exportPencePerKwh: 5,
  action: "demand",
  socStartKwh: 5,
  socEndKwh: 5,
  socEndPv10Kwh: 5,
  socEndPv90Kwh: 5,
  pvKwh: 0,
  loadKwh: 0.2,
  carKwh: 0,
  diverterKwh: 0,
  importKwh: 0,
  exportKwh: 0,
  chargeKwh: 0,
  dischargeKwh: 0,
  clippedKwh: 0,
  costPence: 0,
};

const CHARGE = {
  action: "charge",
  targetKwh: 9.5,
  targetPercent: 100,
  chargeKwh: 1.8,
  importKwh: 2,
} as const;
const SERVE = { dischargeKwh: 0.2 } as const;
const SELL = { action: "export", targetKwh: 2, targetPercent: 21, dischargeKwh: 1, exportKwh: 0.8 } as const;
const SUN = { pvKwh: 1, chargeKwh: 0.8 } as const;

/** A day of half-hours from 01:00, each quiet but for what is given. */
function day(
  given: readonly Partial<PlannedSlot>[],
  battery: Partial<ReportDraft["battery"]> = {},
  endPence = 0,
): ReportDraft {
  const draft = plausibleDay({ slotCount: 1 });
  return {
    ...draft,
    battery: { ...draft.battery, ...battery },
    terminalValue: { pencePerKwh: endPence, reason: "" },
    slots: given.map((part, index) => ({
      ...QUIET,
      startMs: START_MS + index * HALF_HOUR_MS,
      endMs: START_MS + (index + 1) * HALF_HOUR_MS,
      ...part,
    })),
  };
}

const firstReason = (...args: Parameters<typeof day>) => slotReason(day(...args), 0).text;

describe("why a slot charges", () => {
  const charge = { ...CHARGE, importPencePerKwh: 9.2 };

  it("names the dearest later purchase that it saves, and what a kWh costs after losses", () => {
    const later = [
      { ...SERVE, importPencePerKwh: 24 },
      { ...SERVE, importPencePerKwh: 31 },
    ];
    expect(firstReason([charge, ...later])).toBe(
      "Import 9.2 p now instead of 31.0 p at 02:00; after losses a kWh from the battery costs 10.6 p",
    );
    expect(
      firstReason([charge, ...later], { wearPencePerStoredKwh: 2, storingWearPencePerStoredKwh: 1.1 }),
    ).toContain("after losses and wear a kWh from the battery costs 12.8 p");
  });

  it("names a later sale", () => {
    expect(firstReason([charge, { ...SELL, exportPencePerKwh: 28 }])).toBe(
      "Import 9.2 p now to export at 28.0 p at 01:30; after losses a kWh from the battery costs 10.6 p",
    );
  });

  it("looks no further than the next time the battery is empty", () => {
    const empty = { ...SERVE, importPencePerKwh: 12, socEndKwh: 0.38 };
    expect(firstReason([charge, empty, { ...SERVE, importPencePerKwh: 40 }])).toContain("12.0 p at 01:30");
  });

  it("looks no further than the next purchase once it has a use", () => {
    const next = [
      { ...SERVE, importPencePerKwh: 12 },
      { ...CHARGE, importPencePerKwh: 5 },
    ];
    expect(firstReason([charge, ...next, { ...SERVE, importPencePerKwh: 40 }])).toContain("12.0 p at 01:30");
  });

  it("claims no gain where there is none", () => {
    const dear = { ...SERVE, importPencePerKwh: 10.6, socEndKwh: 0.38 };
    expect(firstReason([charge, dear])).toBe(
      "Does not pay on the forecast alone; weighed over all three futures",
    );
  });

  it("names what is counted at the end when the energy lasts", () => {
    expect(firstReason([charge, {}], {}, 15)).toBe(
      "A kWh stored at the end counts 15.0 p; after losses it costs 9.9 p",
    );
  });

  it("counts the wear of storing alone where the energy is kept: giving it back wears only when it is given", () => {
    const wear = { wearPencePerStoredKwh: 6, storingWearPencePerStoredKwh: 3.5 };
    expect(firstReason([charge, {}], wear, 15)).toBe(
      "A kWh stored at the end counts 15.0 p; after losses and wear it costs 13.4 p",
    );
    const sale = { ...SELL, exportPencePerKwh: 28 };
    expect(firstReason([sale, {}], wear, 10)).toBe(
      "Export at 28.0 p beats the 13.4 p a kWh kept to the end counts",
    );
  });

  it("does not count at the end what is used up before", () => {
    const usedUp = { ...SERVE, importPencePerKwh: 5, socEndKwh: 0.38 };
    expect(firstReason([charge, usedUp], {}, 15)).toBe(
      "Does not pay on the forecast alone; weighed over all three futures",
    );
  });

  it("says when importing is paid, the sun charges, the target is reached, or nothing is charged", () => {
    expect(firstReason([{ ...charge, importPencePerKwh: -3.2 }])).toBe("Importing earns 3.2 p a kWh");
    expect(firstReason([{ ...CHARGE, pvKwh: 2, importKwh: 0 }])).toBe(
      "The sun charges the battery; nothing is bought for it",
    );
    const full = { ...charge, chargeKwh: 0, importKwh: 0.2, socStartKwh: 9.5 };
    expect(firstReason([full])).toBe("Already charged to 100 %; the home buys at 9.2 p");
    expect(firstReason([{ ...full, socStartKwh: 1 }])).toBe("Nothing is charged on the forecast day");
  });
});

describe("why a slot holds", () => {
  const hold = { action: "hold", importPencePerKwh: 15.9, importKwh: 0.2 } as const;

  it("names the dearer use that the stored energy is kept for", () => {
    const serve = { ...SERVE, importPencePerKwh: 31 };
    expect(firstReason([hold, serve])).toBe("Buy at 15.9 p now, keep what is stored for 31.0 p at 01:30");
    expect(firstReason([hold, { ...SELL, exportPencePerKwh: 28 }])).toBe(
      "Buy at 15.9 p now, keep what is stored to export at 28.0 p at 01:30",
    );
  });

  it("claims no gain where there is none", () => {
    expect(firstReason([hold, { ...SERVE, importPencePerKwh: 15.9 }])).toBe(
      "Keeps what is stored; weighed over all three futures",
    );
    expect(firstReason([{ ...hold, socEndKwh: 0.38 }])).toBe(
      "Nothing stored to use; the home buys at 15.9 p",
    );
  });

  it("names what is counted at the end, a paid import, and that nothing is bought", () => {
    expect(firstReason([hold, {}], {}, 18)).toBe("Buy at 15.9 p now; a kWh kept to the end counts 19.4 p");
    expect(firstReason([{ ...hold, importPencePerKwh: -1 }])).toBe(
      "Importing earns 1.0 p a kWh; the battery keeps its charge",
    );
    expect(firstReason([{ ...hold, importKwh: 0 }])).toBe("Nothing is bought; the battery keeps its charge");
    expect(firstReason([{ ...hold, ...SUN, importKwh: 0 }])).toBe(
      "The sun serves the home and charges the battery",
    );
  });
});

describe("why a slot exports", () => {
  const sell = { ...SELL, exportPencePerKwh: 28 };
  const refill = { ...CHARGE, importPencePerKwh: 8.6 };

  it("compares with refilling, losses counted", () => {
    expect(firstReason([sell, refill])).toBe("Export at 28.0 p beats the 9.9 p it costs to refill at 01:30");
  });

  it("does not speak of refilling when the home buys dearer before it", () => {
    const dear = { importKwh: 0.2, importPencePerKwh: 34 };
    expect(firstReason([sell, dear, refill])).toBe("No later export price is above this 28.0 p");
    const served = { ...SERVE, importPencePerKwh: 34 };
    expect(firstReason([sell, served, refill])).toBe("No later export price is above this 28.0 p");
  });

  it("names the sun that it makes room for, and what is counted at the end", () => {
    const filling = { ...SUN, exportPencePerKwh: 5, socEndKwh: 5.8 };
    expect(firstReason([sell, filling, { ...SUN, socEndKwh: 8.6 }])).toBe(
      "Export at 28.0 p makes room for the sun at 01:30, which would earn 5.0 p",
    );
    expect(firstReason([sell, {}], {}, 10)).toBe(
      "Export at 28.0 p beats the 10.8 p a kWh kept to the end counts",
    );
  });

  it("claims no gain where there is none", () => {
    const better = { exportPencePerKwh: 30, socEndKwh: 0.38 };
    const hedge = "Export at 28.0 p; weighed over all three futures";
    expect(firstReason([sell, better])).toBe(hedge);
    expect(firstReason([sell, better, { ...refill, importPencePerKwh: 25 }])).toBe(hedge);
    expect(firstReason([sell, { ...SUN, exportPencePerKwh: 30, socEndKwh: 9.5 }])).toBe(hedge);
    expect(firstReason([sell, { ...better, socEndKwh: 5 }], {}, 27)).toBe(hedge);
  });

  it("does not speak of room for the sun where the battery has it anyway, or runs down meanwhile", () => {
    const isBest = "No later export price is above this 28.0 p";
    const sun = { ...SUN, socEndKwh: 5.8 };
    expect(firstReason([sell, sun])).toBe(isBest);
    const empty = { ...SERVE, socEndKwh: 0.38 };
    expect(firstReason([sell, sun, empty, { ...SUN, socEndKwh: 9.5 }])).toBe(isBest);
    const passesThrough = { ...SUN, dischargeKwh: 1, socEndKwh: 9.5 };
    expect(firstReason([sell, passesThrough])).not.toContain("room");
  });

  it("says when the target is reached, when the home takes all that is given, and when nothing is sold", () => {
    const idle = { ...sell, dischargeKwh: 0, exportKwh: 0, importKwh: 0.2 };
    expect(firstReason([{ ...idle, socStartKwh: 2 }])).toBe("Already down to 21 %; the home buys at 20.0 p");
    expect(firstReason([idle])).toBe("Nothing stored is exported on the forecast day");
    expect(firstReason([{ ...idle, dischargeKwh: 0.5, carKwh: 1 }])).toBe(
      "The battery serves the home as far as it can, instead of buying at 20.0 p",
    );
  });
});

describe("why a slot lets the sun export", () => {
  const freeze = { action: "freezeExport", pvKwh: 1, exportKwh: 0.8, exportPencePerKwh: 15 } as const;

  it("compares with charging later, from the grid or from the sun", () => {
    expect(firstReason([freeze, { ...CHARGE, importPencePerKwh: 7 }])).toBe(
      "Sell the sun at 15.0 p now; after losses a kWh stored at 01:30 costs 7.5 p",
    );
    expect(firstReason([freeze, SUN])).toBe(
      "Sell the sun at 15.0 p now; the sun still charges the battery at 01:30",
    );
    expect(firstReason([freeze, { ...CHARGE, importPencePerKwh: 14 }])).toBe("Sell the sun at 15.0 p now");
    expect(firstReason([freeze, { ...SUN, dischargeKwh: 1 }])).toBe("Sell the sun at 15.0 p now");
  });

  it("says when the battery is full, when the home takes the sun, and when there is none", () => {
    expect(firstReason([{ ...freeze, socEndKwh: 9.5 }])).toBe(
      "The battery is full; the sun's excess is sold at 15.0 p",
    );
    expect(firstReason([{ ...freeze, exportKwh: 0 }])).toBe("The home takes all the sun");
    const dark = { ...freeze, pvKwh: 0, exportKwh: 0, importKwh: 1 };
    expect(firstReason([dark])).toBe("No sun; the battery rests; the home buys at 20.0 p");
    expect(firstReason([dark, { ...SERVE, importPencePerKwh: 31 }])).toBe(
      "Buy at 20.0 p now, keep what is stored for 31.0 p at 01:30",
    );
  });
});

describe("why a slot serves the home", () => {
  it("names the purchase it saves", () => {
    expect(firstReason([SERVE])).toBe("The battery serves the home instead of buying at 20.0 p");
    expect(firstReason([{ ...SERVE, importKwh: 0.1 }])).toBe(
      "The battery serves the home as far as it can, instead of buying at 20.0 p",
    );
    expect(firstReason([{ ...SERVE, importPencePerKwh: -1 }])).toBe("The battery serves the home");
  });

  it("names what the stored sun is for, only if that pays after losses", () => {
    expect(firstReason([SUN, SERVE])).toBe(
      "Store the sun for 20.0 p at 01:30 rather than sell it at 5.0 p now",
    );
    expect(firstReason([{ ...SUN, exportPencePerKwh: 18 }, SERVE])).toBe("The sun's excess is stored");
  });

  it("says what the grid does when the battery does nothing", () => {
    const spill = { pvKwh: 1, exportKwh: 0.8 };
    expect(firstReason([{ ...spill, socEndKwh: 9.5 }])).toBe(
      "The battery is full; the sun's excess is sold at 5.0 p",
    );
    expect(firstReason([spill])).toBe("The sun's excess is sold at 5.0 p");
    expect(firstReason([{ importKwh: 0.2, socEndKwh: 0.38 }])).toBe(
      "The battery is at its reserve; the home buys at 20.0 p",
    );
    expect(firstReason([{ importKwh: 0.2 }])).toBe("The home buys at 20.0 p");
    expect(firstReason([{ loadKwh: 0 }])).toBe("The home needs nothing from the battery or the grid");
  });
});

describe("any reason", () => {
  it("refuses a slot that the day has not", () => {
    expect(() => slotReason(day([{}]), 1)).toThrow(new RangeError("slot 1 of 1: give an index of the day"));
  });

  it("quotes only prices of the day, or what follows from them by losses and wear", () => {
    fc.assert(
      fc.property(randomDay, (draft) => draft.slots.every((_, index) => quotesAreTrue(draft, index))),
    );
  });

  it("claims cheaper and dearer only where the quoted figures are", () => {
    fc.assert(
      fc.property(randomDay, (draft) => draft.slots.every((_, index) => comparisonIsTrue(draft, index))),
    );
  });
});

/** Each `X p at HH:MM` is a price of that later slot; each other `X p` one of this slot or derived from the day. */
function quotesAreTrue(draft: ReportDraft, index: number): boolean {
  const slot = draft.slots[index] as PlannedSlot;
  const { text } = slotReason(draft, index);
  const laterAt = (clock: string) =>
    draft.slots
      .slice(index + 1)
      .filter(({ startMs }) => clockSeenFrom(startMs, slot.startMs, draft.timeZone) === clock);
  const named = [...text.matchAll(/(?:at|stored at) ((?:\w{3} )?\d\d:\d\d[ab]?)/g)].flatMap(
    ([, clock = ""]) => laterAt(clock),
  );
  const derived = [slot, ...named].flatMap(({ importPencePerKwh: price, exportPencePerKwh }) => [
    price,
    -price,
    exportPencePerKwh,
    storedCost(draft, price),
    (storedCost(draft, price) + givingWear(draft)) / draft.battery.storeToHomeEfficiency,
  ]);
  const { pencePerKwh } = draft.terminalValue;
  derived.push(pencePerKwh, (pencePerKwh + givingWear(draft)) / draft.battery.storeToHomeEfficiency);
  const known = new Set(derived.map((price) => minorSum(price, draft.currency)));
  return [...text.matchAll(/(-?\d+\.\d) p(?: at ((?:\w{3} )?\d\d:\d\d[ab]?))?/g)].every(
    ([, figure = "", clock]) => {
      if (clock === undefined) return known.has(`${figure} p`);
      return laterAt(clock).some((later) =>
        [later.importPencePerKwh, later.exportPencePerKwh].some(
          (price) => minorSum(price, draft.currency) === `${figure} p`,
        ),
      );
    },
  );
}

const COMPARISONS: readonly {
  readonly pattern: RegExp;
  readonly holds: (...figures: readonly number[]) => boolean;
}[] = [
  {
    pattern: /^Import (\S+) p now (?:instead of|to export at) (\S+) p at .*costs (\S+) p$/,
    holds: (_now, later, cost) => (cost as number) < (later as number),
  },
  {
    pattern: /^A kWh stored at the end counts (\S+) p; .*costs (\S+) p$/,
    holds: (end, cost) => (end as number) > (cost as number),
  },
  {
    pattern: /^Buy at (\S+) p now, keep .* (\S+) p at /,
    holds: (now, later) => (later as number) > (now as number),
  },
  {
    pattern: /^Buy at (\S+) p now; .* counts (\S+) p$/,
    holds: (now, end) => (end as number) > (now as number),
  },
  {
    pattern: /^Export at (\S+) p beats the (\S+) p/,
    holds: (now, other) => (now as number) > (other as number),
  },
  {
    pattern: /^Export at (\S+) p makes room .* earn (\S+) p$/,
    holds: (now, other) => (now as number) > (other as number),
  },
  {
    pattern: /^Sell the sun at (\S+) p now; .* costs (\S+) p$/,
    holds: (now, cost) => (now as number) > (cost as number),
  },
];

function comparisonIsTrue(draft: ReportDraft, index: number): boolean {
  const { text } = slotReason(draft, index);
  const isOrdered = COMPARISONS.every(({ pattern, holds }) => {
    const match = pattern.exec(text);
    return match === null || holds(...match.slice(1).map(Number));
  });
  const rather = /^Store the sun .*?(\S+) p at .* rather than sell it at (\S+) p now$/.exec(text);
  const isWorthStoring = rather === null || Number(rather[1]) > Number(rather[2]);
  const best = /^No later export price is above this (\S+) p$/.exec(text);
  const later = draft.slots.slice(index + 1);
  const isBest =
    best === null || later.every((slot) => rounded(slot.exportPencePerKwh, 1) <= Number(best[1]));
  return isOrdered && isWorthStoring && isBest;
}

function storedCost({ battery }: ReportDraft, price: number): number {
  return price / battery.gridToStoreEfficiency + battery.storingWearPencePerStoredKwh;
}

function givingWear({ battery }: ReportDraft): number {
  return battery.wearPencePerStoredKwh - battery.storingWearPencePerStoredKwh;
}
