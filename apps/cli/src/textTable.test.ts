import { expect, it } from "vitest";
import { textTable } from "./textTable.ts";

it("sets words left and numbers right, in columns as wide as their widest cell", () => {
  const table = textTable(
    [{ head: "home" }, { head: "plan", isText: true }, { head: "pence" }],
    [
      ["0", "random10", "1.5"],
      ["12345", "x", "-100.25"],
    ],
  );
  expect(table).toBe(
    [
      " home  plan        pence", //
      "    0  random10      1.5",
      "12345  x         -100.25",
      "",
    ].join("\n"),
  );
});
