import type { DiskCrossing, ObserverView, RayAnswer, RayPath, ViewDetail } from "@lightcone/relativity";
import type { ProblemText } from "../../page/problemList.ts";

/** A file that was dropped onto the page, by the name that a shot calls it. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the page asks its threads for, and what each kind of question is answered with. */
interface HoleQuestions {
  /** What the observer of a shot sees all around, for the graphics card. */
  readonly view: {
    readonly ask: { readonly shot: string; readonly detail: ViewDetail };
    readonly answer: { readonly view: ObserverView; readonly tookMs: number };
  };
  /** The sky before it is bent, as cube maps. */
  readonly sky: {
    readonly ask: { readonly shot: string; readonly pixelSolidAngle: number };
    readonly answer: SkyCubes;
  };
  /** The painter's own frame of a shot of one frame. */
  readonly still: { readonly ask: { readonly shot: string }; readonly answer: StillAnswer };
  /** A single ray, in the words of `lightcone trace`, where it went, and where it met the shot's disk. */
  readonly ray: {
    readonly ask: { readonly line: string; readonly shot: string };
    readonly answer: FollowedRay;
  };
  /** Whether a shot file is one. */
  readonly check: { readonly ask: { readonly shot: string }; readonly answer: Record<never, never> };
  /** Renders a movie and keeps it; says how far it is. */
  readonly movie: {
    readonly ask: { readonly shot: string; readonly given: readonly GivenFile[] };
    readonly answer: OpenedMovie;
  };
  /** Opens a lens map file and keeps it. */
  readonly lensMap: { readonly ask: { readonly file: GivenFile }; readonly answer: OpenedMovie };
  /** A frame of the open movie, in the light of a shot. */
  readonly frame: {
    readonly ask: { readonly index: number; readonly shot: string };
    readonly answer: { readonly png: Uint8Array; readonly tookMs: number };
  };
  /** A file of the open movie. */
  readonly file: { readonly ask: { readonly name: string }; readonly answer: { readonly bytes: Uint8Array } };
}

export type QuestionKind = keyof HoleQuestions;
export type Ask<Kind extends QuestionKind> = HoleQuestions[Kind]["ask"];
export type Answer<Kind extends QuestionKind> = HoleQuestions[Kind]["answer"];

/** Light of the sky on the six faces of a cube, in the order of graphics cards: +x -x +y -y +z -z; RGBA, sRGB. */
export interface SkyCubes {
  readonly panorama: CubeMap;
  readonly stars: CubeMap;
}

/** Faces of a cube, one after the other. */
export interface CubeMap {
  readonly edgePx: number;
  readonly faces: Uint8Array;
  /** What the faces' light was multiplied by, so that bright stars fit into a byte. */
  readonly scale: number;
}

/** A ray and its way. */
export interface FollowedRay {
  readonly ray: RayAnswer;
  readonly path: RayPath;
  readonly crossings: readonly DiskCrossing[];
}

/** A painted frame and what it was painted from. */
export interface StillAnswer {
  readonly png: Uint8Array;
  readonly lensMapSha256: string;
  readonly rays: number;
  readonly tookMs: number;
  readonly laneCount: number;
}

/** A movie that a thread keeps. */
export interface OpenedMovie {
  readonly name: string;
  readonly frameCount: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasDisk: boolean;
  readonly framesPerSecond: number;
  /** Its files, by name; only its lens map when it was opened from one. */
  readonly files: readonly string[];
  readonly lensMapSha256: string;
}

/** A question with its number. */
export interface HoleRequest {
  readonly id: number;
  readonly kind: QuestionKind;
  readonly ask: Ask<QuestionKind>;
}

/** What a thread sends: an answer, all that is wrong with the question, or how far it is. */
export type HoleReply =
  | { readonly id: number; readonly answer: Answer<QuestionKind> }
  | { readonly id: number; readonly problems: readonly ProblemText[] }
  | { readonly id: number; readonly progress: HoleProgress };

/** How far the rendering of a movie is. */
export interface HoleProgress {
  readonly stage: "trace" | "draw" | "finish";
  readonly framesDone: number;
  readonly frameCount: number;
  readonly rays: number;
}
