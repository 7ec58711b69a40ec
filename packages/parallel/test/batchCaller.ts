import { parentPort, workerData } from "node:worker_threads";
import { joinEngine } from "@lightcone/parallel";
import { batchRounds } from "./batchRounds.ts";

const engine = await joinEngine(workerData.shared);
parentPort?.postMessage("ready");
parentPort?.once("message", async () => {
  const results = await batchRounds(engine, workerData.length, workerData.rounds);
  parentPort?.postMessage(results);
  await engine.close();
});
