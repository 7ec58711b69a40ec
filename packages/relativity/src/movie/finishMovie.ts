import { type FrameRecord, frameFile } from "./frameRecord.ts";
import type { MovieJournal } from "./journal.ts";
import { type OutputFile, writeManifest } from "./manifest.ts";
import { MOVIE_FILES } from "./movieFiles.ts";
import type { MoviePlan } from "./moviePlan.ts";
import { digestOf, type FileDigest, type MovieStore } from "./movieStore.ts";
import { smallPictures } from "./smallPictures.ts";

/** Makes a video of the pictures it is given, in order; undefined where it cannot. */
export type EncodeVideo = (
  pictures: Iterable<Uint8Array>,
  framesPerSecond: number,
) => Promise<Uint8Array | undefined>;

/** What is needed to finish a movie all of whose frames are drawn. */
export interface Finishing {
  readonly plan: MoviePlan;
  readonly store: MovieStore;
  readonly journal: MovieJournal;
  readonly records: readonly FrameRecord[];
  /** Of the lens map's file, which is written. */
  readonly lensMap: FileDigest;
  readonly encodeVideo: EncodeVideo | undefined;
}

/**
 * Makes what stands beside the frames, then the manifest, throws the journal away and gives the store back.
 * @returns the outputs besides the frames
 */
export async function finishMovie(finishing: Finishing): Promise<readonly string[]> {
  const { plan, store, journal, records, lensMap } = finishing;
  const { output } = plan.scene.shot;
  const files: OutputFile[] = [{ file: MOVIE_FILES.lensMap, ...lensMap }];
  const put = (file: string, content: Uint8Array): void => {
    store.write(file, content);
    files.push({ file, ...digestOf(store, content) });
  };
  if (output.hasEvents) files.push({ file: MOVIE_FILES.events, ...journal.eventsDigest() });
  const small = smallPictures(plan, journal);
  if (output.hasContactSheet) put(MOVIE_FILES.contactSheet, small.sheet());
  if (output.hasPreview) put(MOVIE_FILES.preview, small.preview());
  if (finishing.encodeVideo !== undefined && output.hasVideo) {
    const video = await finishing.encodeVideo(pictures(finishing), output.framesPerSecond);
    if (video !== undefined) put(MOVIE_FILES.video, video);
  }
  const names = files.map(({ file }) => file);
  removeStrangers(store, records, names);
  if (output.hasEvents) journal.placeEvents();
  writeManifest(store, { plan, records, files });
  journal.close();
  store.giveBack();
  return names;
}

function* pictures({ store, records }: Finishing): Generator<Uint8Array> {
  for (const { file } of records) yield store.read(file)!;
}

/** Removes what an earlier movie in the same folder left, so that all that is there is this movie. */
function removeStrangers(store: MovieStore, records: readonly FrameRecord[], files: readonly string[]): void {
  const own = new Set(records.map(({ frame }) => frameFile(frame)));
  for (const name of store.list(MOVIE_FILES.frames)) {
    const file = `${MOVIE_FILES.frames}/${name}`;
    if (/^frame-\d{5,}\.png$/.test(name) && !own.has(file)) store.remove(file);
  }
  const { events, contactSheet: sheet, preview, video } = MOVIE_FILES;
  for (const file of [events, sheet, preview, video]) if (!files.includes(file)) store.remove(file);
}
