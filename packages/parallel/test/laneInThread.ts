import { runLane } from "../src/lanes/lane.ts";
import {
  controlWords,
  LANE_STATE,
  laneBase,
  MAIL,
  nextWord,
  PARAM_CHUNK,
  PARAM_COUNT,
  PARAM_KIND,
  PARAM_RANKS,
  POSTED,
} from "../src/protocol/words.ts";
import { DYNAMIC } from "../src/schedule.ts";

/** What a lane is to do, and how its clock goes. */
export interface LaneTask {
  /** Source of a reference module with the entry `work`. */
  readonly source: string;
  readonly memory: WebAssembly.Memory;
  readonly now: () => number;
  /** Changes the control block before the lane starts. */
  readonly prepare?: (control: Int32Array) => void;
}

/**
 * Lane 1 in this very thread, to which a batch of two jobs is posted, and then mail, so that it goes back to its event
 * loop.
 * @returns the control block after that
 */
export async function laneInThread({ source, memory, now, prepare }: LaneTask): Promise<Int32Array> {
  const control = new Int32Array(new SharedArrayBuffer(4 * controlWords(2)));
  control[laneBase(1) + LANE_STATE] = nextWord(0, POSTED);
  control[PARAM_COUNT] = 2;
  control[PARAM_KIND] = DYNAMIC;
  control[PARAM_CHUNK] = 1;
  control[PARAM_RANKS] = 2;
  control[MAIL] = 2;
  prepare?.(control);
  const program = {
    memory,
    referenceUrl: `data:text/javascript,${encodeURIComponent(source)}`,
    entries: ["work"],
    scratchBase: 0,
    scratchBytes: 0,
  };
  await new Promise<void>((served) => {
    const nextProgram = (): Promise<never> => {
      served();
      return new Promise(() => {});
    };
    const port = { now, threadId: () => 0, nextProgram, post() {}, onThreadEnd() {} };
    void runLane({ control, lane: 1, programs: [program] }, port);
  });
  return control;
}
