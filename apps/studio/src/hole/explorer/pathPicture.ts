import type { RayPath } from "@lightcone/relativity";

const SVG = "http://www.w3.org/2000/svg";
/** Half of the picture's edge, in radii of the camera. */
const REACH = 1.25;
/** Half of the picture's edge at least, in M: the hole is never larger than the picture. */
const LEAST_REACH_M = 7;
/** Length that is drawn, in half edges: what lies further out is cut off anyway. */
const FAR = 40;

/** Draws a ray's path around the hole, the camera to the right. */
export function pathPicture({ points, horizonM, lightRingsM, status }: RayPath): SVGElement {
  const cameraM = points[0]?.[0] ?? 0;
  const reachM = Math.max(REACH * cameraM, LEAST_REACH_M);
  const circle = (radiusM: number, name: string): SVGElement =>
    shape("circle", { class: name, cx: 0, cy: 0, r: radiusM / reachM });
  const near = points.filter(([x, y], index) => {
    const [px, py] = points[index - 1] ?? [0, 0];
    return Math.min(Math.hypot(x, y), Math.hypot(px, py)) < FAR * reachM;
  });
  const line = near.map(([x, y]) => `${rounded(x / reachM)},${rounded(-y / reachM)}`).join(" ");
  const picture = shape("svg", {
    class: "hole-path",
    viewBox: "-1 -1 2 2",
    role: "img",
    "aria-label": `Path of the ray, which is ${status}`,
  });
  picture.append(
    ...lightRingsM.map((radiusM) => circle(radiusM, "light-ring")),
    circle(horizonM, "horizon"),
    shape("polyline", { class: `ray ${status}`, points: line }),
    shape("circle", { class: "camera", cx: cameraM / reachM, cy: 0, r: 0.025 }),
  );
  return picture;
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
