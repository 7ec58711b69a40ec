import type { ProblemText } from "../../page/problemList.ts";
import type { Answer, Ask, HoleProgress, HoleReply, HoleRequest, QuestionKind } from "./holeMessages.ts";

/** What was wrong with a question. */
class HoleProblems extends Error {
  readonly problems: readonly ProblemText[];

  constructor(problems: readonly ProblemText[]) {
    super(problems.map(({ at, what }) => `${at} ${what}`).join("; "));
    this.problems = problems;
  }
}

/** Why a question has no answer: it was broken off, which is nobody's fault. */
export class Stopped extends Error {}

/** A thread with an engine of its own that answers the page's questions one after the other. */
export interface HoleThread {
  /** Starts the thread before anything is asked, so that the first answer comes sooner. */
  start(): void;
  /** @throws HoleProblems with everything that is wrong with the question, Stopped when it is broken off */
  ask<Kind extends QuestionKind>(
    kind: Kind,
    ask: Ask<Kind>,
    onProgress?: (progress: HoleProgress) => void,
  ): Promise<Answer<Kind>>;
  /** Breaks off all that was asked. The next question starts a new thread, which knows nothing of this one's movie. */
  stop(): void;
}

/** A question that waits for its answer. */
interface Waiting {
  readonly resolve: (answer: Answer<QuestionKind>) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: HoleProgress) => void) | undefined;
}

const NO_START: ProblemText = {
  at: "black hole",
  what: "its thread could not be started",
  mend: "reload the page; if that does not help, use a browser of the last two years",
};

/** @param name  of the thread, as developer tools show it */
export function openHoleThread(name: string): HoleThread {
  let worker: Worker | undefined;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();
  const newWorker = (): Worker => {
    const started = new Worker(new URL("./holeWorker.ts", import.meta.url), { type: "module", name });
    started.onmessage = ({ data }: MessageEvent<HoleReply>) => hear(data, waiting);
    started.onerror = () => {
      for (const { reject } of waiting.values()) reject(new HoleProblems([NO_START]));
      waiting.clear();
    };
    return started;
  };
  return {
    start: () => {
      worker ??= newWorker();
    },
    ask: <Kind extends QuestionKind>(
      kind: Kind,
      ask: Ask<Kind>,
      onProgress?: (progress: HoleProgress) => void,
    ): Promise<Answer<Kind>> => {
      worker ??= newWorker();
      const id = nextId++;
      const request: HoleRequest = { id, kind, ask };
      worker.postMessage(request);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, onProgress });
      });
    },
    stop: () => {
      worker?.terminate();
      worker = undefined;
      const broken = [...waiting.values()];
      waiting.clear();
      for (const { reject } of broken) reject(new Stopped("the question was broken off"));
    },
  };
}

function hear(reply: HoleReply, waiting: Map<number, Waiting>): void {
  const asker = waiting.get(reply.id);
  if (asker === undefined) return;
  if ("progress" in reply) {
    asker.onProgress?.(reply.progress);
    return;
  }
  waiting.delete(reply.id);
  if ("problems" in reply) asker.reject(new HoleProblems(reply.problems));
  else asker.resolve(reply.answer);
}
