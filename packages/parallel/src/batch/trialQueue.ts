import { hashWords } from "./wordHash.ts";
import { type WordKey, WordTable } from "./wordTable.ts";

/**
 * Trials that wait for their run: their words one after the other, each trial once. Arrays grow to the largest
 * batch and are used again, so that queueing allocates nothing.
 */
export class TrialQueue {
  #words: Float64Array = new Float64Array(256);
  #ints: Int32Array = new Int32Array(this.#words.buffer);
  #starts: Int32Array = new Int32Array(16);
  #counts: Int32Array = new Int32Array(16);
  readonly #table = new WordTable();
  readonly #key: WordKey = { ints: this.#ints, begin: 0, count: 0, hash: 0 };
  #jobCount = 0;
  #wordCount = 0;

  get jobCount(): number {
    return this.#jobCount;
  }

  /** Words of all jobs. */
  get wordCount(): number {
    return this.#wordCount;
  }

  /** All words, those of a job from its start; taken anew after each {@link TrialQueue.reserve}. */
  get words(): Float64Array {
    return this.#words;
  }

  /** First word of each job. */
  get starts(): Int32Array {
    return this.#starts;
  }

  /** Words of each job. */
  get counts(): Int32Array {
    return this.#counts;
  }

  /** Makes room behind the last job for a trial of that many words, and gives the place of the first. */
  reserve(wordCount: number): number {
    const needed = this.#wordCount + wordCount;
    if (needed > this.#words.length) this.#growWords(needed);
    return this.#wordCount;
  }

  /** The trial whose words were written into the place reserved last, ready to be looked up. */
  key(wordCount: number): WordKey {
    const key = this.#key;
    key.ints = this.#ints;
    key.begin = this.#wordCount;
    key.count = wordCount;
    key.hash = hashWords(this.#ints, key.begin, key.begin + wordCount);
    return key;
  }

  /** The job with the same words, or -1. */
  find(key: WordKey): number {
    return this.#table.find(key, this.#ints, this.#starts, this.#counts);
  }

  /** Keeps the trial as the next job and gives its index. */
  push(key: WordKey): number {
    const job = this.#jobCount;
    if (job === this.#starts.length) this.#growJobs();
    this.#starts[job] = key.begin;
    this.#counts[job] = key.count;
    this.#table.add(job, key.hash);
    this.#jobCount++;
    this.#wordCount += key.count;
    return job;
  }

  /** A job of the queue as a key; the next key takes its place. */
  keyOf(job: number): WordKey {
    const key = this.#key;
    key.ints = this.#ints;
    key.begin = this.#starts[job]!;
    key.count = this.#counts[job]!;
    key.hash = this.#table.hashOf(job);
    return key;
  }

  clear(): void {
    this.#table.clear(this.#jobCount);
    this.#jobCount = 0;
    this.#wordCount = 0;
  }

  #growWords(needed: number): void {
    const words = new Float64Array(Math.max(needed, 2 * this.#words.length));
    words.set(this.#words.subarray(0, this.#wordCount));
    this.#words = words;
    this.#ints = new Int32Array(words.buffer);
  }

  #growJobs(): void {
    const grown = (before: Int32Array) => {
      const array = new Int32Array(2 * before.length);
      array.set(before);
      return array;
    };
    this.#starts = grown(this.#starts);
    this.#counts = grown(this.#counts);
  }
}
