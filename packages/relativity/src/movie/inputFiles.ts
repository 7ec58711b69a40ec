/** A file that a shot names, or one that ships with the renderer. */
export interface InputFile {
  /** As the shot names it; shipped ones begin with `lightcone:`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Where a movie's inputs come from. */
export interface InputFiles {
  /**
   * A file by its path from the folder of the shot.
   * @param at  the field that names it, for the message
   * @throws InputError when it cannot be read
   */
  open(name: string, at: string): InputFile;
  /** A file of the renderer's own, such as `stars.csv`. */
  openShipped(name: string): InputFile;
}

/** The text of a file in UTF-8. */
export function textOf({ bytes }: InputFile): string {
  return new TextDecoder().decode(bytes);
}
