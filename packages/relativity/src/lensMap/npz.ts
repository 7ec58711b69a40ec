import { crc32 } from "../picture/crc32.ts";

/** An array for NumPy: its numbers row by row. */
export interface NumpyArray {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float64Array | Int32Array | Uint32Array | Uint8Array;
}

/**
 * Arrays as a NumPy `.npz`: a zip of stored `.npy` files, the same bytes each time.
 * @see numpy.lib.format, version 1.0; PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4
 */
export function encodeNpz(arrays: readonly NumpyArray[]): Uint8Array<ArrayBuffer> {
  const entries = arrays.map((array) => {
    const bytes = encodeNpy(array);
    return { name: new TextEncoder().encode(`${array.name}.npy`), bytes, check: crc32(bytes) };
  });
  const filesBytes = entries.reduce(
    (sum, { name, bytes }) => sum + LOCAL_BYTES + name.length + bytes.length,
    0,
  );
  const directoryBytes = entries.reduce((sum, { name }) => sum + CENTRAL_BYTES + name.length, 0);
  requireZip(entries.length, filesBytes + directoryBytes);
  const zip = new Uint8Array(filesBytes + directoryBytes + END_BYTES);
  const view = new DataView(zip.buffer);
  let at = 0;
  let directoryAt = filesBytes;
  for (const { name, bytes, check } of entries) {
    writeEntry(view, directoryAt, { mark: CENTRAL_MARK, check, bytes: bytes.length, nameBytes: name.length });
    view.setUint32(directoryAt + CENTRAL_OFFSET, at, true);
    zip.set(name, directoryAt + CENTRAL_BYTES);
    directoryAt += CENTRAL_BYTES + name.length;
    writeEntry(view, at, { mark: LOCAL_MARK, check, bytes: bytes.length, nameBytes: name.length });
    zip.set(name, at + LOCAL_BYTES);
    zip.set(bytes, at + LOCAL_BYTES + name.length);
    at += LOCAL_BYTES + name.length + bytes.length;
  }
  view.setUint32(directoryAt, END_MARK, true);
  view.setUint16(directoryAt + 8, entries.length, true);
  view.setUint16(directoryAt + 10, entries.length, true);
  view.setUint32(directoryAt + 12, directoryBytes, true);
  view.setUint32(directoryAt + 16, filesBytes, true);
  return zip;
}

const LOCAL_MARK = 0x04034b50;
const LOCAL_BYTES = 30;
const CENTRAL_MARK = 0x02014b50;
const CENTRAL_BYTES = 46;
const CENTRAL_OFFSET = 42;
const END_MARK = 0x06054b50;
const END_BYTES = 22;
/** Version 2.0 of the format, and the first day that its dates can name. */
const ZIP_VERSION = 20;
const FIRST_DAY = (1 << 5) | 1;

/** The fields that the two headers of a stored file share; the central one has its maker's version before them. */
function writeEntry(
  view: DataView,
  at: number,
  { mark, check, bytes, nameBytes }: { mark: number; check: number; bytes: number; nameBytes: number },
): void {
  view.setUint32(at, mark, true);
  const fields = mark === CENTRAL_MARK ? at + 6 : at + 4;
  if (mark === CENTRAL_MARK) view.setUint16(at + 4, ZIP_VERSION, true);
  view.setUint16(fields, ZIP_VERSION, true);
  view.setUint16(fields + 8, FIRST_DAY, true);
  view.setUint32(fields + 10, check, true);
  view.setUint32(fields + 14, bytes, true);
  view.setUint32(fields + 18, bytes, true);
  view.setUint16(fields + 22, nameBytes, true);
}

/** Without the zip64 extension a zip has at most these. */
function requireZip(entries: number, bytes: number): void {
  if (entries <= 0xffff && bytes <= 0xffffffff) return;
  throw new RangeError(`${entries} arrays of ${bytes} bytes do not fit into a zip: export fewer frames`);
}

function encodeNpy({ shape, values }: NumpyArray): Uint8Array {
  const count = shape.reduce((product, length) => product * length, 1);
  if (count !== values.length) {
    throw new RangeError(
      `${values.length} numbers do not have the shape (${shape.join(", ")}): it has ${count}`,
    );
  }
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const text = `{'descr': '${numpyType(values)}', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Magic (8 bytes), length (2), text, spaces and a line feed: together a multiple of 64.
  const headerBytes = Math.ceil((10 + text.length + 1) / 64) * 64;
  const bytes = new Uint8Array(headerBytes + values.byteLength);
  const header = `${text.padEnd(headerBytes - 11)}\n`;
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  const view = new DataView(bytes.buffer);
  view.setUint16(8, header.length, true);
  bytes.set(new TextEncoder().encode(header), 10);
  for (let index = 0, at = headerBytes; index < values.length; index++, at += values.BYTES_PER_ELEMENT) {
    if (values instanceof Float64Array) view.setFloat64(at, values[index]!, true);
    else if (values instanceof Uint8Array) view.setUint8(at, values[index]!);
    else view.setUint32(at, values[index]!, true);
  }
  return bytes;
}

function numpyType(values: NumpyArray["values"]): string {
  if (values instanceof Float64Array) return "<f8";
  if (values instanceof Int32Array) return "<i4";
  return values instanceof Uint32Array ? "<u4" : "|u1";
}
