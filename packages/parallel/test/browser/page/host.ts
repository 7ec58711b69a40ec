import type { Workload } from "../workload.ts";
import { runInBrowser } from "./inBrowser.ts";

// The worker that owns the engine: it may block, the page does not notice.
addEventListener("message", async ({ data }: MessageEvent<Workload>) => {
  postMessage(await runInBrowser(data));
});
