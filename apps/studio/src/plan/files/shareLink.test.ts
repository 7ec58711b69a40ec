import { expect, test } from "vitest";
import { homeOfFragment, sharedFragment } from "./shareLink.ts";

const example = {
  text: "name: Example",
  dataFiles: { "home/prices.json": `{"results": [${"1,".repeat(5000)}1]}` },
};

test("a home goes into a link and comes out of it, letter by letter", async () => {
  const home = {
    text: "name: Ünïcode £ → home\nfiles: [home/prices.json, own.csv]\n",
    dataFiles: { ...example.dataFiles, "own.csv": "start,kwh\r\n" },
  };
  const fragment = await sharedFragment(home, example);
  expect(fragment).toMatch(/^[\w-]+$/);
  expect(await homeOfFragment(fragment, example)).toEqual(home);
});

test("what everybody has is not in the link, nor what the home does not name", async () => {
  const text = "a: home/prices.json";
  const bare = await sharedFragment({ text, dataFiles: {} }, example);
  const named = await sharedFragment({ text, dataFiles: example.dataFiles }, example);
  expect(named.length).toBeLessThan(bare.length + 40);
  const unnamed = await sharedFragment({ text, dataFiles: { "other.csv": "x".repeat(9999) } }, example);
  expect(unnamed).toBe(bare);
});

test.for(["", "AAAA", "not base64!", "q1YqLU4tykvMTVWyUlAqS8wpTQUA"])("%j is no link", async (fragment) => {
  await expect(homeOfFragment(fragment, example)).rejects.toThrow();
});
