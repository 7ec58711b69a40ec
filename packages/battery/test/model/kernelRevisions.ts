import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "7": "b9d03b890e52a202c3d2ca7a7281b3b89dcd55afa9024062c8dfbf5e9c54a46d" },
  parity: { "8": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
