import { expect, test } from "vitest";
import { draftOf, keepDraft, planFragment } from "./draft.ts";

const HOME = { text: "name: Mine", dataFiles: { "load.csv": "start,kwh" } };
const FORCED = [{ startMs: 0, endMs: 1_800_000, action: "charge", targetPercent: 80 }] as const;
const WORK = { home: HOME, forced: FORCED, previousJson: "{}" };

function storage(limit = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>();
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new Error("the quota has been exceeded");
      kept.set(key, value);
    },
  };
  return () => keep;
}

function holding(kept: string) {
  return () => ({ ...storage()(), getItem: () => kept });
}

test("a home that was left is there again with what was forced and told before, in the address it was left in and in the bare one", () => {
  const keep = storage();
  keepDraft(keep, WORK, "abc");
  expect(draftOf(keep, "abc")).toEqual(WORK);
  expect(draftOf(keep, "")).toEqual(WORK);
});

test("another link opens its own home", () => {
  const keep = storage();
  keepDraft(keep, WORK, "abc");
  expect(draftOf(keep, "def")).toBeUndefined();
});

test("a home too large for the storage leaves no older one in its place", () => {
  const keep = storage(300);
  keepDraft(keep, WORK, "");
  keepDraft(keep, { home: { ...HOME, text: "#".repeat(400) }, forced: [] }, "");
  expect(draftOf(keep, "")).toBeUndefined();
});

test("a draft that is not whole is none", () => {
  for (const damaged of ["{", "3", "null", '{"fragment":"","home":{"text":3}}', '{"fragment":""}']) {
    expect(draftOf(holding(damaged), "")).toBeUndefined();
  }
  const home = '"fragment":"","home":{"text":"a","dataFiles":{"b":null}}';
  expect(draftOf(holding(`{${home}}`), "")).toBeUndefined();
  const whole = home.replace("null", '""');
  expect(draftOf(holding(`{${whole}}`), "")).toEqual({
    home: { text: "a", dataFiles: { b: "" } },
    forced: [],
  });
  for (const beside of [
    '"forced":3',
    '"forced":[{"startMs":0,"endMs":1,"action":"explode"}]',
    '"previousJson":3',
  ]) {
    expect(draftOf(holding(`{${whole},${beside}}`), "")).toBeUndefined();
  }
});

test("only the plan's addresses hold a home", () => {
  expect(["#plan/ab_c-", "#plan", "#hole/spin=0.5", ""].map(planFragment)).toEqual(["ab_c-", "", "", ""]);
});

test("a browser that forbids its storage works without drafts", () => {
  const forbidden = () => {
    throw new Error("access is denied for this document");
  };
  keepDraft(forbidden, WORK, "");
  expect(draftOf(forbidden, "")).toBeUndefined();
});
