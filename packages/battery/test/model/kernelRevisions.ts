import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "6": "fe1a1b77f3471fc34943b6b5a66eaaa9cfd4d82e61e70408d7c36704c91fb430" },
  parity: { "7": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
