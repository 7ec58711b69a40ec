import { element } from "../../page/element.ts";

/** How long a browser may take to begin a download, in milliseconds. */
const BEGIN_MS = 10_000;

/** Gives a file to the person. */
export function download(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = element("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), BEGIN_MS);
}

/** Pixels for each unit of a picture, for screens of any kind. */
const PIXELS = 2;

/** An SVG drawn as PNG. @throws Error when the browser cannot draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    const [, width = "1056", height = "600"] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    image.width = Number(width) * PIXELS;
    image.height = Number(height) * PIXELS;
    image.src = url;
    await image.decode();
    const canvas = element("canvas", { width: image.width, height: image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, image.width, image.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("the picture could not be drawn");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
