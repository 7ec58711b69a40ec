import { parentPort, workerData } from "node:worker_threads";
import { attachArena } from "../src/kernel/arena.ts";
import { useBlocks } from "./useBlocks.ts";

const { memory, basePointer, owner, rounds } = workerData;
parentPort?.postMessage("ready");
parentPort?.once("message", () => {
  parentPort?.postMessage(useBlocks(attachArena(memory, basePointer), owner, rounds));
});
