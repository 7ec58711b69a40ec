import "./hole.css";
import "./explorer/explorer.css";
import "./explorer/ray.css";
import "./movie/movie.css";
import { explorer } from "./explorer/explorer.ts";
import { movieView } from "./movie/movieView.ts";
import { openHoleThread } from "./thread/holeThread.ts";

/** Shows the explorer, and under it movies. */
export function showView(panel: HTMLElement): void {
  const view = openHoleThread("views");
  const picture = openHoleThread("pictures");
  panel.append(explorer({ view, picture }), movieView(openHoleThread("movies")));
}
