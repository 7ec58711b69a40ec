import "./hole.css";
import "./explorer/explorer.css";
import "./explorer/ray.css";
import "./movie/movie.css";
import { element } from "../page/element.ts";
import { explorer } from "./explorer/explorer.ts";
import { movieView } from "./movie/movieView.ts";
import { openHoleThread } from "./thread/holeThread.ts";

/** Shows the explorer, and under its view movies. */
export function showView(panel: HTMLElement): void {
  const view = openHoleThread("views");
  view.start();
  const picture = openHoleThread("pictures");
  const sky = openHoleThread("sky");
  const { main, side } = explorer({ view, sky, picture });
  panel.append(element("div", { class: "hole-parts" }, main, side, movieView(openHoleThread("movies"))));
}
