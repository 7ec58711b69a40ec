import { ParallelError } from "../problem.ts";

const REFUSED = "kernel-refused";

/**
 * Why a kernel's file is not used.
 * @param file   its place, in the words of the platform
 * @param what   what is wrong with it, with the values
 * @param cause  the error behind it, if there is one
 */
export function kernelRefusal(file: string, what: string, cause?: unknown): ParallelError {
  const problem = {
    at: file,
    what,
    mend: "build the kernels of this version (npm run build:kernels), or give the folder that holds them",
  };
  return new ParallelError(REFUSED, problem, cause === undefined ? undefined : { cause });
}

/** Tells a refusal, after which the reference engine serves, from a failure of anything else. */
export function isKernelRefusal(error: unknown): error is ParallelError {
  return error instanceof ParallelError && error.code === REFUSED;
}
