import { expect, test } from "vitest";
import { sharedFragment, workOfFragment } from "./shareLink.ts";

const example = {
  text: "name: Example",
  dataFiles: { "home/prices.json": `{"results": [${"1,".repeat(5000)}1]}` },
};

test("a home with what is forced on its plan goes into a link and comes out of it, letter by letter", async () => {
  const home = {
    text: "name: Ünïcode £ → home\nfiles: [home/prices.json, own.csv]\n",
    dataFiles: { ...example.dataFiles, "own.csv": "start,kwh\r\n" },
  };
  const forced = [{ startMs: 0, endMs: 1_800_000, action: "hold" }] as const;
  const work = { home, forced, previousJson: '{"format":"lightcone-plan"}' };
  const fragment = await sharedFragment(work, example);
  expect(fragment).toMatch(/^[\w-]+$/);
  expect(await workOfFragment(fragment, example)).toEqual(work);
});

test("what everybody has is not in the link, nor what the home does not name", async () => {
  const text = "a: home/prices.json";
  const shared = (dataFiles: Readonly<Record<string, string>>) =>
    sharedFragment({ home: { text, dataFiles }, forced: [] }, example);
  const [bare, named] = [await shared({}), await shared(example.dataFiles)];
  expect(named.length).toBeLessThan(bare.length + 40);
  expect(await shared({ "other.csv": "x".repeat(9999) })).toBe(bare);
});

test("a link of before anything could be forced is a home alone", async () => {
  const fragment = "q1YqSa0oUbJSykvMTbVS8M9JUcjIz01V0lFKSSxJdMvMSS1WsqqurQUA";
  const home = { text: "name: Old home", dataFiles: {} };
  expect(await workOfFragment(fragment, example)).toEqual({ home, forced: [] });
});

test.for(["", "AAAA", "not base64!", "q1YqLU4tykvMTVWyUlAqS8wpTQUA"])("%j is no link", async (fragment) => {
  await expect(workOfFragment(fragment, example)).rejects.toThrow();
});
