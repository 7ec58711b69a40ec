/** Where a command writes, and what it may ask of the outside. */
export interface CommandIo {
  /** Results; the only thing that goes to standard output. */
  readonly out: (text: string) => void;
  /** Everything for the person watching: progress, warnings, where files are. */
  readonly err: (text: string) => void;
  /** True when a person watches standard error: progress bars are drawn only then. */
  readonly isTerminal: boolean;
  /** Characters in a line of standard output, where it is a terminal. */
  readonly outWidth?: number;
  /** True when standard output wants colours. */
  readonly outHasColour: boolean;
}

/** What a command's own module holds: it is loaded when its word is on the line. */
export interface Command {
  /** The whole of `lightcone NAME --help`, with an example that runs. */
  readonly help: string;
  /** @returns the exit code: 0 done, 1 a check did not hold. Bad input is thrown as an InputError. */
  readonly run: (args: readonly string[], io: CommandIo) => Promise<number>;
}

/** One word after `lightcone`, as far as it is known without loading its command. */
export interface CommandEntry {
  readonly name: string;
  /** One line for `lightcone --help`. */
  readonly summary: string;
  /** Words after its own that have a help of their own: `lightcone NAME WORD --help`. */
  readonly topics?: readonly string[];
  readonly load: () => Promise<Command>;
}
