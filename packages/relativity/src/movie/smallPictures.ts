import type { ByteImage } from "../picture/linearImage.ts";
import { encodeAnimatedPng, encodePng } from "../picture/png.ts";
import { CONTACT_PICTURES, contactSheet } from "./contactSheet.ts";
import type { MovieJournal } from "./journal.ts";
import type { MoviePlan } from "./moviePlan.ts";
import { WANT_EVENTS, WANT_PREVIEW, WANT_SHEET } from "./paintLayout.ts";
import { evenlyChosen, thumbnailFactor } from "./thumbnail.ts";

/** Pictures of a preview at most; of longer movies it shows every so many frames. */
const PREVIEW_PICTURES = 200;
const MILLISECONDS = 1000;

/** What is wanted of frames besides their pictures, by their numbers: sums of the WANT_ numbers. */
export function wantedOf({ cameras, scene }: MoviePlan): ReadonlyMap<number, number> {
  const { hasPreview, hasContactSheet, hasEvents } = scene.shot.output;
  const wanted = cameras.map(() => (hasEvents ? WANT_EVENTS : 0));
  if (hasPreview) {
    for (const index of evenlyChosen(cameras.length, PREVIEW_PICTURES)) wanted[index]! += WANT_PREVIEW;
  }
  if (hasContactSheet) {
    for (const index of evenlyChosen(cameras.length, CONTACT_PICTURES)) wanted[index]! += WANT_SHEET;
  }
  return new Map(cameras.map(({ frame }, index) => [frame, wanted[index]!]));
}

/** The contact sheet and the preview of a movie all of whose parts the journal holds. */
export interface SmallPictures {
  sheet(): Uint8Array;
  preview(): Uint8Array;
}

/** Makes contact sheet and preview out of the small pictures that were kept. */
export function smallPictures(plan: MoviePlan, journal: MovieJournal): SmallPictures {
  const { camera, output } = plan.scene.shot;
  const factor = thumbnailFactor(camera.widthPx);
  const size = { widthPx: Math.ceil(camera.widthPx / factor), heightPx: Math.ceil(camera.heightPx / factor) };
  const kept = plan.groups.flatMap(({ parts }) => parts.flatMap((part) => journal.smallPictures(part)));
  return {
    sheet: () => {
      const pictures = kept.filter(({ sheet }) => sheet.length > 0);
      return encodePng(contactSheet(pictures.map(({ sheet: rgb }): ByteImage => ({ ...size, rgb }))));
    },
    preview: () => {
      const pictures = kept.filter(({ preview }) => preview.length > 0);
      const frames = pictures.map(({ preview: packed }) => ({ ...size, packed }));
      const seconds = plan.cameras.length / output.framesPerSecond;
      const frameMilliseconds = Math.max(1, Math.round((seconds * MILLISECONDS) / frames.length));
      return encodeAnimatedPng({ frames, frameMilliseconds });
    },
  };
}
