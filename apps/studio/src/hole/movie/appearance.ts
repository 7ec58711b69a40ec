export const CATALOGUES = ["stars", "graticule", "none"] as const;
export const SPREADS = ["gaussian", "moffat", "airy"] as const;

/** How a movie's frames are lit: what can be changed without tracing a mesh anew. */
export interface Appearance {
  readonly exposureStops: number;
  readonly catalogue: (typeof CATALOGUES)[number];
  readonly hasMilkyWay: boolean;
  readonly spread: (typeof SPREADS)[number];
}

export const FIRST_APPEARANCE: Appearance = {
  exposureStops: 0,
  catalogue: "stars",
  hasMilkyWay: true,
  spread: "gaussian",
};

const SPREAD_WORDS: Readonly<Record<Appearance["spread"], string>> = {
  gaussian: "{ kind: gaussian, sigmaPx: 0.8 }",
  moffat: "{ kind: moffat, fwhmPx: 2, beta: 3 }",
  airy: "{ kind: airy, fwhmPx: 2 }",
};

/**
 * A shot file that holds an appearance. Where its camera stands is without meaning: that is the lens map's.
 * @param hasDisk  whether the lens map's rays met a disk
 */
export function appearanceShot(appearance: Appearance, hasDisk: boolean): string {
  const { exposureStops, catalogue, hasMilkyWay, spread } = appearance;
  return `${[
    "spacetime: { kind: schwarzschild }",
    "trajectory: { kind: static }",
    "camera: { widthPx: 16, heightPx: 9 }",
    `sky: { catalogue: ${catalogue}, panorama: ${hasMilkyWay ? "milky-way" : "none"} }`,
    ...(hasDisk ? ["disk: {}"] : []),
    `psf: ${SPREAD_WORDS[spread]}`,
    `exposure: ${Number((2 ** exposureStops).toPrecision(6))}`,
  ].join("\n")}\n`;
}
