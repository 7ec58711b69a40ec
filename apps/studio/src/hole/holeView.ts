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
  view.start();
  const picture = openHoleThread("pictures");
  const sky = openHoleThread("sky");
  panel.append(explorer({ view, sky, picture }), movieView(openHoleThread("movies")));
}
