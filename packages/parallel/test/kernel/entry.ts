import { ABI_VERSION, PARITY_REVISION } from "./layout";

export function abiVersion(): i32 {
  return ABI_VERSION;
}

export function parityRevision(): i32 {
  return PARITY_REVISION;
}
