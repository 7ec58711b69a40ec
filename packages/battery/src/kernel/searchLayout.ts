/*
 * Tables of the plan search in shared memory. Numbers only, no imports: read by asc and by TypeScript.
 *
 *   planner      one home: what its inverter can be told, and what plans are judged by
 *   desk         one search's own: the course of each future, the plan, the states on the way, costs to go
 *
 * A level is a state of charge: level 0 is the lowest that matters, the last one the highest (plan/chargeRange); a
 * charge beyond them counts as the level at that end. A level has a whole part and a share. A row tells for every level
 * the one that some steps lead to, and their pence (ROW_ENTRY_BYTES each). "Pence" are a future's share of the
 * three-future metric.
 */

// --- Planner: byte offsets; i32 --------------------------------------------------------------------------

/** Pointer: the home's context. */
export const PLANNER_CONTEXT = 0;
export const PLANNER_STEP_COUNT = 4;
export const PLANNER_SLOT_COUNT = 8;
/** Pointer: first step of each slot (i32), and the step after the last slot. */
export const PLANNER_SLOT_BOUNDS = 12;
/** Pointer: actions, SEGMENT_WORDS f64 each: the plain ones, other ones that a course tells, all others. */
export const PLANNER_ACTIONS = 16;
export const PLANNER_CORE_COUNT = 20;
export const PLANNER_COURSE_COUNT = 24;
export const PLANNER_ACTION_COUNT = 28;
/** How many uses of the diverter's day a course tells apart: evenly spaced from none to all, or 1, that of demand mode. */
export const PLANNER_USE_COUNT = 32;
export const PLANNER_LEVEL_COUNT = 36;
/** Bytes of a row: all levels. */
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

/** One entry of a row: level at the end, pence. */
export const ROW_ENTRY_BYTES = 16;

// --- Row that is being run: byte offsets in a scratch behind the simulation's own; f64 --------------------

/** Steps [begin, end), future, what they are told (a ROW_RUN_KIND), pointer to the row's first entry. */
export const ROW_RUN_BEGIN = 200;
export const ROW_RUN_END = 208;
export const ROW_RUN_FUTURE = 216;
export const ROW_RUN_TOLD = 224;
export const ROW_RUN_ENTRY = 232;
/** What the diverter has used since midnight when the steps begin. */
export const ROW_RUN_DIVERTED_KWH = 240;
export const ROW_RUN_KIND = 248;

/** The steps are told an action: ROW_RUN_TOLD points to it. */
export const TOLD_ACTION = 0;
/** They are told a charge to a trace more than what is stored: ROW_RUN_TOLD points to the action that says so. */
export const TOLD_PANELS = 1;
/** They are told a desk's plan: ROW_RUN_TOLD points to the desk. */
export const TOLD_PLAN = 2;

/** Codes of plain actions: their places in the list. */
export const CODE_DEMAND = 0;
export const CODE_HOLD = 2;
export const CODE_FREEZE = 3;

// --- Desk: byte offsets; i32 pointers --------------------------------------------------------------------

/** Pointer: the planner of the desk's home. */
export const DESK_PLANNER = 0;
/** i32 for each step: the code that it is told. */
export const DESK_CODES = 8;
/** i32 for each step: the slot that it lies in. */
export const DESK_SLOT_OF_STEP = 12;
/** Actions by code: the planner's, then targets found on the way; DESK_MAX_ACTIONS at most. */
export const DESK_ACTIONS = 16;
/** f64 for [slot bound][future][level]: pence still to pay under the plan. */
export const DESK_TO_GO = 20;
/** States before each step, and at the end, for [future][step], STATE_BYTES each. */
export const DESK_STATES = 32;
/** Pointer: rows for [slot][future]: what each slot does under what it is told. */
export const DESK_ROWS = 60;
/** Pointer: for each slot what its rows were run with: KEY_ words. */
export const DESK_ROW_KEYS = 248;
/** Pointer: f64 for [slot][action]: what it was expected to save when it was tried last. */
export const DESK_EXPECTATIONS = 252;
/** Pointer: f64 for [step bound][future][use][level]: pence still to pay when the future, alone, is told the best in each step. */
export const DESK_COURSE = 40;
/** Pointer: i32 for each step: what the best plan tells of all that the search has ended with. */
export const DESK_BEST_CODES = 44;
/** Pointer: i32 for each step: the last change of the plan that told it something else, or moved a state behind it. */
export const DESK_CHANGED = 24;
/** Pointer: i32 for [LOOK_ kind][step]: how many changes there had been when a sweep looked at a place; -1 is never. */
export const DESK_LOOKS = 28;

// --- Desk: byte offsets; numbers -------------------------------------------------------------------------

/** i32: actions that the desk has. */
export const DESK_ACTION_COUNT = 48;
/** i32: runs of the plan. */
export const DESK_RUN_COUNT = 52;
/** i32: trials: changes of the plan that were simulated to the end. */
export const DESK_TRIAL_COUNT = 56;
/** i32: changes of the plan so far. */
export const DESK_CHANGE_COUNT = 36;
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
/** f64 for each future: its share of that, changes of mode left out. */
export const DESK_EXPECTED_BY_FUTURE = 96;
/** f64: what the change that is screened must save to be simulated to its end, changes of mode left out. */
export const DESK_LEAST_PENCE = 232;
/** f64: pence that each change of mode must save at present. */
export const DESK_CHANGE_PENCE = 240;
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
export const DESK_MAX_ACTIONS = 2048;

/** Kinds of looks: at slots, at slots with the wide margin of plain actions, at edges, runs and steps. */
export const LOOK_SLOT = 0;
export const LOOK_SLOT_WIDELY = 1;
export const LOOK_EDGE = 2;
export const LOOK_RUN = 3;
export const LOOK_STEP = 4;
export const LOOK_KINDS = 5;

/** f64 words of a slot's key: 1 when its rows are those of what it is told; then what each future's diverter had used. */
export const KEY_DIVERTED_KWH = 8;
export const KEY_BYTES = 32;

// --- Jobs and results: words -----------------------------------------------------------------------------

/** Words of a course: desk's pointer, future. It gives no result words. */
export const COURSE_DESK = 0;
export const COURSE_FUTURE = 1;
export const COURSE_JOB_WORDS = 2;

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
