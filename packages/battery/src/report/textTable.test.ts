import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fitColumns,
  headingLines,
  painted,
  printable,
  rowLine,
  type TextColumn,
  tableWidth,
  wrapped,
} from "./textTable.ts";

const column = (heading: string, cells: readonly string[], rank?: number): TextColumn => ({
  heading,
  unit: "p",
  align: "right",
  cells,
  ...(rank === undefined ? {} : { rank }),
});

describe("fitColumns", () => {
  const columns = [column("Time", ["01:00"]), column("Cost", ["12.3"], 2), column("Band", ["10-20"], 1)];

  it("keeps everything with wide gaps when there is room", () => {
    expect(fitColumns(columns, 18)).toEqual({ columns, gap: 2 });
  });

  it("closes the gaps before it drops a column, and drops the least important first", () => {
    expect(fitColumns(columns, 17)).toEqual({ columns, gap: 1 });
    expect(fitColumns(columns, 15)).toEqual({ columns: columns.slice(0, 2), gap: 2 });
    expect(fitColumns(columns, 5).columns).toEqual(columns.slice(0, 1));
  });

  it("never drops a column without a rank", () => {
    expect(fitColumns(columns, 1).columns).toEqual(columns.slice(0, 1));
  });
});

describe("lines of a table", () => {
  const table = {
    columns: [
      { ...column("Action", ["Hold", "Charge to 5 %"]), align: "left" as const },
      column("Cost", ["1.0", "-12.5"]),
    ],
    gap: 2,
  };

  it("are all as long as the table is wide", () => {
    const lines = [...headingLines(table, false), rowLine(table, 0, false), rowLine(table, 1, false)];
    expect(lines.map(({ length }) => length)).toEqual([20, 20, 20, 20]);
    expect(tableWidth(table)).toBe(20);
    expect(lines[3]).toBe("Charge to 5 %  -12.5");
  });

  it("are painted around the padded cell, so that colours move nothing", () => {
    const green = { ...column("Cost", ["1.0"]), paint: () => "green" as const };
    expect(rowLine({ columns: [green], gap: 1 }, 0, true)).toBe("\u001b[32m 1.0\u001b[0m");
    expect(painted("x", undefined)).toBe("x");
  });
});

describe("wrapped", () => {
  it("breaks at blanks, indents what follows, and keeps figures with their unit", () => {
    expect(wrapped("Import 9.2 p now instead of 31.0 p", 9, 2)).toEqual([
      "Import",
      "  9.2 p",
      "  now",
      "  instead",
      "  of",
      "  31.0 p",
    ]);
  });

  it("loses no word and keeps to the width where words allow", () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom("a", "b", "9", "p", "%"), minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 40 }), (list, width) => {
        const lines = wrapped(list.join(" "), width, 2);
        const isWithin = lines.every((line) => line.length <= width || line.trim().split(" ").length <= 2);
        return isWithin && lines.join(" ").split(/ +/).join(" ").trim() === list.join(" ").trim();
      }),
    );
  });
});

describe("printable", () => {
  it("takes away what could command a terminal or turn its direction", () => {
    expect(printable("a\u001b[31mb\u0007\u202ec\nd\u009b")).toBe("a\ufffd[31mb\ufffd\ufffdc\ufffdd\ufffd");
    expect(printable("Café 14, Straße")).toBe("Café 14, Straße");
  });
});
