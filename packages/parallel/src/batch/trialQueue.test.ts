import fc from "fast-check";
import { expect, test } from "vitest";
import { TrialQueue } from "./trialQueue.ts";

function enqueue(queue: TrialQueue, words: readonly number[]): number {
  const offset = queue.reserve(words.length);
  queue.words.set(words, offset);
  const key = queue.key(words.length);
  const job = queue.find(key);
  return job >= 0 ? job : queue.push(key);
}

test("each trial stands once, with all its words, through growth and emptying", () => {
  const trials = fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 40 }), { maxLength: 80 });
  const queue = new TrialQueue(); // the same for all runs: what one leaves may not show in the next
  const property = fc.property(trials, (given) => {
    queue.clear();
    const jobs = given.map((words) => enqueue(queue, words));
    const names = given.map((words) => words.map((word) => (Object.is(word, -0) ? "-0" : word)).join());
    const distinct = [...new Set(names)];
    return (
      queue.jobCount === distinct.length &&
      jobs.every((job, index) => {
        const start = queue.starts[job]!;
        const stored = queue.words.subarray(start, start + queue.counts[job]!);
        return (
          distinct[job] === names[index] && given[index]!.every((word, at) => Object.is(word, stored[at]))
        );
      })
    );
  });
  fc.assert(property, { numRuns: 300 });
});

test("a job's key is the one it was pushed with", () => {
  const queue = new TrialQueue();
  enqueue(queue, [1, 2]);
  const offset = queue.reserve(3);
  queue.words.set([3, 4, 5], offset);
  const { begin, count, hash } = queue.key(3);
  const job = queue.push(queue.key(3));
  expect(queue.keyOf(job)).toMatchObject({ begin, count, hash });
});
