import { element } from "../../page/element.ts";

/** Small print under the view: frames and rays a second, and how far the picture is. */
export interface Meters {
  readonly place: HTMLElement;
  noteFrame(nowMs: number): void;
  noteRays(rays: number, tookMs: number): void;
  say(words: string): void;
}

/** Frames over which their rate is taken. */
const FRAME_COUNT = 20;
/** A pause between two frames that is longer, in milliseconds, is no slowness: nothing had changed. */
const PAUSE_MS = 250;

export function createMeters(): Meters {
  const frames = element("span", { class: "hole-meter" });
  const rays = element("span", { class: "hole-meter" });
  const words = element("span", { class: "hole-meter hole-words", role: "status" });
  let times: number[] = [];
  return {
    place: element("p", { class: "hole-meters" }, words, rays, frames),
    noteFrame(nowMs) {
      const last = times.at(-1);
      if (last !== undefined && nowMs - last > PAUSE_MS) times = [];
      times.push(nowMs);
      if (times.length > FRAME_COUNT) times.shift();
      const [first] = times;
      if (first === undefined || times.length < 5) return;
      frames.textContent = `${Math.round((1000 * (times.length - 1)) / (nowMs - first))} frames/s`;
    },
    noteRays(count, tookMs) {
      rays.textContent = `${thousands((1000 * count) / tookMs)} rays/s`;
      rays.title = `${count} rays in ${Math.round(tookMs)} ms`;
    },
    say: (said) => {
      words.textContent = said;
    },
  };
}

function thousands(value: number): string {
  return value < 9950 ? `${(value / 1000).toFixed(1)} k` : `${Math.round(value / 1000)} k`;
}
