import type { RayAnswer, RayPath } from "@lightcone/relativity";
import { element } from "../../page/element.ts";
import { pathPicture } from "./pathPicture.ts";

/** What is known of a pixel's ray, in words and as a picture of its path. */
export function rayPanel(ray: RayAnswer, path: RayPath, line: string): HTMLElement {
  const facts = rayFacts(ray).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  return element(
    "div",
    { class: "hole-ray-found" },
    element("p", { class: "hole-ray-status" }, STATUS_WORDS[ray.status]),
    element("dl", {}, ...facts),
    pathPicture(path),
    element(
      "p",
      { class: "hole-caption" },
      path.plane === "orbit"
        ? "Its path in its own plane: horizon, photon sphere, camera."
        : "Its radius and azimuth, seen from above: horizon, light rings of the equator, camera.",
    ),
    element(
      "details",
      {},
      element("summary", {}, "As a line for lightcone trace"),
      element("code", { class: "hole-line" }, line),
    ),
  );
}

const STATUS_WORDS: Readonly<Record<RayAnswer["status"], string>> = {
  escaped: "Escaped: it comes from the sky",
  captured: "Captured: no light comes this way",
  disk: "Disk: it comes from the hot gas",
  unresolved: "Unresolved: it cannot be told where it comes from",
};

/** Names and values, as people read them. */
function rayFacts(ray: RayAnswer): readonly (readonly [string, string])[] {
  const facts: (readonly [string, string])[] = [["status", ray.status]];
  if (ray.reason !== undefined) facts.push(["why", ray.reason]);
  if (ray.direction !== null) {
    const [x, y, z] = ray.direction;
    const rightAscensionDeg = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
    const declinationDeg = (Math.asin(Math.min(Math.max(z, -1), 1)) * 180) / Math.PI;
    facts.push(["sky direction", `(${[x, y, z].map((part) => decimal(part, 4)).join(", ")})`]);
    facts.push(["RA, Dec", `${decimal(rightAscensionDeg, 2)}°, ${decimal(declinationDeg, 2)}°`]);
  }
  if (ray.g !== null) facts.push(["redshift g", decimal(ray.g, 5)]);
  facts.push(["order", String(ray.order)], ["sweep", `${decimal((ray.sweepRad * 180) / Math.PI, 2)}°`]);
  facts.push(["L/E", `${decimal(ray.xi, 4)} M`], ["Q/E²", `${decimal(ray.eta, 4)} M²`]);
  return facts;
}

function decimal(value: number, places: number): string {
  return value.toFixed(places).replace("-", "−");
}
