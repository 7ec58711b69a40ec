import { CANARY_BYTES } from "../../assembly/memoryMap.ts";

/** Writes the pattern that no kernel may touch into the first bytes of a memory. */
export function writeCanary(memory: WebAssembly.Memory): void {
  const bytes = new Uint8Array(memory.buffer, 0, CANARY_BYTES);
  for (let address = 0; address < CANARY_BYTES; address++) bytes[address] = canaryByte(address);
}

/** The first address of the canary whose byte has changed, or -1: somebody wrote through a null pointer. */
export function firstCanaryDamage(memory: WebAssembly.Memory): number {
  const bytes = new Uint8Array(memory.buffer, 0, CANARY_BYTES);
  for (let address = 0; address < CANARY_BYTES; address++) {
    if (bytes[address] !== canaryByte(address)) return address;
  }
  return -1;
}

/** Neither 0 nor 255 anywhere, and different from address to address: cleared or copied bytes show. */
function canaryByte(address: number): number {
  return 1 + ((address * 37) % 251);
}
