/* Lines of the event log. AssemblyScript only; the tables are those of eventLayout.ts, movie/eventsCsv.ts is the twin. */
import { writeDecimal, writeWhole } from "./entryDecimal";
import {
  DIGITS,
  EVENT_F64_COLUMNS,
  EVENT_FLAG,
  EVENT_FLUX,
  EVENT_NUMBER_COUNT,
  EVENT_WHOLE_COUNT,
  EVENTS_CAPACITY,
  EVENTS_LENGTH,
  EVENTS_ROWS,
  EVENTS_TABLES,
  EVENTS_TEXT,
  FLAG_BYTES,
  FLAG_UNREFINED,
  TABLE_FLAGS,
  UNREFINED_DIGITS,
} from "./eventLayout";

const COMMA: u8 = 0x2c;
const MINUS: u8 = 0x2d;

/** Writes the lines of events [begin, end). */
export function writeEvents(params: usize, begin: i32, end: i32, _scratch: usize): void {
  const rows = word(params, EVENTS_ROWS);
  const stride = word(params, EVENTS_CAPACITY);
  const integers = rows + 8 * EVENT_F64_COLUMNS * stride;
  const tables = word(params, EVENTS_TABLES);
  const text = word(params, EVENTS_TEXT);
  let at = text + word(params, EVENTS_LENGTH);
  for (let event = begin; event < end; event++) {
    const whole = integers + 4 * <usize>event;
    const flag = load<i32>(whole + 4 * EVENT_FLAG * stride);
    const digits = flag === FLAG_UNREFINED ? UNREFINED_DIGITS : DIGITS;
    for (let column: usize = 0; column < <usize>EVENT_WHOLE_COUNT; column++) {
      at = wholeColumn(tables, at, load<i32>(whole + 4 * column * stride));
    }
    const number = rows + 8 * <usize>event;
    for (let column: usize = 0; column < <usize>EVENT_NUMBER_COUNT; column++) {
      at = decimalColumn(tables, at, load<f64>(number + 8 * column * stride), digits);
    }
    const flux = rows + 8 * (EVENT_FLUX * stride + 3 * <usize>event);
    for (let channel: usize = 0; channel < 3; channel++) {
      at = decimalColumn(tables, at, load<f64>(flux + 8 * channel), digits);
    }
    const ending = tables + TABLE_FLAGS + FLAG_BYTES * <usize>flag;
    v128.store(at, v128.load(ending));
    at += <usize>load<u8>(ending + FLAG_BYTES - 1);
  }
  store<i32>(params + EVENTS_LENGTH, <i32>(at - text));
}

function word(base: usize, at: usize): usize {
  return <usize>load<i32>(base + at);
}

function wholeColumn(tables: usize, at: usize, value: i32): usize {
  let place = at;
  if (value < 0) store<u8>(place++, MINUS);
  place = writeWhole(tables, place, value < 0 ? -value : value);
  store<u8>(place, COMMA);
  return place + 1;
}

function decimalColumn(tables: usize, at: usize, value: f64, digits: i32): usize {
  const place = writeDecimal(tables, at, value, digits);
  store<u8>(place, COMMA);
  return place + 1;
}
