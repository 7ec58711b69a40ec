import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "3": "a1e6b55bc7086cca43acc3d734851341548177553115858af1e692bba7ce4620" },
  parity: { "3": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
