import fc from "fast-check";
import { expect, test } from "vitest";
import { inEventOrder, withoutDuplicates } from "./eventOrder.ts";
import { addImage, createImageTable, type ImageTable } from "./imageTable.ts";

type Image = readonly [frame: number, star: number, order: number, parity: number, y: number, x: number];
const STARS = 5;

function tableOf(images: readonly Image[]): ImageTable {
  const table = createImageTable();
  for (const [frame, star, order, parity, y, x] of images) {
    const row = addImage(table);
    table.frameIndex[row] = frame;
    table.star[row] = star;
    table.order[row] = order;
    table.parity[row] = parity;
    table.y[row] = y;
    table.x[row] = x;
  }
  return table;
}

const image = fc.tuple(
  fc.integer({ min: 0, max: 2 }),
  fc.integer({ min: 0, max: STARS - 1 }),
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom(-1, 1),
  fc.double({ min: -4, max: 40, noNaN: true }),
  fc.double({ min: -4, max: 68, noNaN: true }),
);

test("any rows come in the order of frame, star, order, parity, y, x, each once", () => {
  fc.assert(
    fc.property(fc.array(image, { maxLength: 60 }), fc.func(fc.boolean()), (images, isChosen) => {
      const table = tableOf(images);
      const rows = Int32Array.from([...images.keys()].filter((row) => isChosen(row)));
      const compare = (a: number, b: number): number =>
        images[a]!.map((value, field) => value - images[b]![field]!).find((step) => step !== 0) ?? a - b;
      const wanted = [...rows].sort(compare);
      return String([...inEventOrder(rows, table, STARS)]) === String(wanted);
    }),
  );
});

test("of images that stand on one place the first is kept, unless they differ in star, order, parity or frame", () => {
  const here = [0, 1, 0, 1, 5, 7] as const;
  const table = tableOf([
    here,
    [0, 1, 0, 1, 5, 7.0005],
    [0, 1, 0, 1, 5, 7.002],
    [0, 1, 0, -1, 5, 7],
    [0, 1, 1, 1, 5, 7],
    [0, 2, 0, 1, 5, 7],
    [1, 1, 0, 1, 5, 7],
  ]);
  const statistics = [{ duplicates: 0 }, { duplicates: 0 }];
  const sorted = inEventOrder(
    Int32Array.from({ length: 7 }, (_, row) => row),
    table,
    STARS,
  );
  expect([...withoutDuplicates(sorted, table, statistics)].sort()).toEqual([0, 2, 3, 4, 5, 6]);
  expect(statistics).toEqual([{ duplicates: 1 }, { duplicates: 0 }]);
});
