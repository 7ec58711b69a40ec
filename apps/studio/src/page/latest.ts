/** Does one thing at a time, and of those that wait only the newest. */
export interface Latest<Question> {
  ask(question: Question): void;
  /** Whether something is being done. */
  isBusy(): boolean;
  /** Whether something newer waits for what is being done. */
  hasNewer(): boolean;
}

/** @param answer  does what is asked; must not reject */
export function latest<Question>(answer: (question: Question) => Promise<void>): Latest<Question> {
  let isBusy = false;
  let waiting: readonly [Question] | undefined;
  const run = async (question: Question): Promise<void> => {
    isBusy = true;
    await answer(question);
    isBusy = false;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) await run(next[0]);
  };
  return {
    ask: (question) => {
      if (isBusy) waiting = [question];
      else void run(question);
    },
    isBusy: () => isBusy,
    hasNewer: () => waiting !== undefined,
  };
}
