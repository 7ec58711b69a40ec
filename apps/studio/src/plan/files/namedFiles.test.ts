import { expect, test } from "vitest";
import { pathsNamed } from "./namedFiles.ts";

test("a dropped file is found under the path that the home calls it by", () => {
  const home = 'prices:\n  import:\n    octopus: home/import-prices.json\nload: {history: "data/use.csv"}\n';
  expect(pathsNamed(home, "import-prices.json")).toEqual(["home/import-prices.json"]);
  expect(pathsNamed(home, "use.csv")).toEqual(["data/use.csv"]);
});

test("every page of a list is found, and a file in two folders under both", () => {
  const home = "octopus: [a/p.json, b/p.json, p2.json]";
  expect(pathsNamed(home, "p.json")).toEqual(["a/p.json", "b/p.json"]);
  expect(pathsNamed(home, "p2.json")).toEqual(["p2.json"]);
});

test("a longer name, a pattern and a comment name no other file", () => {
  expect(pathsNamed("csv: my-prices.json", "prices.json")).toEqual([]);
  expect(pathsNamed("csv: prices.json5", "prices.json")).toEqual([]);
  expect(pathsNamed("csv: pricesXjson", "prices.json")).toEqual([]);
  expect(pathsNamed("# csv: prices.json\n", "prices.json")).toEqual([]);
});
