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

/** How often the first frame is handed to a recorder that does not begin. */
const MOST_TRIES = 500;
/** Time in which a recorder takes up its first frame, and before its end its last one, in milliseconds. */
const EDGE_MS = 200;

/**
 * Records frames as a video, which takes as long as showing it. Each frame is handed to the recorder when its time has
 * come; the first and the last one are shown a little longer, so that none is lost on a busy machine.
 * @throws Error when the browser recorded nothing
 */
export async function recordVideo(frames: VideoFrames, kind: string): Promise<Uint8Array> {
  const { pngs, widthPx, heightPx, framesPerSecond } = frames;
  const canvas = document.createElement("canvas");
  canvas.width = widthPx;
  canvas.height = heightPx;
  const context = canvas.getContext("2d");
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: BITS_A_SECOND });
  const parts: Blob[] = [];
  let isOn = false;
  recorder.onstart = () => {
    isOn = true;
  };
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const show = async (png: Uint8Array): Promise<void> => {
    const image = await createImageBitmap(new Blob([png.slice()], { type: "image/png" }));
    // A recorder that is not on yet takes no frame up, and it is on only when it has seen one.
    for (let tries = 0; tries === 0 || (!isOn && tries < MOST_TRIES); tries++) {
      if (tries > 0) await pause(EDGE_MS / 10);
      context?.drawImage(image, 0, 0);
      track?.requestFrame();
    }
    image.close();
  };
  recorder.start();
  let dueMs = performance.now();
  for (const [index, png] of pngs.entries()) {
    await show(png);
    dueMs += 1000 / framesPerSecond + (index === 0 || index === pngs.length - 1 ? EDGE_MS : 0);
    await pause(dueMs - performance.now());
  }
  const hasEnded = happened(recorder, "stop");
  recorder.stop();
  await hasEnded;
  const video = new Blob(parts);
  if (video.size === 0)
    throw new Error("the browser recorded nothing: try again, or save the frames instead");
  return new Uint8Array(await video.arrayBuffer());
}

function happened(target: EventTarget, name: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(milliseconds, 0)));
}
