import type { Currency } from "../home/home.ts";
import { fixed } from "./figures.ts";

/** A price or a sum in the minor unit, one decimal: `9.2 p`. */
export function minorSum(pence: number, { minor }: Currency): string {
  return `${fixed(pence, 1)} ${minor}`;
}

/** A sum in the major unit, from the minor one, for headlines: `£3.12`, `-£0.40`, `3.12 kr`. */
export function majorSum(pence: number, { major }: Currency): string {
  const figure = fixed(pence / 100, 2);
  if (/\p{L}/u.test(major)) return `${figure} ${major}`;
  return figure.startsWith("-") ? `-${major}${figure.slice(1)}` : `${major}${figure}`;
}
