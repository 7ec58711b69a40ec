import { expect, test } from "vitest";
import { OPEN_CASES } from "../../test/storage/openCases.ts";
import { InputError } from "../problem.ts";
import { solveStorage } from "./solveStorage.ts";
import { readStorageAnswer, storageAnswerJson } from "./storageAnswerFile.ts";
import { storageProblemOf } from "./storageProblemFile.ts";

const answers = OPEN_CASES.map(({ problem }) => solveStorage(storageProblemOf(problem)));

test("an answer that was written is read back to the last bit", () => {
  for (const answer of answers) {
    const text = storageAnswerJson(answer);
    const read = readStorageAnswer(text, answer.socKwh.length);
    expect(Object.keys(read).toSorted()).toEqual(Object.keys(answer).toSorted());
    expect(storageAnswerJson(read)).toBe(text);
  }
});

test("everything that is wrong with an answer is told at once", () => {
  const file = JSON.parse(storageAnswerJson(answers[0]!));
  Object.assign(file, { status: "best", socKwh: [1], multipliers: [1, 2, "3", 4], bill: null });
  file.violations = [{ kind: "mood", slot: 9, amount: 1, unit: "kWh" }];
  const read = () => readStorageAnswer(JSON.stringify(file), 4);
  expect(read).toThrow(InputError);
  expect(read).toThrow(
    [
      'status: is neither optimal nor feasible; write "optimal" or "feasible"',
      "bill: is null, not a finite number; give a number from -1e+21 to 1e+21 (money)",
      "socKwh: has 1 entries instead of 4; give exactly 4 numbers in kWh",
      'multipliers[2]: is "3", not a finite number; give a number from -1e+21 to 1e+21 (money per kWh)',
      "violations[0].kind: is no kind of violation; write one of import-cap, export-cap, minimum, maximum, target, end",
      "violations[0].slot: is 9, which is above 3; give a whole number from 0 to 3 (index of a slot, from 0)",
    ].join("\n"),
  );
  expect(() => readStorageAnswer("[]", 1)).toThrow("answer: is a list of 0, not a map of fields");
  expect(() => readStorageAnswer("{", 1)).toThrow(/^answer: is no JSON \(/);
});
