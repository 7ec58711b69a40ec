import type { Workload, WorkloadOutcome } from "../workload.ts";
import { runInBrowser } from "./inBrowser.ts";

/** What the test calls in the page. */
export interface TestPage {
  /** Runs a workload in a host worker of the page. */
  inHost(workload: Workload): Promise<WorkloadOutcome>;
  /** Runs it on the page's own thread. */
  onPage(workload: Workload): Promise<WorkloadOutcome>;
}

declare global {
  interface Window {
    testPage: TestPage;
  }
}

window.testPage = {
  inHost: (workload) =>
    new Promise((resolve, reject) => {
      const host = new Worker(new URL("./host.ts", import.meta.url), { type: "module" });
      host.onmessage = ({ data }: MessageEvent<WorkloadOutcome>) => {
        host.terminate();
        resolve(data);
      };
      host.onerror = ({ message }) => reject(new Error(`host worker: ${message}`));
      host.postMessage(workload);
    }),
  onPage: runInBrowser,
};
