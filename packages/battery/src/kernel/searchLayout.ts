/*
 * Tables of the plan search in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   planner      one home: what its inverter can be told, slot by slot, and what plans are judged by
 *   mode table   for [slot][action][future][level]: the level at the slot's end and the slot's pence, MODE_BYTES each
 *   desk         one search's own: its plan, the states on the way, costs to go
 *
 * A level is a state of charge: level 0 is the lowest that matters, the last one the highest (plan/chargeRange); a
 * charge beyond them counts as the level at that end. A level has a whole part and a share. "Pence" are a future's share of the three-future metric.
 */

// --- Planner: byte offsets; i32 --------------------------------------------------------------------------

/** Pointer: the home's context. */
export const PLANNER_CONTEXT = 0;
export const PLANNER_STEP_COUNT = 4;
export const PLANNER_SLOT_COUNT = 8;
/** Pointer: first step of each slot (i32), and the step after the last slot. */
export const PLANNER_SLOT_BOUNDS = 12;
/** Pointer: actions, SEGMENT_WORDS f64 each: the core actions, those of the mode table, all others. */
export const PLANNER_ACTIONS = 16;
export const PLANNER_CORE_COUNT = 20;
export const PLANNER_TABLE_COUNT = 24;
export const PLANNER_ACTION_COUNT = 28;
/** Pointer: mode table. */
export const PLANNER_TABLE = 32;
export const PLANNER_LEVEL_COUNT = 36;
/** Bytes of one row of the mode table: all levels of one slot, action and future. */
export const PLANNER_ROW_BYTES = 40;

// --- Planner: byte offsets; f64 --------------------------------------------------------------------------

/** Weight of each future in the metric. */
export const PLANNER_WEIGHTS = 64;
/** Pence per kWh: stored at the end, and in the diverter's tank. */
export const PLANNER_STORED_PENCE = 88;
export const PLANNER_HEAT_PENCE = 96;
/** Pence per kWh of throughput, and per gram of carbon, in the nominal future. */
export const PLANNER_WEAR_PENCE = 104;
export const PLANNER_CARBON_PENCE = 112;
/** Pence that each change of mode must save. */
export const PLANNER_CHANGE_PENCE = 120;
/** Charge of level 0, and levels per kWh. */
export const PLANNER_LOWEST_KWH = 128;
export const PLANNER_LEVELS_PER_KWH = 136;
/** Energy that targets near another are shares of, in kWh. */
export const PLANNER_TARGET_SPAN_KWH = 144;
export const PLANNER_BYTES = 192;

/** One entry of the mode table: level at the slot's end, pence. */
export const MODE_BYTES = 16;

// --- Row of the mode table that is being run: byte offsets in a lane's scratch behind the simulation's own; f64 -----

/** Steps [begin, end), future, pointer to the action, pointer to the row's first entry. */
export const ROW_RUN_BEGIN = 200;
export const ROW_RUN_END = 208;
export const ROW_RUN_FUTURE = 216;
export const ROW_RUN_ACTION = 224;
export const ROW_RUN_ENTRY = 232;
/** What the diverter has used since midnight when the slot begins. */
export const ROW_RUN_DIVERTED_KWH = 240;

/** Codes of core actions: their places in the list. Freeze export is 3; it and export all only where exports are possible. */
export const CODE_DEMAND = 0;
export const CODE_CHARGE_FULL = 1;
export const CODE_HOLD = 2;
export const CODE_EXPORT_ALL = 4;

// --- Desk: byte offsets; i32 pointers --------------------------------------------------------------------

/** Pointer: the planner of the desk's home. */
export const DESK_PLANNER = 0;
/** i32 for each slot: the code that it is told. */
export const DESK_PLAN = 4;
/** i32 for each step: the code that it is told. */
export const DESK_CODES = 8;
/** i32 for each step: the slot that it lies in. */
export const DESK_SLOT_OF_STEP = 12;
/** Actions by code: the planner's, then targets found on the way; DESK_MAX_ACTIONS at most. */
export const DESK_ACTIONS = 16;
/** f64 for [slot bound][future][level]: pence still to pay under the plan. */
export const DESK_TO_GO = 20;
/** The same when every future, alone, does the best. */
export const DESK_BEST_TO_GO = 24;
/** f64 for each slot bound: the futures' levels under the plan, and what is paid until then (PATH_ words). */
export const DESK_PATH = 28;
/** States before each step, and at the end, for [future][step], STATE_BYTES each. */
export const DESK_STATES = 32;
/** Beam entries of two slots, BEAM_WIDTH x BEAM_BYTES each. */
export const DESK_BEAM = 36;
/** The best continuations of one beam, CANDIDATE_COUNT x CANDIDATE_BYTES. */
export const DESK_CANDIDATES = 40;
/** Pointer: rows as the mode table's, for [slot][future], of slots that it does not know under what they are told. */
export const DESK_ROWS = 60;
/** Pointer: for each slot what its rows were run with: KEY_ words. */
export const DESK_ROW_KEYS = 248;
/** Pointer: f64 for [slot][action]: what it was expected to save when it was tried last. */
export const DESK_EXPECTATIONS = 252;
/** i32 for [slot][beam entry]: entry of the slot before x TRACE_FACTOR + code. */
export const DESK_TRACE = 44;

// --- Desk: byte offsets; numbers -------------------------------------------------------------------------

/** i32: actions that the desk has. */
export const DESK_ACTION_COUNT = 48;
/** i32: runs of the plan. */
export const DESK_RUN_COUNT = 52;
/** i32: trials: changes of the plan that were simulated to the end. */
export const DESK_TRIAL_COUNT = 56;
/** f64: the plan's metric, and the nominal future's throughput in kWh. */
export const DESK_PENCE = 64;
export const DESK_THROUGHPUT_KWH = 72;
/** f64: metric and throughput of the change that was tried last. */
export const DESK_TRIED_PENCE = 80;
export const DESK_TRIED_THROUGHPUT_KWH = 88;
/** f64: a change that the costs to go expect to lose more than this, in pence, is not simulated to its end. */
export const DESK_MARGIN_PENCE = 216;
/** f64: what the change that was screened last is expected to save. */
export const DESK_EXPECTED_PENCE = 224;
/** f64: what the change that is screened must save to be simulated to its end, changes of mode left out. */
export const DESK_LEAST_PENCE = 232;
/** Levels of the three futures, f64 each: scratch of a walk on the table. */
export const DESK_LEVELS = 96;
/** i32: the chosen change: steps [begin, end), code (below 0 is none). */
export const DESK_CHOSEN_BEGIN = 200;
export const DESK_CHOSEN_END = 204;
export const DESK_CHOSEN_CODE = 208;
/** RANK_WORDS f64 each: how the change that was tried last stands in the written order, and the chosen one. */
export const DESK_TRIED_RANK = 120;
export const DESK_CHOSEN_RANK = 160;
/** Scratch of the simulation, SCRATCH_BYTES for each future. */
export const DESK_SCRATCH = 256;
/** Bytes of the desk itself. */
export const DESK_BYTES = 1024;

/** Cost, runs, throughput, how early exports come, how early charges come: the less the better, the first counts most. */
export const RANK_WORDS = 5;

/** Actions that a desk can have. */
export const DESK_MAX_ACTIONS = 512;

/** f64 words of a slot bound's path: three levels, pence paid, what the plan comes to by the costs to go from there. */
export const PATH_PAID = 24;
export const PATH_TOTAL = 32;
export const PATH_BYTES = 40;

/** f64 words of a slot's key: 1 when its rows are those of what it is told; then what each future's diverter had used. */
export const KEY_DIVERTED_KWH = 8;
export const KEY_BYTES = 32;

/** Plans that the beam carries from slot to slot. */
export const BEAM_WIDTH = 24;
/** f64 words of an entry: three levels, pence paid, pence expected in all; then the code that the slot before was told. */
export const BEAM_PAID = 24;
export const BEAM_CODE = 32;
export const BEAM_BYTES = 40;
/** Continuations that are kept for the next beam, of which those too alike are left out. */
export const CANDIDATE_COUNT = 72;
/** f64 words of a continuation: pence expected in all, beam entry, code. */
export const CANDIDATE_ENTRY = 8;
export const CANDIDATE_CODE = 16;
export const CANDIDATE_BYTES = 24;
export const TRACE_FACTOR = 4096;

// --- Jobs and results: words -----------------------------------------------------------------------------

/** Words of a tabulation: planner's pointer, slot. It gives no result words. */
export const TABULATE_PLANNER = 0;
export const TABULATE_SLOT = 1;
export const TABULATE_JOB_WORDS = 2;

/** Words of a search: desk's pointer. */
export const SEARCH_DESK = 0;
export const SEARCH_JOB_WORDS = 1;

/**
 * Words of a search's result: its runs, how many changes of mode it is judged by (before idle exports became demand),
 * its trials, the three futures' results; then SEGMENT_WORDS for each run.
 */
export const SEARCH_RUN_COUNT = 0;
export const SEARCH_CHANGE_COUNT = 1;
export const SEARCH_TRIAL_COUNT = 2;
export const SEARCH_RESULTS = 3;
export const SEARCH_RUNS = 36;
