import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plausibleDay } from "../../../test/plausibleDay.ts";
import { randomDay } from "../../../test/randomDay.ts";
import { everyElement, type StrictElement, strictMarkup, wordsIn } from "../../../test/strictMarkup.ts";
import { composeReport, type ReportDraft } from "../planReport.ts";
import { planPicture } from "./planPicture.ts";

const SIZE = { name: "wide", width: 1056, plotHeight: 150 } as const;
const NARROW = { name: "narrow", width: 352, plotHeight: 104 } as const;
const AUTUMN_MIDNIGHT_MS = 1_792_882_800_000; // 2026-10-25T00:00+01:00

const drawn = (draft: ReportDraft, size: typeof SIZE | typeof NARROW = SIZE) =>
  strictMarkup(planPicture(composeReport(draft), size).markup);
const ofClass = (root: StrictElement, name: string) =>
  everyElement(root).filter(({ attributes }) => attributes.class?.split(" ").includes(name));
const textsOf = (root: StrictElement) =>
  everyElement(root)
    .filter(({ name }) => name === "text")
    .map(wordsIn);

describe("planPicture", () => {
  it("is well formed and stays in its frame for any plan", () => {
    fc.assert(
      fc.property(randomDay, fc.constantFrom(SIZE, NARROW), (draft, size) => {
        const picture = drawn(draft, size);
        const [, , width, height] = (picture.attributes.viewBox ?? "").split(" ").map(Number) as [
          0,
          0,
          number,
          number,
        ];
        return everyElement(picture).every((shape) => isInside(shape, width, height));
      }),
      { numRuns: 60 },
    );
  });

  it("has a title and a description for those who do not see it", () => {
    const picture = drawn(plausibleDay());
    const ids = (picture.attributes["aria-labelledby"] ?? "").split(" ");
    const [title, description] = ids.map((id) =>
      everyElement(picture).find(({ attributes }) => attributes.id === id),
    );
    expect(picture.attributes.role).toBe("img");
    expect(title && wordsIn(title)).toBe("Battery plan for 14 Acacia Avenue");
    expect(description && wordsIn(description)).toContain("Next: charge to 95 % from Wed 02:00 to 05:00.");
  });

  it("has every slot's figures where somebody points at it, one box beside the other", () => {
    const draft = plausibleDay();
    const boxes = ofClass(drawn(draft), "slot");
    expect(boxes).toHaveLength(draft.slots.length);
    boxes.slice(1).forEach((box, index) => {
      const before = boxes[index]?.attributes;
      expect(Number(box.attributes.x)).toBeCloseTo(Number(before?.x) + Number(before?.width), 1);
    });
    expect(wordsIn(boxes[6] as StrictElement)).toContain("Charge to 95 %\nImport 9.2 p now");
  });

  it("names every action of the plan in words, and no other", () => {
    const names = ["Charge", "Hold", "Export", "Sun to grid", "Use battery"];
    expect(textsOf(drawn(plausibleDay(), NARROW))).toEqual(expect.arrayContaining(names));
    const idle = textsOf(drawn(plausibleDay({ slotCount: 4 })));
    expect(names.filter((name) => idle.includes(name))).toEqual(["Use battery"]);
  });

  it("draws the plan's line inside the band of the futures", () => {
    fc.assert(
      fc.property(randomDay, (draft) => {
        const picture = drawn(draft);
        const line = pointsOf((ofClass(picture, "line-soc").at(-1)?.attributes.d ?? "").slice(1));
        const band = pointsOf(
          everyElement(picture).find(({ name }) => name === "polygon")?.attributes.points ?? "",
        );
        const high = band.slice(0, line.length);
        const low = band.slice(line.length).reverse();
        return (
          line.length === draft.slots.length + 1 &&
          line.every(([, y], index) => isBetween(y, high[index], low[index]))
        );
      }),
      { numRuns: 40 },
    );
  });

  it("marks now, days and clocks, with both passes through a repeated hour", () => {
    const autumn = plausibleDay({
      startMs: AUTUMN_MIDNIGHT_MS - 7_200_000,
      firstMidnightMs: AUTUMN_MIDNIGHT_MS,
      slotCount: 40,
    });
    const texts = textsOf(drawn(autumn));
    expect(texts).toEqual(expect.arrayContaining(["now", "Sun 25 Oct", "01:00a", "01:00b", "02:00"]));
    expect(ofClass(drawn(autumn), "now")).toHaveLength(1);
  });

  it("names the units of its axes", () => {
    const texts = textsOf(drawn(plausibleDay()));
    expect(texts).toEqual(
      expect.arrayContaining([
        "Price, p/kWh",
        "Stored, % of 9.5 kWh",
        "Power, kW: in above the line, out below it",
      ]),
    );
  });

  it("draws bars as high as the mean power they stand for", () => {
    const draft = plausibleDay();
    const bars = ofClass(drawn(draft), "fill-import").filter(({ attributes }) => attributes.height !== "10");
    const imports = draft.slots.map(({ importKwh }) => importKwh).filter((kwh) => kwh > 0);
    expect(bars).toHaveLength(imports.length);
    const unit = Number(bars[1]?.attributes.height) / (imports[1] as number);
    const isTrue = imports.every(
      (kwh, index) => Math.abs(Number(bars[index]?.attributes.height) - kwh * unit) < 0.02,
    );
    expect(isTrue).toBe(true);
  });

  it("draws even a plan without slots", () => {
    expect(() => drawn(plausibleDay({ slotCount: 0 }))).not.toThrow();
  });
});

function isInside({ name, attributes }: StrictElement, width: number, height: number): boolean {
  const xs = ["x", "x1", "x2"].flatMap((key) =>
    attributes[key] === undefined ? [] : [Number(attributes[key])],
  );
  const ys = ["y", "y1", "y2"].flatMap((key) =>
    attributes[key] === undefined ? [] : [Number(attributes[key])],
  );
  if (name === "rect") {
    xs.push(Number(attributes.x) + Number(attributes.width));
    ys.push(Number(attributes.y) + Number(attributes.height));
  }
  const points = pointsOf(attributes.points ?? (attributes.d ?? "").slice(1));
  const isWithin = (value: number, most: number) => value >= -0.1 && value <= most + 0.1;
  return (
    [...xs, ...points.map(([x]) => x)].every((x) => isWithin(x, width)) &&
    [...ys, ...points.map(([, y]) => y)].every((y) => isWithin(y, height))
  );
}

function pointsOf(written: string): readonly (readonly [number, number])[] {
  if (written === "") return [];
  return written.split(" ").map((point) => point.split(",").map(Number) as [number, number]);
}

function isBetween(
  y: number,
  high: readonly [number, number] | undefined,
  low: readonly [number, number] | undefined,
): boolean {
  return high !== undefined && low !== undefined && y >= high[1] - 0.1 && y <= low[1] + 0.1;
}
