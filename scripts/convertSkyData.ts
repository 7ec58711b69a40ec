// Writes the sky that the renderer ships (packages/relativity/data) from the npm package d3-celestial:
//   node scripts/convertSkyData.ts
// The files are checked in, so that a clone and an installed package have them; a test holds them to this script.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Stars that the shipped catalogue holds: the brightest of Hipparcos, down to V = 6.11. */
export const SHIPPED_STAR_COUNT = 5654;
/** Isophotes are kept to this fraction of a degree. */
const ISOPHOTE_UNITS_PER_DEGREE = 100;

interface Feature<Properties, Geometry> {
  readonly id: number | string;
  readonly properties: Properties;
  readonly geometry: { readonly coordinates: Geometry };
}
type StarFeature = Feature<{ readonly mag: number; readonly bv: string }, readonly [number, number]>;
type IsophoteFeature = Feature<unknown, readonly (readonly (readonly [number, number])[])[][]>;

function packageFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve("d3-celestial/package.json")), name);
}

function features<T>(name: string): readonly T[] {
  return (JSON.parse(readFileSync(packageFile(join("data", name)), "utf8")) as { features: readonly T[] })
    .features;
}

/** The catalogue's text: brightest first, right ascension in [0, 360) degrees. */
export function starCatalogueCsv(): string {
  const stars = [...features<StarFeature>("stars.8.json")]
    .sort((a, b) => a.properties.mag - b.properties.mag || Number(a.id) - Number(b.id))
    .slice(0, SHIPPED_STAR_COUNT);
  const rows = stars.map(({ id, properties: { mag, bv }, geometry: { coordinates } }) => {
    const [longitudeDeg, latitudeDeg] = coordinates;
    const rightAscensionDeg = longitudeDeg < 0 ? longitudeDeg + 360 : longitudeDeg;
    return `${id},${rightAscensionDeg.toFixed(4)},${latitudeDeg.toFixed(4)},${mag.toFixed(2)},${bv}`;
  });
  return `hip,raDeg,decDeg,vMag,bMinusV\n${rows.join("\n")}\n`;
}

/** One ring as `level lon lat`, then steps to the next corner, in hundredths of a degree. */
function ringLine(level: number, ring: readonly (readonly [number, number])[]): string {
  const units = (deg: number): number => Math.round(deg * ISOPHOTE_UNITS_PER_DEGREE);
  const words = [level, units(ring[0]![0]), units(ring[0]![1])];
  for (let corner = 1; corner < ring.length; corner++) {
    words.push(
      units(ring[corner]![0]) - units(ring[corner - 1]![0]),
      units(ring[corner]![1]) - units(ring[corner - 1]![1]),
    );
  }
  return words.join(" ");
}

/** The Milky Way's isophotes, faintest (level 1) first. */
export function milkyWayText(): string {
  const rings = features<IsophoteFeature>("mw.json").flatMap((feature, index) =>
    feature.geometry.coordinates.flat().map((ring) => ringLine(index + 1, ring)),
  );
  return `# level lonHundredthsDeg latHundredthsDeg, then steps to each next corner\n${rings.join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const data = join(dirname(dirname(fileURLToPath(import.meta.url))), "packages/relativity/data");
  writeFileSync(join(data, "stars.csv"), starCatalogueCsv());
  writeFileSync(join(data, "milky-way.txt"), milkyWayText());
  writeFileSync(join(data, "LICENSE-d3-celestial"), readFileSync(packageFile("LICENSE")));
}
