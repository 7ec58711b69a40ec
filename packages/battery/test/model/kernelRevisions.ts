import type { RecordedRevisions } from "@lightcone/parallel";

/** What the kernel's layout and probe run were under each revision; a change asks for the next number. */
export const kernelRevisions: RecordedRevisions = {
  abi: { "10": "39371f3398532ee59a1db240c676e916059b9c23fef66d0bbc4524602525da20" },
  parity: { "9": "9d2ef56fc3dc92c0f01b4759be7dffdbdcff869fe879f34f54d386ce8aecf536" },
};
