import { expect, test } from "vitest";
import type { PlanAnswer } from "./plannerMessages.ts";
import { afterAnswer, NOTHING, type PlanState } from "./planState.ts";

const answer = (number: number, text: string): PlanAnswer => ({
  ...{ kind: "plan", number, problems: [] },
  home: { text, fields: { read: text } },
});
const told = (state: PlanState, number: number, text: string): PlanState => ({
  ...state,
  ...afterAnswer(state, answer(number, text), number),
});

test("what is told again is the same thing, so that nothing of it is shown anew", () => {
  const first = told(NOTHING, 1, "a");
  const again = told(first, 1, "a");
  expect(again.fields).toBe(first.fields);
  expect(again.problems).toBe(first.problems);
});

test("a home that is opened has its own fields, though its text is known before they are", () => {
  const opened: PlanState = { ...told(NOTHING, 1, "a"), home: { text: "b", dataFiles: {} } };
  expect(told(opened, 2, "b").fields).toEqual({ read: "b" });
});

test("edits that the text holds are no longer pending, later ones are", () => {
  const edit = { path: ["name"], value: "x" };
  const pending = [1, 2, 3].map((number) => ({ number, edit }));
  const state = told({ ...NOTHING, pending }, 2, "a");
  expect(state.pending.map(({ number }) => number)).toEqual([3]);
});

test("problems that are gone are taken back", () => {
  const problems = [{ at: "battery", what: "is missing", mend: "give one" }];
  expect(told({ ...NOTHING, problems }, 1, "a").problems).toEqual([]);
});
