import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "2": "68c87a49e7b1a2e55ed6a64d24f1845a53bda63154efc46928533be63d602059" },
  parity: { "2": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
