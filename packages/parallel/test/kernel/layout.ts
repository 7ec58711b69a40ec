/** Raised when pointer obligations or the layout of the job table change. */
export const ABI_VERSION = 1;
/** Raised when results can change. */
export const PARITY_REVISION = 1;
