import { element } from "./element.ts";

/** Registers the service worker, which keeps the files and gives the page its lanes where the server does not. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  // Without it (a private window, a plain http address) the page works all the same, while there is a network.
  navigator.serviceWorker.register("./serviceWorker.js").catch(() => undefined);
}

/** Says so when the page has one lane only, and how to get the others. */
export function showIsolation(place: HTMLElement): void {
  if (globalThis.crossOriginIsolated) return;
  const button = element(
    "button",
    { type: "button", class: "quiet-button", onclick: () => location.reload(), hidden: true },
    "Use all cores",
  );
  place.append(
    element(
      "p",
      {
        class: "one-lane",
        title:
          "The server sends no Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy headers, so threads of this page may not share memory. Results are the same, only slower.",
      },
      "One lane: this server does not allow shared memory. ",
    ),
    button,
  );
  navigator.serviceWorker?.ready.then(() => {
    button.hidden = false;
  });
}
