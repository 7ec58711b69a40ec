/*
 * Scratch of one lane of the fast backend. Numbers only, no imports: byte offsets from the scratch pointer.
 *
 *   job        what the call is about, copied from its params
 *   camera     the frame set up last: what a ray's constants are linear in
 *   pair       two rays side by side, 16 bytes a field: the state columns of the ray table in their order, then
 *              what a step reads
 *   series     the Taylor coefficients of one step of the pair, SERIES_BYTES an order
 *   aim        a ray table of one slot: the ray by which an image is aimed
 */

// --- Job: i32 words -------------------------------------------------------------------------------------

export const JOB_CONTEXT = 0;
export const JOB_RAYS = 4;
export const JOB_CAPACITY = 8;
export const JOB_ACTIVE = 12;
/** Next index that no ray of the pair has been taken from yet. */
export const JOB_NEXT = 16;
export const JOB_END = 20;
/** Steps that this call may give to a ray. */
export const JOB_SLAB_STEPS = 24;
/** 1 when rays that end where they start leave the slopes of their directions. */
export const JOB_SLOPES = 28;
/** Slot of each ray of the pair, -1 for none. */
export const JOB_SLOTS = 32;
/** Steps that each ray of the pair took in this call. */
export const JOB_STEPS = 40;

// --- Camera: f64 words, but CAMERA_FRAME an i32 -----------------------------------------------------------

/** Frame that is set up, -1 for none. */
export const CAMERA_FRAME = 64;
/** 1 when the frame is a camera, 0 when it is not (see REASON_CAMERA). */
export const CAMERA_IS_SOUND = 68;
/** Components of the look direction along forward, up, right. */
export const CAMERA_LOOK = 72;
/** Unit vector n of the position, then 1/r. */
export const CAMERA_N = 96;
export const CAMERA_U = 120;
/** Four legs (velocity, forward, up, right) of LEG_BYTES. */
export const CAMERA_LEGS = 128;
export const LEG_BYTES = 48;
/** Energy, angular momentum, du/dtau, then v = dn/dtau of a leg taken as a tangent; in flat space the last are its components. */
export const LEG_ENERGY = 0;
export const LEG_MOMENTUM = 8;
export const LEG_W = 16;
export const LEG_V = 24;

/** Change of the look direction for a pixel to the right, then for one down: three f64 each. */
export const CAMERA_LOOK_SLOPES = 320;

// --- Pair: fields of two f64 ----------------------------------------------------------------------------

export const PAIR = 512;
/** Bytes from the pair's first field. */
export const PAIR_U = 0;
export const PAIR_W = 16;
export const PAIR_NX = 32;
export const PAIR_NY = 48;
export const PAIR_NZ = 64;
export const PAIR_VX = 80;
export const PAIR_VY = 96;
export const PAIR_VZ = 112;
export const PAIR_PSI = 128;
export const PAIR_TAU = 144;
export const PAIR_ENERGY = 160;
export const PAIR_MOMENTUM = 176;
export const PAIR_CARTER = 192;
/** u at which the ray ends: 0 at infinity, the inverse of the disk's inner edge on the way in. */
export const PAIR_TARGET = 208;
/** Bytes of the fields that are kept in the ray table between two calls. */
export const STATE_BYTES = 224;
export const PAIR_C1 = 224;
export const PAIR_C2 = 240;
export const PAIR_C3 = 256;
export const PAIR_K = 272;
/** a^2 E^2. */
export const PAIR_A2E2 = 288;
/** C = Q + L^2. */
export const PAIR_C = 304;
/** a E. */
export const PAIR_AE = 320;
/** a^2 E - a L: P = E + that times u^2. */
export const PAIR_P2 = 336;
/** 1 / |E|: w is measured by it. */
export const PAIR_W_SCALE = 352;
/** Length of the last step. */
export const PAIR_STEP = 368;

// --- Series: fields of two f64 --------------------------------------------------------------------------

/** 1/(k + 1) twice, for k from 0. */
export const RECIPROCALS = 1024;

export const SERIES = 1536;
/** Highest order of the Taylor polynomials. */
export const ORDER = 16;
export const SERIES_BYTES = 208;
export const SERIES_U = 0;
export const SERIES_W = 16;
export const SERIES_NX = 32;
export const SERIES_VX = 48;
export const SERIES_NY = 64;
export const SERIES_VY = 80;
export const SERIES_NZ = 96;
export const SERIES_VZ = 112;
export const SERIES_PSI = 128;
/** u^2. */
export const SERIES_S = 144;
/** Factor of n in n''. */
export const SERIES_G = 160;
/** Denominator and quotient of the turning rate. */
export const SERIES_DENOMINATOR = 176;
export const SERIES_RATE = 192;

// --- What an active ray of the fast backend is on the way to (RAY_GOAL) ------------------------------------

/** To infinity. */
export const GOAL_INFINITY = 0;
/** To the disk's inner edge, on a way that never comes from infinity. */
export const GOAL_DISK_EDGE = 1;

// --- Aim ------------------------------------------------------------------------------------------------

/** The table of one slot, RAY_SLOT_BYTES of layout.ts. */
export const AIM_RAY = 8192;
