import { afterEach, expect, test, vi } from "vitest";
import { laneInThread } from "../../test/laneInThread.ts";
import { createHost } from "../host/node.ts";
import * as machine from "../protocol/machine.ts";
import { callerRegisters } from "../protocol/machine.ts";
import {
  controlWords,
  DONE,
  FAILURE_COUNT,
  LANE_STATE,
  laneBase,
  nextWord,
  POSTED,
  RUNNING,
} from "../protocol/words.ts";
import { STATIC } from "../schedule.ts";
import { answerAsync, answerBlocking, type CallerParts, openRequest } from "./caller.ts";
import type { Crew } from "./crew.ts";
import { jobSite } from "./jobs.ts";
import { announceAwaited, hasAnnouncedAwaited } from "./parking.ts";

// Who waits for whom is found out after 50 ms at the latest. That nobody waits so long has to be shown without a clock.

const base = laneBase(1);
const word = base + LANE_STATE;
const posted = nextWord(0, POSTED);
const running = posted - POSTED + RUNNING;
const done = posted - POSTED + DONE;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A caller of a pool whose lane 1 is played by the test, and a request for it and, if it helps, the caller. */
function callerAndRequest(helps: number, job: (control: Int32Array) => void) {
  const control = new Int32Array(new SharedArrayBuffer(4 * controlWords(2)));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const program = { entries: [() => job(control)], scratchPointer: 0, memory };
  const parts: CallerParts = {
    site: jobSite(control, 0, [program]),
    host: createHost(),
    crew: { hasEnded: () => false } as unknown as Crew,
  };
  const r = new Int32Array(callerRegisters(2));
  const given = [
    ...([
      [machine.CALLER, 1],
      [machine.POOL_LANES, 2],
      [machine.TEAM_SIZE, 1],
      [machine.TEAM, 1],
    ] as const),
    ...([
      [machine.KIND, STATIC],
      [machine.CHUNK, 1],
      [machine.COUNT, 2],
    ] as const),
    ...([
      [machine.HELPS, helps],
      [machine.RANKS, 1 + helps],
    ] as const),
  ];
  for (const [register, value] of given) r[register] = value;
  return { control, parts, request: openRequest(r, helps === 0) };
}

test("a blocking caller says that it sleeps before it does, and no longer when it is awake", () => {
  const { control, parts, request } = callerAndRequest(1, (words) => Atomics.store(words, word, running));
  const said: boolean[] = [];
  vi.spyOn(Atomics, "wait").mockImplementation(() => {
    said.push(hasAnnouncedAwaited(control, base));
    Atomics.store(control, word, done);
    return "ok";
  });
  answerBlocking(parts, request);
  expect(said).toEqual([true]);
  expect(hasAnnouncedAwaited(control, base)).toBe(false);
});

test("what jobs threw is in the answer, whichever lane noted it, and nothing of the batch before", () => {
  const { control, parts, request } = callerAndRequest(1, (words) => {
    words.set([1, 1, 2], base + FAILURE_COUNT);
    Atomics.store(words, word, done);
  });
  control.set([1, 0, 1], laneBase(0) + FAILURE_COUNT);
  answerBlocking(parts, request);
  expect(request.failures).toEqual([{ lane: 1, begin: 1, end: 2, message: "" }]);
});

test("a caller that sleeps without blocking says so too", async () => {
  const { control, parts, request } = callerAndRequest(0, () => {});
  const answer = answerAsync(parts, request);
  expect([control[word], hasAnnouncedAwaited(control, base)]).toEqual([posted, true]);
  Atomics.store(control, word, done);
  Atomics.notify(control, word);
  await answer;
  expect([request.isAnswered, hasAnnouncedAwaited(control, base)]).toEqual([true, false]);
});

test.each([true, false])("a lane that is done wakes its caller if that sleeps: %s", async (isAwaited) => {
  let wakes = 0;
  const notify = Atomics.notify;
  vi.spyOn(Atomics, "notify").mockImplementation((words, at) => {
    if (at === word) wakes++;
    return notify(words as unknown as Int32Array, at);
  });
  const control = await laneInThread({
    source: "export const createReference = () => ({ work() {} })",
    memory: new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }),
    now: () => 0,
    prepare: (words) => announceAwaited(words, base, isAwaited),
  });
  expect([control[word], wakes]).toEqual([done, isAwaited ? 1 : 0]);
});
