import { type EncodeVideo, findVideoEncoder, type MovieReport } from "@lightcone/relativity";

/** Makes the MP4 of a movie where the machine can, and knows what to say where it cannot. */
export interface MovieVideo {
  readonly encodeVideo: EncodeVideo;
  /** A line for the person who wonders where the MP4 is; empty where there is one or none was to be. */
  whyNone(report: MovieReport): string;
}

/** Looks for ffmpeg. A movie is whole without its MP4: an encoder that fails says so and stops nothing else. */
export function openMovieVideo(): MovieVideo {
  const encoder = findVideoEncoder();
  let reason = "";
  return {
    encodeVideo: async (pictures, framesPerSecond) => {
      if (encoder === undefined) {
        reason = "there is no ffmpeg on PATH; install it and render again, the lens map serves again";
        return undefined;
      }
      try {
        return await encoder.encode(pictures, framesPerSecond);
      } catch (error) {
        reason = `${encoder.name} could not make one: ${error instanceof Error ? error.message : String(error)}`;
        return undefined;
      }
    },
    whyNone({ files, frames }) {
      if (reason === "" || frames.length === 1) return "";
      const instead = files.includes("preview.png") ? " preview.png is the movie as an animated PNG." : "";
      return `No MP4: ${reason}.${instead}\n`;
    },
  };
}
