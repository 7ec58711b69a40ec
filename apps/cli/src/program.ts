import { readFileSync } from "node:fs";
import type { CommandEntry, CommandIo } from "./command.ts";
import { commands } from "./commands.ts";

/**
 * Runs the command that a line begins with.
 * @param words  what stands after `lightcone`
 * @returns the exit code: the command's own, 2 for bad input, 3 for a fault of ours
 */
export async function runProgram([word, ...args]: readonly string[], io: CommandIo): Promise<number> {
  if (word === undefined || word === "--help" || word === "help") {
    io.out(overview());
    return 0;
  }
  if (word === "--version") {
    io.out(`lightcone ${version()}\n`);
    return 0;
  }
  const entry = commands.find(({ name }) => name === word);
  if (entry === undefined) {
    io.err(`There is no command ${JSON.stringify(word)}.\n${commandList(commands)}`);
    return 2;
  }
  const command = await entry.load();
  // With a word after it, --help is about a file of the command's: `lightcone plan --help home`.
  if (args.length === 1 && args[0] === "--help") {
    io.out(command.help);
    return 0;
  }
  try {
    return await command.run(args, io);
  } catch (error) {
    const { describeFailure } = await import("./failure.ts");
    const { text, exitCode } = describeFailure(error, helpWords(entry, args));
    io.err(text);
    return exitCode;
  }
}

/** What stands between `lightcone` and `--help` for the help about this line. */
function helpWords({ name, topics = [] }: CommandEntry, [word = ""]: readonly string[]): string {
  return topics.includes(word) ? `${name} ${word}` : name;
}

function overview(): string {
  return `lightcone ${version()}: plan a home battery on a dynamic tariff, or film a fall into a black hole.

${commandList(commands)}
Every command explains itself: lightcone plan --help
Try it:                        lightcone plan examples/home.yaml --html out/plan.html
`;
}

function commandList(list: readonly CommandEntry[]): string {
  const width = Math.max(...list.map(({ name }) => name.length));
  return `Commands:\n${list.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join("")}`;
}

function version(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
