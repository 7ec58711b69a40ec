/*
 * Tables of the ray kernel in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   params     four i32 words: what every entry is given
 *   context    one scene: spacetime, tolerance, budgets, disk, slab, pointer to the frames
 *   frames     FRAME_WORDS f64 a camera: place, tetrad, projection
 *   rays       a table of columns, one slot a ray: what is asked, the state between two slabs, the answer
 *
 * Units G = c = M = 1, angles in radians, signature (-+++), Kerr-Schild Cartesian components in the order t x y z.
 *
 * Entries, all (params, begin, end, scratch). An index is a position in the active list when params has one,
 * else a slot.
 *
 *   startRays          camera set-up, conserved quantities, classification; what is then known is finished
 *   advanceSphere      active rays of the fast backend, up to the slab's steps each
 *   startKerrSchild    camera set-up of the general backend
 *   advanceKerrSchild  active rays of the general backend, to the slab's lower time or up to its steps
 *   traceRays          start and advance until nothing of the range is active, whatever the slab says
 *   traceSlopes        traceRays of a scene whose rays end where they start (flat space, or Schwarzschild without a
 *                      disk, on the fast backend), with the slopes of their directions
 *   aimRays            images moved to where their rays come from given directions: aimLayout.ts
 *   writeEvents        lines of the event log: eventLayout.ts
 *   traceScenes        an index is one of several params, one after the other: traces all slots of its table
 *
 * Start entries begin the pending rays that are due, leave all others alone, and make them active or terminated.
 * Due is every ray of the fast backend, which knows no time; of the general one, where slabs are of time, only those
 * whose frame is later than the slab's lower time.
 * Advance entries move active rays and leave all others alone.
 */

/** Raised when the layout of a table or a pointer obligation changes. */
export const ABI_VERSION = 7;
/** Raised when a result can change. */
export const PARITY_REVISION = 1;

/** Bytes of one lane's scratch. */
export const SCRATCH_BYTES = 16384;

// --- Params: i32 words, byte offsets --------------------------------------------------------------------

/** Pointer to the context. */
export const PARAMS_CONTEXT = 0;
/** Pointer to the ray table, a multiple of 8. */
export const PARAMS_RAYS = 4;
/** Slots of the ray table, an even number: what one column takes. */
export const PARAMS_CAPACITY = 8;
/** Pointer to the i32 list of slots that indices stand for; 0 when an index is a slot. */
export const PARAMS_ACTIVE = 12;
export const PARAMS_BYTES = 16;

// --- Context: i32 words, byte offsets -------------------------------------------------------------------

export const CONTEXT_SPACETIME = 0;
export const CONTEXT_BACKEND = 4;
/** Integrator steps after which a ray is given up as unresolved. */
export const CONTEXT_STEP_BUDGET = 8;
/** One of DISK_. */
export const CONTEXT_DISK = 12;
/** Pointer to the frames. */
export const CONTEXT_FRAMES = 16;
export const CONTEXT_FRAME_COUNT = 20;
/** Pointer to the data of a tabulated spacetime, 0 when there is none. */
export const CONTEXT_TABLE = 24;
export const CONTEXT_TABLE_BYTES = 28;
/** One of SLAB_. */
export const CONTEXT_SLAB = 32;
/** Steps that one slab gives to a ray; 0 for as many as the ray's budget has. */
export const CONTEXT_SLAB_STEPS = 36;
/**
 * Pointer to an i32 for each index of a call, in which entries that start or advance rays leave their scratch
 * pointer: who had the index. 0 when nobody asks; never read.
 */
export const CONTEXT_VISITORS = 40;

// --- Context: f64 words, byte offsets -------------------------------------------------------------------

/** Spin per unit mass, in [-1, 1]. */
export const CONTEXT_SPIN = 64;
/** Charge per unit mass. */
export const CONTEXT_CHARGE = 72;
/** Local error that a step may make, relative to the sizes that the backend names. */
export const CONTEXT_TOLERANCE = 80;
export const CONTEXT_DISK_INNER = 88;
export const CONTEXT_DISK_OUTER = 96;
/** Kerr-Schild time down to which the current slab of SLAB_TIME reaches. */
export const CONTEXT_SLAB_LOWER_TIME = 104;
/** Energy and angular momentum per unit mass of the innermost stable circular orbit: motion within the disk's plunge. */
export const CONTEXT_ISCO_RADIUS = 112;
export const CONTEXT_ISCO_ENERGY = 120;
export const CONTEXT_ISCO_MOMENTUM = 128;
export const CONTEXT_BYTES = 192;

export const SPACETIME_MINKOWSKI = 0;
export const SPACETIME_SCHWARZSCHILD = 1;
export const SPACETIME_KERR = 2;
export const SPACETIME_KERR_NEWMAN = 3;
export const SPACETIME_TABULATED = 4;

export const BACKEND_FAST = 0;
export const BACKEND_KERR_SCHILD = 1;

export const DISK_NONE = 0;
export const DISK_TRANSPARENT = 1;
export const DISK_OPAQUE = 2;

/** Slabs are step budgets. */
export const SLAB_STEPS = 0;
/** Slabs are intervals of Kerr-Schild time, swept backward. */
export const SLAB_TIME = 1;

// --- Frames: f64 words, byte offsets --------------------------------------------------------------------

/** Kerr-Schild time of the camera. */
export const FRAME_T_KS = 0;
/** Position x, y, z. */
export const FRAME_POSITION = 8;
/** Contravariant components t, x, y, z of the camera's four-velocity. */
export const FRAME_VELOCITY = 32;
export const FRAME_FORWARD = 64;
export const FRAME_UP = 96;
export const FRAME_RIGHT = 128;
/** One of PROJECTION_. */
export const FRAME_PROJECTION = 160;
/** Focal length in px (pinhole), or px a radian (fisheye, equirectangular). */
export const FRAME_FOCAL = 168;
export const FRAME_WIDTH_PX = 176;
export const FRAME_HEIGHT_PX = 184;
export const FRAME_WORDS = 24;
export const FRAME_BYTES = 192;

/** Direction (right, up, forward) = (x - W/2, H/2 - y, focal), normalised. */
export const PROJECTION_PINHOLE = 0;
/** Equidistant: the angle from forward is the distance from the centre over the focal length. */
export const PROJECTION_FISHEYE = 1;
/** Azimuth = (x - W/2) / focal to the right of forward, elevation = (H/2 - y) / focal. */
export const PROJECTION_EQUIRECTANGULAR = 2;
/** Sample x is the azimuth and y the elevation: n = (cos el cos az, sin el, cos el sin az) along forward, up, right. */
export const PROJECTION_DIRECTION = 3;

// --- Rays: f64 columns. Word of slot s in column c: rays + 8 * (c * capacity + s) -----------------------

/** Sample on the image, px; pixel (i, j) has its centre at (i + 0.5, j + 0.5), y down. */
export const RAY_SAMPLE_X = 0;
export const RAY_SAMPLE_Y = 1;
/** First of RAY_STATE_COUNT columns in which a backend keeps an active ray. */
export const RAY_STATE = 2;
export const RAY_STATE_COUNT = 20;
/**
 * What traceSlopes leaves of an escaped ray in the columns that an active one's state would take: the change of
 * RAY_DIRECTION for a px to the right (for a radian of azimuth), then for a px down (a radian of elevation).
 */
export const RAY_SLOPES = 2;
export const RAY_SLOPE_COUNT = 6;
/** Unit direction at infinity, Kerr-Schild Cartesian; 0 unless escaped. */
export const RAY_DIRECTION = 22;
/** Observed over emitted frequency: of a star at rest at infinity, or of the first disk crossing; 0 unless escaped or disk. */
export const RAY_REDSHIFT_G = 25;
/** Angular momentum over energy. */
export const RAY_XI = 26;
/** Carter's constant over energy squared. */
export const RAY_ETA = 27;
/** sqrt(Q + L^2) times the Mino parameter swept. */
export const RAY_SWEEP_RAD = 28;
/** Distance of the radial potential's least extremum from 0, over energy squared, at most 1. */
export const RAY_MARGIN_U = 29;
/** First of CROSSING_COUNT groups of CROSSING_WORDS columns: radius, phi, redshiftG of each disk crossing. */
export const RAY_CROSSINGS = 30;
export const CROSSING_WORDS = 3;
/** Disk crossings that are kept; later ones of a transparent disk are not recorded. */
export const CROSSING_COUNT = 4;
export const RAY_F64_COLUMNS = 42;

// --- Rays: i32 columns. Word of slot s in column c: rays + 8 * RAY_F64_COLUMNS * capacity + 4 * (c * capacity + s)

/** Index of the camera among the frames. */
export const RAY_FRAME = 0;
/** One of POOL_. */
export const RAY_POOL_STATUS = 1;
/** One of STATUS_; meaningful once terminated. */
export const RAY_STATUS = 2;
/** One of REASON_. */
export const RAY_REASON = 3;
/** floor(sweepRad / pi); on a disk the number of the crossing, from 0. */
export const RAY_ORDER = 4;
/** Integrator steps taken so far. */
export const RAY_STEPS = 5;
/** Disk crossings recorded. */
export const RAY_CROSSING_COUNT = 6;
/** What an active ray is on the way to: the backend's own. */
export const RAY_GOAL = 7;
export const RAY_I32_COLUMNS = 8;
/** Bytes of one slot over all columns. */
export const RAY_SLOT_BYTES = 368;

export const POOL_PENDING = 0;
export const POOL_ACTIVE = 1;
export const POOL_TERMINATED = 2;

export const STATUS_ESCAPED = 0;
export const STATUS_CAPTURED = 1;
/** Ends on an opaque disk. A ray through a transparent one ends as any other, with its crossings beside. */
export const STATUS_DISK = 2;
export const STATUS_UNRESOLVED = 3;

export const REASON_NONE = 0;
/** The radial potential touches 0 to rounding: which side the ray goes cannot be told. */
export const REASON_CRITICAL = 1;
/** The step budget is used up. */
export const REASON_STEP_BUDGET = 2;
/** A step gives no finite numbers, however short. */
export const REASON_NOT_FINITE = 3;
/** The camera's frame is not one: not finite, or at the ring singularity. */
export const REASON_CAMERA = 4;
/** The ray leaves the region that the tabulated spacetime covers. */
export const REASON_TABLE_REGION = 5;
/** The ray leaves the times that the tabulated spacetime covers. */
export const REASON_TABLE_TIME = 6;
