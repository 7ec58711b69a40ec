/** What a movie's maker hears while it is made. */
export interface MovieProgress {
  readonly stage: "trace" | "draw" | "finish";
  /** Frames drawn so far, those of an earlier run among them. */
  readonly framesDone: number;
  readonly frameCount: number;
  /** Rays traced so far in this run. */
  readonly rays: number;
}

/** Hears of progress; must not throw. */
export type OnProgress = (progress: MovieProgress) => void;
