import fc from "fast-check";

/** Values that do not belong where they are put. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, "", "x", "2026-10-25T01:30", "+275760-09-13T00:00:00Z", true],
  ...[0, -0, -1, 0.5, 5e-324, 1e6, 1e18, 1.7e308],
  ...[[], [null], [[1]], [{}], {}, { 0: { 0: 0 } }],
];

interface Damage {
  /** Where, as a share of all places of the file. */
  readonly place: number;
  readonly value: unknown;
  readonly isRemoval: boolean;
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown): { readonly holder: Holder; readonly key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** A JSON text with one to three of its values replaced or removed. */
export function damagedJson(text: string): fc.Arbitrary<string> {
  const damage: fc.Arbitrary<Damage> = fc.record({
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    value: fc.oneof(fc.constantFrom(...ODD_VALUES), fc.double({ noNaN: true }), fc.string({ maxLength: 12 })),
    isRemoval: fc.boolean(),
  });
  return fc.array(damage, { minLength: 1, maxLength: 3 }).map((damages) => {
    const file: unknown = JSON.parse(text);
    for (const { place, value, isRemoval } of damages) {
      const places = placesIn(file);
      const hit = places[Math.floor(place * places.length)];
      if (hit === undefined) continue;
      if (!isRemoval) hit.holder[hit.key] = value;
      else if (Array.isArray(hit.holder)) hit.holder.splice(Number(hit.key), 1);
      else delete hit.holder[hit.key];
    }
    return JSON.stringify(file);
  });
}

/** A text with a stretch of its characters replaced. */
export function damagedText(text: string): fc.Arbitrary<string> {
  return fc
    .record({
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      length: fc.nat({ max: 40 }),
      instead: fc.string({ maxLength: 6 }),
    })
    .map(({ place, length, instead }) => {
      const from = Math.floor(place * text.length);
      return text.slice(0, from) + instead + text.slice(from + length);
    });
}
