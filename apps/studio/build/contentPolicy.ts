import type { Plugin } from "vite";
import { CONTENT_SECURITY_POLICY } from "./responseHeaders.ts";

/** Puts the content security policy into the page itself, for servers that send none. */
export function contentPolicy(): Plugin {
  return {
    name: "content-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_SECURITY_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}
