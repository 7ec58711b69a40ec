import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "3": "a2feb0b91421c56fdba5aa38f7974fc8632b91e895eb6441751b611bb6ea42b2" },
  parity: { "4": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
