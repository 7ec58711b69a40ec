import { collectMutations, postMutations } from "./callerMutations.ts";
import { laneMutations } from "./laneMutations.ts";
import { lockMutations } from "./lockMutations.ts";
import type { Mutation } from "./weakening.ts";

/** Every step of the protocol, weakened in turn: the explorer must find fault with each. */
export const mutations: readonly Mutation[] = [
  ...laneMutations,
  ...postMutations,
  ...collectMutations,
  ...lockMutations,
];
