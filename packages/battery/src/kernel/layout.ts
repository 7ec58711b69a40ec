/*
 * Tables of the battery kernel in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   context      one home: counts and pointers (i32), constants (f64), three future blocks
 *   rows         per future and step, ROW_WORDS f64: what every step reads
 *   meter rows   per future and step, METER_WORDS f64: what only homes with cars, diverter or carbon read
 *   job words    one plan by value: JOB_HEADER_WORDS, then SEGMENT_WORDS a segment
 *   result       RESULT_WORDS f64: RESULT_FIELDS for each of the three futures
 *   checkpoint   a plan, its result and the state of all three futures every CHECKPOINT_STEPS steps
 *
 * Energies are kWh per step, rates kWh a minute, prices pence per kWh, carbon grams per kWh.
 */

/** Raised when the layout of a table or a pointer obligation changes. */
export const ABI_VERSION = 10;
/** Raised when a result can change, that of a plan search too. */
export const PARITY_REVISION = 9;

/** Futures of a home: nominal, pv10, pv90. */
export const FUTURE_COUNT = 3;
/** Bit i of a job's mask asks for future i. */
export const ALL_FUTURES = 7;

// --- Context: i32 words, byte offsets -------------------------------------------------------------------

/** Steps that are simulated and recorded. */
export const CONTEXT_STEP_COUNT = 0;
/** Sum of the FLAG_ bits. */
export const CONTEXT_FLAGS = 4;
/** Absolute minute of the first step. */
export const CONTEXT_NOW_MINUTE = 8;
/** Entries of the tables by band of charge, within which no rate of a curve changes. */
export const CONTEXT_BAND_COUNT = 12;
/** Pointer: the smallest charge of each band. */
export const CONTEXT_BAND_EDGES = 16;
/** Pointer: the smallest charge that counts as each whole percent; PERCENT_EDGE_COUNT entries. */
export const CONTEXT_PERCENT_EDGES = 20;
/** Pointer: discharge step by band, kWh. */
export const CONTEXT_DISCHARGE_STEPS = 24;
/** Pointer: highest forced-export rate by band, kWh a minute. */
export const CONTEXT_EXPORT_CAPS = 28;
/** Pointer: factor of the charge curve by band. */
export const CONTEXT_CHARGE_FACTORS = 32;
/** CHECKPOINT_SLOTS pointers to checkpoint records of this home, 0 where there is none. */
export const CONTEXT_CHECKPOINTS = 36;
/** Records that one context can name at a time. */
export const CHECKPOINT_SLOTS = 8;

// --- Context: f64 words, byte offsets -------------------------------------------------------------------

export const CONTEXT_CAPACITY_KWH = 128;
export const CONTEXT_RESERVE_KWH = 136;
export const CONTEXT_START_KWH = 144;
export const CONTEXT_CHARGE_EFFICIENCY = 152;
export const CONTEXT_DISCHARGE_EFFICIENCY = 160;
export const CONTEXT_INVERTER_EFFICIENCY = 168;
/** Efficiency from panels to AC: the inverter's for a hybrid, else 1. */
export const CONTEXT_PV_EFFICIENCY = 176;
export const CONTEXT_INVERTER_LIMIT_KWH = 184;
export const CONTEXT_EXPORT_LIMIT_KWH = 192;
/** Discharge step at the minimum rate. */
export const CONTEXT_MINIMUM_DISCHARGE_KWH = 200;
/** Minimum rate, kWh a minute. */
export const CONTEXT_MINIMUM_RATE = 208;
/** Highest forced-export rate, kWh a minute, and the factor on it after all limits. */
export const CONTEXT_EXPORT_RATE = 216;
export const CONTEXT_DISCHARGE_SCALING = 224;
/** AC and DC charge rates and the temperature's cap, kWh a minute. */
export const CONTEXT_AC_CHARGE_RATE = 232;
export const CONTEXT_DC_CHARGE_RATE = 240;
export const CONTEXT_CHARGE_CAP_RATE = 248;
/** Below this charge every discharge step is the same, and it is CONTEXT_FLAT_DISCHARGE_KWH. */
export const CONTEXT_DISCHARGE_FLAT_BELOW_KWH = 256;
export const CONTEXT_FLAT_DISCHARGE_KWH = 264;
/** Below this charge the export cap is the same, and it is CONTEXT_FLAT_EXPORT_CAP. */
export const CONTEXT_EXPORT_FLAT_BELOW_KWH = 272;
export const CONTEXT_FLAT_EXPORT_CAP = 280;
export const CONTEXT_KEEP_KWH = 288;
export const CONTEXT_KEEP_WEIGHT = 296;
export const CONTEXT_COST_SO_FAR_PENCE = 304;
export const CONTEXT_EXPORT_SO_FAR_KWH = 312;
export const CONTEXT_CARBON_SO_FAR_GRAMS = 320;
export const CONTEXT_DIVERTER_MAX_KWH = 328;
export const CONTEXT_DIVERTER_STEP_KWH = 336;
export const CONTEXT_DIVERTER_TODAY_KWH = 344;
/** Whole percent of the reserve: a charge target of the same percent means hold. */
export const CONTEXT_RESERVE_PERCENT = 352;
/** Bands per kWh: a charge times this, rounded, is its band or a neighbour of it. */
export const CONTEXT_BANDS_PER_KWH = 360;

/** First of the FUTURE_COUNT future blocks. */
export const CONTEXT_FUTURES = 384;
/** Bytes of one future block. */
export const FUTURE_BYTES = 64;
/** Bytes of the context itself. */
export const CONTEXT_BYTES = 576;

// --- Future block: byte offsets -------------------------------------------------------------------------

/** i32 pointers: rows, meter rows, charge rate by band (kWh a minute), DC charge step by percent (kWh). */
export const FUTURE_ROWS = 0;
export const FUTURE_METER_ROWS = 4;
export const FUTURE_CHARGE_RATES = 8;
export const FUTURE_DC_STEPS = 12;
/** f64: below this charge the charge rate is the same, and it is FUTURE_FLAT_CHARGE_RATE. */
export const FUTURE_CHARGE_FLAT_BELOW_KWH = 16;
export const FUTURE_FLAT_CHARGE_RATE = 24;
/** f64: below this charge the DC step is the same, and it is FUTURE_FLAT_DC_KWH. */
export const FUTURE_DC_FLAT_BELOW_KWH = 32;
export const FUTURE_FLAT_DC_KWH = 40;
/** f64: factor on every charge rate. */
export const FUTURE_CHARGE_SCALING = 48;

/** Percents 0 to 100, and two more that no charge reaches (infinite). */
export const PERCENT_EDGE_COUNT = 103;

// --- Flags ----------------------------------------------------------------------------------------------

export const FLAG_PHYSICAL = 1;
export const FLAG_HYBRID = 2;
export const FLAG_FREEZE_EXPORT = 4;
export const FLAG_FREEZE_ONLY = 8;
export const FLAG_RESERVE = 16;
export const FLAG_DISCHARGE_DURING_CHARGE = 32;
export const FLAG_CHARGE_DURING_EXPORT = 64;
export const FLAG_EXPORT_ON_PV = 128;
export const FLAG_LOW_POWER_EXPORT = 256;
/** Hybrid whose DC rate lies above its AC rate: panels raise the rate of the charge mode. */
export const FLAG_DC_BOOST = 512;
export const FLAG_KEEP = 1024;
/** Carbon, car premium or cars outside the meter: metering reads the meter rows. */
export const FLAG_METER_ROWS = 2048;
export const FLAG_CARS_OUTSIDE_METER = 4096;
export const FLAG_DIVERTER = 8192;
export const FLAG_DIVERTER_CHARGING = 16384;
export const FLAG_DIVERTER_ON_EXPORT = 32768;
export const FLAG_DIVERTER_PREVENTS_DISCHARGE = 65536;

// --- Rows: byte offsets ---------------------------------------------------------------------------------

/** Load with metered cars. */
export const ROW_LOAD_KWH = 0;
/** Panels, after their own inverter's limit. */
export const ROW_PV_KWH = 8;
/** Panels as they reach the AC side when none of it is stored. */
export const ROW_PV_AC_KWH = 16;
/**
 * Battery flow that demand mode wants, above 0 to discharge: what would balance the home, as far as the inverter
 * and a charging car let it.
 */
export const ROW_DEMAND_KWH = 24;
export const ROW_IMPORT_PENCE = 32;
export const ROW_EXPORT_PENCE = 40;
/** 1 where a charging car holds the discharge at the minimum rate, else 0. */
export const ROW_IS_HELD = 48;
/** Throughput of the inverter that the panels alone take. */
export const ROW_PV_THROUGHPUT_KWH = 56;
export const ROW_BYTES = 64;
export const ROW_WORDS = 8;

export const METER_CARBON_GRAMS = 0;
/** Paid on top of the import price for the cars' share of an import. */
export const METER_CAR_PREMIUM_PENCE = 8;
export const METER_CAR_KWH = 16;
/** Drawn by cars that the load does not hold. */
export const METER_CAR_OUTSIDE_KWH = 24;
/** Planned boost of the diverter before the day's energy limit, 0 where prices forbid it. */
export const METER_PLANNED_BOOST_KWH = 32;
/** 1 where prices let the diverter run. */
export const METER_IS_BOOST_ALLOWED = 40;
/** 1 where prices and panels let the diverter take panel energy. */
export const METER_IS_SOLAR_BOOST_ALLOWED = 48;
/** Lost at the panels' own inverter. */
export const METER_PANEL_CLIPPED_KWH = 56;
export const METER_BYTES = 64;
export const METER_WORDS = 8;

// --- Jobs -----------------------------------------------------------------------------------------------

/** Word: mask of the futures asked for, 1 to ALL_FUTURES; results of the others are 0. */
export const JOB_FUTURES = 0;
/** Word: number of segments. */
export const JOB_SEGMENT_COUNT = 1;
export const JOB_HEADER_WORDS = 2;

/** Word: first step after the segment. */
export const SEGMENT_END_STEP = 0;
/** Word: charge until this is stored, kWh; 0 is no charge window. */
export const SEGMENT_CHARGE_TARGET_KWH = 1;
/** Word: export down to this percentage; 99 freezes, 100 is no export window. */
export const SEGMENT_EXPORT_TARGET_PERCENT = 2;
export const SEGMENT_WORDS = 3;

/** Segments may not end after this step. */
export const LAST_STEP = 2147483647;

/** Refused: the mask asks for no future or for one that is not there. */
export const REFUSED_FUTURES = 1;
/** Refused: segments do not rise, or do not reach the last step. */
export const REFUSED_STEPS = 2;
/** Refused: a segment charges and exports at once, or a target is no number. */
export const REFUSED_TARGETS = 3;

// --- Results: words of one future -----------------------------------------------------------------------

export const RESULT_COST_PENCE = 0;
export const RESULT_IMPORT_BATTERY_KWH = 1;
export const RESULT_IMPORT_HOUSE_KWH = 2;
export const RESULT_EXPORT_KWH = 3;
export const RESULT_SOC_MIN_KWH = 4;
export const RESULT_SOC_FINAL_KWH = 5;
export const RESULT_SOC_MIN_MINUTE = 6;
export const RESULT_THROUGHPUT_KWH = 7;
export const RESULT_KEEP_PENCE = 8;
export const RESULT_DIVERTER_KWH = 9;
export const RESULT_CARBON_GRAMS = 10;
export const RESULT_FIELDS = 11;
export const RESULT_WORDS = 33;

// --- State of one future between two steps: words -------------------------------------------------------
// The first RESULT_FIELDS words are the results so far.

/** Word: energy that the diverter used since midnight. */
export const STATE_DIVERTER_DAY_KWH = 11;
/** Word: 1 once a forced export ran, which ends the four-hour rule of the keep penalty. */
export const STATE_HAS_EXPORTED = 12;
export const STATE_WORDS = 16;
export const STATE_BYTES = 128;

// --- Checkpoint record: words ---------------------------------------------------------------------------

/** Steps between two saved states. */
export const CHECKPOINT_STEPS = 6;
/** Word: the plan's result, RESULT_WORDS. */
export const CHECKPOINT_RESULT = 0;
/** Word: first state; state of future f before step CHECKPOINT_STEPS x c at + STATE_WORDS x (FUTURE_COUNT x c + f). */
export const CHECKPOINT_STATES = 40;
/* The plan's job words follow the states. */

// --- Scratch of one lane: bytes -------------------------------------------------------------------------

/** State of the future that is simulated. */
export const SCRATCH_STATE = 0;
/** Row of a step whose energies a diverter changed. */
export const SCRATCH_ROW = 128;
/** f64: the grid's energy in the step that is simulated. */
export const SCRATCH_GRID = 192;
export const SCRATCH_BYTES = 256;
