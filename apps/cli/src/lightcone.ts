#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Command, CommandIo } from "./command.ts";
import { commands } from "./commands.ts";
import { describeFailure } from "./failure.ts";

const io: CommandIo = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(process.stderr.isTTY ? text : stripVTControlCharacters(text)),
  isTerminal: process.stderr.isTTY === true,
  outWidth: process.stdout.columns,
  outHasColour: process.stdout.isTTY === true && !process.env.NO_COLOR,
};

process.exitCode = await main(process.argv.slice(2));

async function main([word, ...args]: readonly string[]): Promise<number> {
  if (word === undefined || word === "--help" || word === "help") {
    io.out(overview());
    return 0;
  }
  if (word === "--version") {
    io.out(`lightcone ${version()}\n`);
    return 0;
  }
  const command = commands.find(({ name }) => name === word);
  if (command === undefined) {
    io.err(`There is no command ${JSON.stringify(word)}.\n${commandList(commands)}`);
    return 2;
  }
  // With a word after it, --help is about a file of the command's: `lightcone plan --help home`.
  if (args.length === 1 && args[0] === "--help") {
    io.out(command.help);
    return 0;
  }
  try {
    return await command.run(args, io);
  } catch (error) {
    const { text, exitCode } = describeFailure(error, helpWords(command, args));
    io.err(text);
    return exitCode;
  }
}

/** What stands between `lightcone` and `--help` for the help about this line. */
function helpWords({ name, topics = [] }: Command, [word = ""]: readonly string[]): string {
  return topics.includes(word) ? `${name} ${word}` : name;
}

function overview(): string {
  return `lightcone ${version()}: plan a home battery on a dynamic tariff, or film a fall into a black hole.

${commandList(commands)}
Every command explains itself: lightcone plan --help
Try it:                        lightcone plan examples/home.yaml --html out/plan.html
`;
}

function commandList(list: readonly Command[]): string {
  const width = Math.max(...list.map(({ name }) => name.length));
  return `Commands:\n${list.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join("")}`;
}

function version(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
