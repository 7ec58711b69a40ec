import { crc32 } from "@lightcone/relativity";

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
/** 1 January 1980: archives of the same files are the same bytes. */
const FIRST_DAY = 0x21;

/**
 * Files in one ZIP archive, as they are: PNGs get no smaller.
 * @see PKWARE APPNOTE 6.3.9
 */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const named = entries.map(({ name, bytes }) => ({
    name: new TextEncoder().encode(name),
    bytes,
    crc: crc32(bytes),
  }));
  const size = named.reduce(
    (sum, { name, bytes }) =>
      sum + LOCAL_HEADER_BYTES + CENTRAL_HEADER_BYTES + 2 * name.length + bytes.length,
    END_BYTES,
  );
  const archive = new Uint8Array(size);
  const view = new DataView(archive.buffer);
  let at = 0;
  const starts = named.map(({ name, bytes, crc }) => {
    const start = at;
    view.setUint32(at, 0x04034b50, true);
    writeFields(view, at + 4, { name, bytes, crc });
    archive.set(name, at + LOCAL_HEADER_BYTES);
    archive.set(bytes, at + LOCAL_HEADER_BYTES + name.length);
    at += LOCAL_HEADER_BYTES + name.length + bytes.length;
    return start;
  });
  const central = at;
  named.forEach(({ name, bytes, crc }, index) => {
    view.setUint32(at, 0x02014b50, true);
    view.setUint16(at + 4, 20, true);
    writeFields(view, at + 6, { name, bytes, crc });
    view.setUint32(at + 42, starts[index]!, true);
    archive.set(name, at + CENTRAL_HEADER_BYTES);
    at += CENTRAL_HEADER_BYTES + name.length;
  });
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, named.length, true);
  view.setUint16(at + 10, named.length, true);
  view.setUint32(at + 12, at - central, true);
  view.setUint32(at + 16, central, true);
  return archive;
}

interface Fields {
  readonly name: Uint8Array;
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/** What both headers of a file have in common, from the version that is needed on. */
function writeFields(view: DataView, at: number, { name, bytes, crc }: Fields): void {
  view.setUint16(at, 20, true);
  // Names are in UTF-8.
  view.setUint16(at + 2, 0x800, true);
  view.setUint16(at + 8, FIRST_DAY, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, bytes.length, true);
  view.setUint32(at + 18, bytes.length, true);
  view.setUint16(at + 22, name.length, true);
}
