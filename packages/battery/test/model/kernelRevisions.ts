import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "9": "bc04078a8501da5a6b74bd47fc7a03524bbac5af1d2237ef7dcb5d0c8ea973ff" },
  parity: { "8": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
