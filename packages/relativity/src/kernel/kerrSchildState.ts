/*
 * The state of a ray of the general backend, in f64 words: in a lane's scratch and in the RAY_STATE columns. Numbers
 * only, no imports: read by asc and by TypeScript.
 */

/** After the place x, y, z: momentum x, y, z; Kerr-Schild time; angle parameter swept. */
export const STATE_P = 3;
export const STATE_T = 6;
export const STATE_SWEEP = 7;
/** Words that are integrated; error control looks at the first STATE_CONTROLLED. */
export const STATE_WORDS = 8;
export const STATE_CONTROLLED = 6;
/** Columns after those: length of the next step, energy, angular momentum, Carter's constant. */
export const STATE_STEP = 8;
export const STATE_ENERGY = 9;
export const STATE_MOMENTUM = 10;
export const STATE_CARTER = 11;
export const STATE_COLUMNS = 12;

/** A ray is far when it is further out than this, in M, and turns by less than FAR_BEND tolerances from there on. */
export const FAR_RADIUS: number = 20;
export const FAR_BEND: number = 0.4;
/** In a tabulated spacetime a ray near the hole whose momentum exceeds its energy this much clings to the horizon. */
export const CLINGING_BLUESHIFT: number = 1e3;

/** Byte offset, in a lane's scratch, of what the general backend keeps: behind the job's words (scratchLayout). */
export const KERR_SCHILD_SCRATCH = 2048;
/** Of the single ray that is stepped or whose disk crossing is sought. */
export const SINGLE_SCRATCH = 4096;
/** Iterations of Newton's method for the parameter at which a ray meets the disk's plane. */
export const CROSSING_ITERATIONS = 8;
