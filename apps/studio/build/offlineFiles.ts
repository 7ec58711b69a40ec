import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Where the list goes in the service worker's code. */
const PLACE = "__OFFLINE_FILES__";
const SERVICE_WORKER = "serviceWorker.js";

/** Tells the service worker the names of all built files, and a version that changes when any of them does. */
export function offlineFiles(): Plugin {
  return {
    name: "offline-files",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const script = bundle[SERVICE_WORKER];
        if (script?.type !== "chunk") return;
        const names = Object.keys(bundle)
          .filter((name) => name !== SERVICE_WORKER)
          .sort();
        const hash = createHash("sha256");
        for (const name of names) {
          const file = bundle[name];
          hash.update(name);
          if (file !== undefined) hash.update(file.type === "chunk" ? file.code : file.source);
        }
        const list = JSON.stringify({ version: hash.digest("hex").slice(0, 16), names });
        const quoted = [`"${PLACE}"`, `'${PLACE}'`, `\`${PLACE}\``];
        const found = quoted.find((each) => script.code.includes(each));
        if (found === undefined) throw new Error(`${SERVICE_WORKER} has no place for the list: "${PLACE}"`);
        script.code = script.code.replace(found, JSON.stringify(list));
      },
    },
  };
}
