import type { RecordedRevisions } from "../../src/kernel/revisions.ts";

/** Hashes of the test kernel's layout and probe run, see RecordedRevisions. A failing test says what to add. */
export const testKernelRevisions: RecordedRevisions = {
  abi: { 1: "dbe29bfaabda35b0333f41a6f71fb5fa212b1ab6a161e6654c1370b76c0fa611" },
  parity: { 1: "3139353736f6b80a51bcdaf4a481f803f1db008a1e6cde8b2a98c4d0af5ae4de" },
};
