import type { RayAnswer } from "@lightcone/relativity";
import { element } from "../../page/element.ts";
import type { FollowedRay } from "../thread/holeMessages.ts";
import { pathPicture } from "./pathPicture.ts";

/** What is known of a pixel's ray, in words and as a picture of its path. */
export function rayPanel(followed: FollowedRay, line: string): HTMLElement {
  const { path } = followed;
  const facts = rayFacts(followed).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, value),
  ]);
  return element(
    "div",
    { class: "hole-ray-found" },
    element("p", { class: "hole-ray-status" }, rayWords(followed)),
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

/** Where the light of a pixel comes from, in a sentence. A single ray knows of no disk: what it meets of one comes first. */
export function rayWords({ ray: { status }, crossings }: Pick<FollowedRay, "ray" | "crossings">): string {
  return crossings.length === 0
    ? STATUS_WORDS[status]
    : `Disk: the light comes from the hot gas; ${BEHIND_WORDS[status]}`;
}

const STATUS_WORDS: Readonly<Record<RayAnswer["status"], string>> = {
  escaped: "Escaped: the light comes from the sky",
  captured: "Captured: no light comes this way",
  disk: "Disk: the light comes from the hot gas",
  unresolved: "Unresolved: it cannot be told where the light comes from",
};

const BEHIND_WORDS: Readonly<Record<RayAnswer["status"], string>> = {
  escaped: "behind it lies the sky",
  captured: "behind it lies the hole",
  disk: "behind it lies more of it",
  unresolved: "what lies behind it cannot be told",
};

/** Names and values, as people read them. */
function rayFacts({ ray, crossings }: FollowedRay): readonly (readonly [string, string])[] {
  const facts = crossings.map(({ radiusM, redshiftG }, index): readonly [string, string] => [
    crossings.length > 1 ? `disk, crossing ${index + 1}` : "disk",
    `at ${radiusM.toPrecision(4)} M, g ${decimal(redshiftG, 4)}`,
  ]);
  facts.push([crossings.length > 0 ? "behind it" : "status", ray.status]);
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
