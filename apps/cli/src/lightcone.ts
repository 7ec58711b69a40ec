#!/usr/bin/env node
import { stripVTControlCharacters } from "node:util";
import type { CommandIo } from "./command.ts";
import { keepCompiledModules } from "./compiledModules.ts";

// Modules that are loaded before are made ready anew each time, so the program itself comes after.
keepCompiledModules();
const { runProgram } = await import("./program.ts");

const io: CommandIo = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(process.stderr.isTTY ? text : stripVTControlCharacters(text)),
  isTerminal: process.stderr.isTTY === true,
  outWidth: process.stdout.columns,
  outHasColour: process.stdout.isTTY === true && !process.env.NO_COLOR,
};

// Whoever reads may have had enough (`| head`): that is no fault. A full disk is.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== "EPIPE")
    io.err(`Standard output cannot be written (${message}).\n  to mend: make room, or send it elsewhere\n`);
  process.exit(code === "EPIPE" ? 0 : 2);
});

process.exitCode = await runProgram(process.argv.slice(2), io);
