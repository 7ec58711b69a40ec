/** Signals that end a program politely, and the exit codes that shells expect of them. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const cleanups: (() => void)[] = [];
let isListening = false;

/**
 * Has something done before a signal ends this program: what was asked for last is done first.
 * @returns takes it back
 */
export function beforeEnding(cleanup: () => void): () => void {
  cleanups.push(cleanup);
  if (!isListening) listen();
  return () => {
    const place = cleanups.lastIndexOf(cleanup);
    if (place >= 0) cleanups.splice(place, 1);
  };
}

function listen(): void {
  isListening = true;
  for (const [signal, exitCode] of Object.entries(EXIT_CODES)) {
    process.on(signal, () => {
      for (const cleanup of cleanups.splice(0).reverse()) cleanup();
      process.exit(exitCode);
    });
  }
}
