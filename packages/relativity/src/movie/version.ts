/** Version of the renderer, that of its package. */
export const RENDERER_VERSION = "0.1.0";
/** Layout of a movie's folder and manifest; raised when a reader would have to change. */
export const MOVIE_FORMAT = "lightcone-movie-1";
