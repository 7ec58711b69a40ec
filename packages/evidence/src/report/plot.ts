import { figure } from "./figure.ts";

/** Values of one line or bar group. */
export interface PlotSeries {
  readonly name: string;
  /** @property x  place along the axis: a number, or the index of a bar */
  readonly points: readonly {
    readonly x: number;
    readonly median: number;
    readonly rounds: readonly number[];
  }[];
}

/** What a drawing shows. */
export interface PlotContent {
  readonly title: string;
  readonly unit: string;
  /** Name of the axis; empty for bars. */
  readonly along: string;
  readonly series: readonly PlotSeries[];
  /** Name of each bar; empty for lines. */
  readonly bars: readonly string[];
}

const WIDTH = 720;
const LEFT = 64;
const RIGHT = 170;
const TOP = 34;
const ROW = 30;
const LINES_HEIGHT = 300;
const NAME_HEIGHT = 14;
const COLOURS = ["#1f5fa8", "#c4531a", "#2c7a4b", "#7a3f9d", "#8a6d1b", "#4a5568"];

/** A drawing as SVG that needs nothing else: bars with their rounds as dots, or lines along a sweep. */
export function plotSvg(content: PlotContent): string {
  if (content.series.every(({ points }) => points.length === 0)) {
    return frame(2 * ROW + TOP, content.title, [text(LEFT, TOP + ROW, "No undisturbed run tells this.")]);
  }
  return content.bars.length > 0 ? barsSvg(content) : linesSvg(content);
}

function frame(height: number, title: string, body: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(12, 20, title, 'font-size="14" font-weight="bold"'),
    ...body,
    "</svg>",
  ].join("\n");
}

function text(x: number, y: number, words: string, attributes = ""): string {
  return `<text class="ink" x="${round(x)}" y="${round(y)}" fill="#222" ${attributes}>${escaped(words)}</text>`;
}

function barsSvg({ title, unit, series, bars }: PlotContent): string {
  const points = series.flatMap((one) => one.points);
  const most = Math.max(...points.flatMap(({ rounds, median }) => [...rounds, median]), 0) || 1;
  const nameWidth = 200;
  const scale = (WIDTH - nameWidth - 90) / most;
  const body = points.flatMap(({ x, median, rounds }) => {
    const y = TOP + ROW * x;
    const width = Math.max(0, median * scale);
    return [
      text(nameWidth - 8, y + 16, bars[x] ?? "", 'text-anchor="end"'),
      `<rect x="${nameWidth}" y="${y + 4}" width="${round(width)}" height="16" class="series" fill="${COLOURS[0]}" fill-opacity="0.75"/>`,
      ...rounds.map(
        (value) =>
          `<circle cx="${round(nameWidth + value * scale)}" cy="${y + 12}" r="2.5" class="ink" fill="#222"/>`,
      ),
      text(
        nameWidth + Math.max(width, ...rounds.map((value) => value * scale)) + 8,
        y + 16,
        label(median, unit),
      ),
    ];
  });
  return frame(TOP + ROW * bars.length + 12, title, body);
}

function linesSvg({ title, unit, along, series }: PlotContent): string {
  const points = series.flatMap((one) => one.points);
  const xs = points.map(({ x }) => x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const most = Math.max(...points.flatMap(({ rounds, median }) => [...rounds, median]), 0) || 1;
  const bottom = LINES_HEIGHT - 40;
  const atX = (x: number): number => LEFT + ((x - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT);
  const atY = (y: number): number => bottom - (y / most) * (bottom - TOP - 8);
  const axis = [
    `<path d="M${LEFT} ${TOP}V${bottom}H${WIDTH - RIGHT}" fill="none" stroke="#888"/>`,
    ...[0, most / 2, most].map((y) => text(LEFT - 6, atY(y) + 4, label(y, unit), 'text-anchor="end"')),
    ...[...new Set(xs)].map((x) => text(atX(x), bottom + 18, String(x), 'text-anchor="middle"')),
    text((LEFT + WIDTH - RIGHT) / 2, bottom + 34, along, 'text-anchor="middle"'),
  ];
  const tagYs = apart(series.map(({ points: own }) => atY(own.at(-1)?.median ?? 0)));
  const drawn = series.flatMap(({ name, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = own.map(({ x, median }) => `${round(atX(x))} ${round(atY(median))}`).join("L");
    const dots = own.flatMap(({ x, rounds }) =>
      rounds.map((y) => `<circle cx="${round(atX(x))}" cy="${round(atY(y))}" r="2.5" fill="${colour}"/>`),
    );
    const end = own.at(-1);
    const tag =
      end === undefined ? [] : [text(atX(end.x) + 10, tagYs[index]! + 4, name, `style="fill:${colour}"`)];
    const line = `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`;
    return ['<g class="series">', line, ...dots, ...tag, "</g>"];
  });
  return frame(LINES_HEIGHT, title, [...axis, ...drawn]);
}

/** Heights of names, in the order of the lines that they stand beside, moved down where they would cover each other. */
function apart(ys: readonly number[]): number[] {
  const moved = [...ys];
  let free = Number.NEGATIVE_INFINITY;
  for (const index of [...ys.keys()].sort((a, b) => ys[a]! - ys[b]!)) {
    moved[index] = Math.max(ys[index]!, free);
    free = moved[index]! + NAME_HEIGHT;
  }
  return moved;
}

function label(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const words = figure(value, unit, unit, digits);
  return unit === "" ? words : `${words} ${unit}`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Text that stands for itself in markup. */
export function escaped(words: string): string {
  return words
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
