import { crc32, deflateSync } from "node:zlib";

/** An 8-bit RGB picture of 3 by 2 pixels as PNG. @param lines  two lines of a filter byte and nine samples */
export function samplePicture(
  lines: Uint8Array = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(3, 0);
  head.writeUInt32BE(2, 4);
  head.set([8, 2], 8);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(lines)), chunk("IEND", new Uint8Array(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
