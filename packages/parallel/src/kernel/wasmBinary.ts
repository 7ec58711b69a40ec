/** What the loader wants to know of a kernel's file beyond what the engine's own `WebAssembly.Module` tells. */
export interface WasmFacts {
  /** The memory that the kernel imports, in pages of 64 KiB; undefined when it imports none. */
  readonly memory: MemoryLimits | undefined;
  /**
   * The first instruction whose result may differ from one CPU to the next (relaxed SIMD), or that this
   * reader does not know and so cannot vouch for.
   */
  readonly objection: string | undefined;
}

/** Limits of a memory, in pages of 64 KiB. */
interface MemoryLimits {
  readonly initialPages: number;
  readonly maximumPages: number | undefined;
  readonly isShared: boolean;
}

/**
 * Reads the sections of a wasm file that WebAssembly has already compiled, so its structure is known to be sound.
 * @see WebAssembly core specification 3.0, sections 5.4 (instructions) and 5.5 (modules)
 */
export function readWasm(bytes: Uint8Array): WasmFacts {
  const reader = new Reader(bytes, 8);
  let memory: MemoryLimits | undefined;
  let objection: string | undefined;
  while (reader.offset < bytes.length) {
    const sectionId = reader.byte();
    const end = reader.unsigned() + reader.offset;
    if (sectionId === IMPORT_SECTION) memory = importedMemory(reader);
    if (sectionId === CODE_SECTION) objection = firstObjection(reader);
    reader.offset = end;
  }
  return { memory, objection };
}

const IMPORT_SECTION = 2;
const CODE_SECTION = 10;

class Reader {
  readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.bytes = bytes;
    this.offset = offset;
  }

  byte(): number {
    return this.bytes[this.offset++]!;
  }

  /** LEB128, unsigned, up to 32 bits. */
  unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Skips LEB128 numbers, signed or not, of any width. */
  skipNumbers(count: number): void {
    for (let skipped = 0; skipped < count; skipped++) {
      while (this.byte() >= 128);
    }
  }

  skipBytes(count: number): void {
    this.offset += count;
  }
}

function importedMemory(reader: Reader): MemoryLimits | undefined {
  let memory: MemoryLimits | undefined;
  for (let remaining = reader.unsigned(); remaining > 0; remaining--) {
    for (let name = 0; name < 2; name++) reader.skipBytes(reader.unsigned());
    const kind = reader.byte();
    if (kind === 2) memory = limits(reader);
    else if (kind === 1) {
      reader.byte();
      limits(reader);
    } else if (kind === 3) reader.skipBytes(2);
    else {
      if (kind === 4) reader.byte();
      reader.unsigned();
    }
  }
  return memory;
}

function limits(reader: Reader): MemoryLimits {
  const flags = reader.byte();
  const initialPages = reader.unsigned();
  return {
    initialPages,
    maximumPages: flags & 1 ? reader.unsigned() : undefined,
    isShared: (flags & 2) !== 0,
  };
}

function firstObjection(reader: Reader): string | undefined {
  for (let remaining = reader.unsigned(); remaining > 0; remaining--) {
    const end = reader.unsigned() + reader.offset;
    for (let groups = reader.unsigned(); groups > 0; groups--) {
      reader.unsigned();
      skipType(reader);
    }
    while (reader.offset < end) {
      const objection = passInstruction(reader);
      if (objection) return objection;
    }
  }
  return undefined;
}

/** Steps over one instruction with what belongs to it; gives words when it is not to be trusted. */
function passInstruction(reader: Reader): string | undefined {
  const opcode = reader.byte();
  if (opcode === 0xfc) return passBulk(reader);
  if (opcode === 0xfd) return passSimd(reader);
  if (opcode === 0xfe) return passAtomic(reader);
  const numberCount = IMMEDIATE_NUMBERS.get(opcode);
  if (numberCount !== undefined) reader.skipNumbers(numberCount);
  else if (opcode >= 0x28 && opcode <= 0x3e) skipMemoryArgument(reader);
  else if (opcode >= 0x02 && opcode <= 0x04) skipType(reader);
  else if (opcode === 0x0e) reader.skipNumbers(reader.unsigned() + 1);
  else if (opcode === 0x1c) for (let types = reader.unsigned(); types > 0; types--) skipType(reader);
  else if (opcode === 0x43) reader.skipBytes(4);
  else if (opcode === 0x44) reader.skipBytes(8);
  else if (!(PLAIN.has(opcode) || (opcode >= 0x45 && opcode <= 0xc4)))
    return unknown(`0x${opcode.toString(16)}`);
  return undefined;
}

/** Opcodes followed by nothing, apart from the arithmetic 0x45 to 0xc4: control, drop, select, ref.is_null. */
const PLAIN = new Set([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1]);

/** Opcodes followed by that many LEB128 numbers: branches, calls, variables, tables, memory.size, constants. */
const IMMEDIATE_NUMBERS = new Map([
  ...[
    0x0c, 0x0d, 0x10, 0x12, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2,
  ].map((opcode): [number, number] => [opcode, 1]),
  [0x11, 2],
  [0x13, 2],
]);

/** 0xfc: saturating conversions 0 to 7, then bulk memory and tables; how many indices follow each. */
const BULK_NUMBERS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

function passBulk(reader: Reader): string | undefined {
  const operation = reader.unsigned();
  const numberCount = BULK_NUMBERS[operation];
  if (numberCount === undefined) return unknown(`0xfc ${operation}`);
  reader.skipNumbers(numberCount);
  return undefined;
}

function passSimd(reader: Reader): string | undefined {
  const operation = reader.unsigned();
  if (operation >= 0x100) {
    return `uses relaxed SIMD (opcode 0xfd 0x${operation.toString(16)}), whose results differ from CPU to CPU`;
  }
  const isLaneAccess = operation >= 84 && operation <= 91;
  if (operation <= 11 || operation === 92 || operation === 93 || isLaneAccess) skipMemoryArgument(reader);
  if (operation === 12 || operation === 13) reader.skipBytes(16);
  if ((operation >= 21 && operation <= 34) || isLaneAccess) reader.skipBytes(1);
  return undefined;
}

function passAtomic(reader: Reader): string | undefined {
  if (reader.unsigned() === 3) reader.skipBytes(1);
  else skipMemoryArgument(reader);
  return undefined;
}

function skipMemoryArgument(reader: Reader): void {
  const hasMemoryIndex = (reader.unsigned() & 64) !== 0;
  reader.skipNumbers(hasMemoryIndex ? 2 : 1);
}

/** A value type or block type; 0x63 and 0x64 are references followed by what they refer to. */
function skipType(reader: Reader): void {
  const first = reader.bytes[reader.offset]!;
  reader.skipNumbers(first === 0x63 || first === 0x64 ? 2 : 1);
}

function unknown(opcode: string): string {
  return `uses instruction ${opcode}, which the loader does not know and so cannot check for determinism`;
}
