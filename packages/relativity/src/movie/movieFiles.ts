/** Where the parts of a movie stand in its folder. */
export interface MovieFiles {
  readonly lensMap: string;
  readonly events: string;
  readonly contactSheet: string;
  readonly preview: string;
  readonly video: string;
  readonly manifest: string;
  /** The folder of the frames. */
  readonly frames: string;
}

/** Names of a movie's files. */
export const MOVIE_FILES: MovieFiles = {
  lensMap: "movie.lensmap",
  events: "events.csv",
  contactSheet: "contact-sheet.png",
  preview: "preview.png",
  video: "movie.mp4",
  manifest: "manifest.json",
  frames: "frames",
};
