/** Gives a file to the person, by the browser's own download. */
export function saveFile(name: string, bytes: Uint8Array, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
