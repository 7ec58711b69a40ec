// Numbers of a caller's steps, in the order in which a request passes through them.

export const CALLER_LOCK = 0;
export const CALLER_ENLIST = 1;
export const CALLER_LEAVE = 2;
export const CALLER_SEIZE = 3;
export const CALLER_SETTLE = 4;
export const CALLER_SETTLE_CANCEL = 5;

export const CALLER_PARAMS = 6;
export const CALLER_PROGRAM = 7;
export const CALLER_RESET = 8;
export const CALLER_POST_READ = 9;
export const CALLER_POST = 10;
export const CALLER_AWAIT = 11;
export const CALLER_AWAIT_LATE = 12;

export const CALLER_MAIL = 13;
export const CALLER_BUMP_READ = 14;
export const CALLER_BUMP = 15;

export const CALLER_CLAIM = 16;
export const CALLER_ADVANCE = 17;
export const CALLER_CANCEL_LOOK = 18;
export const CALLER_CANCEL = 19;
export const CALLER_COLLECT = 20;
export const CALLER_LEFTOVER = 21;
export const CALLER_PART = 22;
export const CALLER_LEFT_BEGIN = 23;
export const CALLER_LEFT_END = 24;

export const CALLER_RELEASE = 25;
export const CALLER_RELEASE_CHECK = 26;
export const CALLER_END = 27;
