/** Kinds of video that browsers record, best first. */
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"] as const;

/** The kind of video that this browser can record; undefined when it records none. */
export function videoKind(): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
}

/** Frames in the order in which they are shown. */
export interface VideoFrames {
  readonly pngs: readonly Uint8Array[];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
}

/** Light that a second of video is made of, in bits. */
const BITS_A_SECOND = 8_000_000;

/** Records frames as a video, which takes as long as showing it. */
export async function recordVideo(frames: VideoFrames, kind: string): Promise<Uint8Array> {
  const { pngs, widthPx, heightPx, framesPerSecond } = frames;
  const canvas = document.createElement("canvas");
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(framesPerSecond), {
    mimeType: kind,
    videoBitsPerSecond: BITS_A_SECOND,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (const png of pngs) {
    const image = await createImageBitmap(new Blob([png.slice()], { type: "image/png" }));
    context?.drawImage(image, 0, 0);
    image.close();
    await new Promise((resolve) => setTimeout(resolve, 1000 / framesPerSecond));
  }
  recorder.stop();
  await ended;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
