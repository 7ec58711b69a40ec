/** A trial's f64 words: how many words it has in all, what it asks for, then its numbers. */
export const TRIAL_WORD_COUNT = 0;
export const TRIAL_ACTION = 1;
export const TRIAL_NUMBERS = 2;

/** A context's f64 words: how many coefficients, then the coefficients. */
export const CONTEXT_LENGTH = 0;
export const CONTEXT_COEFFICIENTS = 1;

/** A result's f64 words: two sums over the scratch, and which engine ran if that was asked for. */
export const RESULT_SUM = 0;
export const RESULT_LAST = 1;
export const RESULT_ENGINE = 2;
export const RESULT_WORDS = 3;

/** Actions: what a trial may ask for beside being computed. */
export const ACTION_COMPUTE = 0;
/** Not run: status REFUSED. */
export const ACTION_REFUSE = 1;
/** A trap in the wasm, an exception in the reference. */
export const ACTION_TRAP = 2;
/** RESULT_ENGINE tells the engine: the one thing on which the two do not agree. */
export const ACTION_TELL_ENGINE = 3;
/** Reads scratch before writing it, as no kernel may. */
export const ACTION_LEAK = 4;
/** Writes through a null pointer, as no kernel may. */
export const ACTION_NULL_WRITE = 5;
/** Returns without a status. */
export const ACTION_NO_STATUS = 6;

/** Refusal code of ACTION_REFUSE. */
export const REFUSED = 7;
/** RESULT_ENGINE: nobody asked. */
export const ENGINE_UNTOLD = 0;
export const ENGINE_KERNEL = 1;
export const ENGINE_REFERENCE = 2;

/** Scratch holds one f64 per coefficient of the longest context. */
export const MAXIMUM_COEFFICIENTS = 4096;
export const SCRATCH_BYTES = 32768;
