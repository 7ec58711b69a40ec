import { expect, test } from "vitest";
import { fileFaultWords, isOfSource, sourceWords } from "./fileChoice.ts";

test("problems of a section's source, and of the files that it names, stand beside it; those of its fields do not", () => {
  const given = [undefined, ["home/a.json", "b.csv"]];
  const places = [
    "solar",
    "solar.csv",
    "home/a.json",
    "b.csv: line 2, kw",
    "solar.scaling",
    "load",
    "b.csv.old",
  ];
  expect(places.filter((at) => isOfSource(at, "solar", given))).toEqual(places.slice(0, 4));
});

test("a problem inside a file is told with its place there, and mended by the names of the form", () => {
  const inside = { at: "home/load.csv: line 2, kwh", what: 'is "abc"', mend: "correct the row" };
  expect(fileFaultWords("load", [inside])).toBe('“line 2, kwh” is "abc". Correct the row.');
  const whole = {
    at: "solar",
    what: "has no forecast",
    mend: "remove the section `solar` if there are no panels",
  };
  expect(fileFaultWords("solar", [whole])).toBe(
    "It has no forecast. Choose “None” under “Sun” if there are no panels.",
  );
});

test("a source is called by its files' names, or by where it stands", () => {
  expect(sourceWords([undefined, ["home/a.json", "b.json"]])).toBe("a.json, b.json");
  expect(sourceWords(["start,kwh\n"])).toBe("in the home file");
  expect(sourceWords([undefined])).toBe("no file");
});
