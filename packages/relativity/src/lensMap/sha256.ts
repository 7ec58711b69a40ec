/** A SHA-256 that takes its message in parts; `crypto.createHash("sha256")` is one too. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  /** The 32 bytes; call once, at the end. */
  digest(): Uint8Array;
}

const BLOCK_BYTES = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const INITIAL_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** SHA-256 in plain arithmetic, for every engine. @see FIPS 180-4, section 6.2 */
export function createSha256(): Sha256 {
  const state = new Uint32Array(INITIAL_STATE);
  const schedule = new Uint32Array(64);
  const rest = new Uint8Array(BLOCK_BYTES);
  let restBytes = 0;
  let totalBytes = 0;
  const update = (bytes: Uint8Array): void => {
    totalBytes += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      if (restBytes === 0 && bytes.length - at >= BLOCK_BYTES) {
        compress(state, schedule, bytes, at);
        at += BLOCK_BYTES;
        continue;
      }
      const count = Math.min(BLOCK_BYTES - restBytes, bytes.length - at);
      rest.set(bytes.subarray(at, at + count), restBytes);
      restBytes += count;
      at += count;
      if (restBytes < BLOCK_BYTES) continue;
      compress(state, schedule, rest, 0);
      restBytes = 0;
    }
  };
  return {
    update,
    digest() {
      const bits = 8 * totalBytes;
      const zeros = (BLOCK_BYTES + 55 - (totalBytes % BLOCK_BYTES)) % BLOCK_BYTES;
      const padding = new Uint8Array(1 + zeros + 8);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(1 + zeros, Math.floor(bits / 2 ** 32));
      view.setUint32(5 + zeros, bits >>> 0);
      update(padding);
      const digest = new Uint8Array(32);
      state.forEach((word, index) => {
        new DataView(digest.buffer).setUint32(4 * index, word);
      });
      return digest;
    },
  };
}

/** SHA-256 of bytes that are all at hand. */
export function sha256Of(bytes: Uint8Array): Uint8Array {
  const hash = createSha256();
  hash.update(bytes);
  return hash.digest();
}

/** Bytes as lower-case hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of bytes that are all at hand, in hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return hexOf(sha256Of(bytes));
}

function compress(state: Uint32Array, w: Uint32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0, p = at; t < 16; t++, p += 4) {
    w[t] = (bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!;
  }
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16]! + small0 + w[t - 7]! + small1) | 0;
  }
  let a = state[0]! | 0;
  let b = state[1]! | 0;
  let c = state[2]! | 0;
  let d = state[3]! | 0;
  let e = state[4]! | 0;
  let f = state[5]! | 0;
  let g = state[6]! | 0;
  let h = state[7]! | 0;
  for (let t = 0; t < 64; t++) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t]! + w[t]!) | 0;
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index]! + word) | 0;
  });
}
