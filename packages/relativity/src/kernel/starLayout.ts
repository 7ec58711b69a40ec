/*
 * Tables of the search for stars in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   sky        i32 pointers to the columns of the stars and to the boxes in which they are found
 *   params     i32 words, then f64 words
 *   images     columns of FIND_CAPACITY rows: IMAGE_F64_COLUMNS of f64, then three of i32
 *
 * Entry findStars(params, begin, end, scratch): an index is a triangle. It stops before a triangle whose stars find no
 * room: FIND_NEXT says which is to be next. Triangles of which rounding does not tell whether a star is in them are
 * left out and listed: exact arithmetic is the caller's. A call is not to be cut among lanes.
 */

// --- Sky: i32 words, byte offsets -----------------------------------------------------------------------

/** Three f64 a star. */
export const SKY_DIRECTION = 0;
/** f64 a star, in K. */
export const SKY_TEMPERATURE = 4;
/** i32: star indices, box by box. */
export const SKY_MEMBERS = 8;
/** i32: where each box begins among the members, and one more; x runs fastest. */
export const SKY_FIRST_OF_BOX = 12;
/** Three f64 a star: light in red, green, blue as the naked sky shows it. */
export const SKY_UNSHIFTED = 16;
/** Three f64 a star: Planck's denominator in the three bands. */
export const SKY_DENOMINATOR = 20;
/** f64: x of all members in their order, then y, then z; a vector at the last of z reads on into the block. */
export const SKY_MEMBER_PLACES = 24;
/** Bytes from a member's x to its y, and from that to its z. */
export const SKY_MEMBER_STRIDE = 28;
export const SKY_BYTES = 32;

/** Boxes along each axis of the cube around the sky; about four stars of the shipped catalogue share one. */
export const BOXES_PER_AXIS = 24;

// --- Params: byte offsets -------------------------------------------------------------------------------

export const FIND_SKY = 0;
/** u8 a vertex: one of STATUS_. */
export const FIND_STATUS = 4;
/** Three f64 a vertex. */
export const FIND_DIRECTION = 8;
/** f64 a vertex. */
export const FIND_REDSHIFT_G = 12;
/** i32 a vertex. */
export const FIND_ORDER = 16;
/** i32 a vertex: place in units. */
export const FIND_X = 20;
export const FIND_Y = 24;
/** Three u32 a triangle: its vertices. */
export const FIND_CORNERS = 28;
export const FIND_IMAGES = 32;
/** Rows that there is room for, an even number. */
export const FIND_CAPACITY = 36;
/** i32 a triangle that is left to exact arithmetic: its index. */
export const FIND_UNDECIDED = 40;
/** Written and read again: rows, undecided triangles, triangles too large on the sky. */
export const FIND_COUNT = 44;
export const FIND_UNDECIDED_COUNT = 48;
export const FIND_LARGE_COUNT = 52;
/** Written: first triangle that was not looked into. */
export const FIND_NEXT = 56;
/** One of PROJECTION_ of layout.ts. */
export const FIND_PROJECTION = 60;
/** f64: edge of the square in whose multiples vertices stand, px. */
export const FIND_UNIT_PX = 64;
/** f64: focal length in px, or px a radian. */
export const FIND_FOCAL = 72;
/** f64: middle of the image, px. */
export const FIND_MIDDLE_X = 80;
export const FIND_MIDDLE_Y = 88;
export const FIND_BYTES = 96;

// --- Images: columns ------------------------------------------------------------------------------------

export const IMAGE_X = 0;
export const IMAGE_Y = 1;
/** Longest side of the image's triangle, px. */
export const IMAGE_REACH_PX = 2;
export const IMAGE_MAGNIFICATION = 3;
export const IMAGE_REDSHIFT_G = 4;
/** First of three columns' room: red, green, blue side by side. */
export const IMAGE_FLUX = 5;
export const IMAGE_F64_COLUMNS = 8;

export const IMAGE_STAR = 0;
export const IMAGE_PARITY = 1;
export const IMAGE_ORDER = 2;
/** Bytes of a row over all columns. */
export const IMAGE_BYTES = 76;

// --- Bounds of the search -------------------------------------------------------------------------------

/** Squared chord of the longest side of a triangle on the sky that is looked into: 60 degrees. */
export const LONGEST_SIDE_SQUARED = 1;
/** Slack for rounding around a box that holds a triangle, and beside its sides. */
export const BOX_SLACK = 1e-12;
/** Rounding of the determinant of three vectors no longer than 1, at most: below it the sign is computed exactly. */
export const DETERMINANT_ERROR = 4e-15;
/** h c / k in nm K: exp(this / (lambda T)) - 1 is what Planck's law divides by. CODATA 2018. */
export const SECOND_RADIATION_CONSTANT_NM_K = 1.438776877e7;
/** Wavelengths that stand for red, green, blue, in nm. */
export const RED_NM = 610;
export const GREEN_NM = 550;
export const BLUE_NM = 465;
