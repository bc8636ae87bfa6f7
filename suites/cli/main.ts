#!/usr/bin/env node
import { COMMANDS } from "./commands/index.ts";
import { dispatch } from "./core/dispatch.ts";
import { EXIT_UNUSABLE, reportError } from "./core/failures.ts";
import { flushed, processIo } from "./core/io.ts";

const io = processIo();

/** Reports an error that no command caught. It is a defect of ours and must not look like a verdict. */
function escaped(error: unknown): void {
  reportError(error, io);
  void flushed().finally(() => process.exit(EXIT_UNUSABLE));
}

process.on("uncaughtException", escaped);
process.on("unhandledRejection", escaped);
// If a command waits for something that can no longer happen, Node.js would exit silently.
process.once("beforeExit", () => escaped(new Error("the command waits for something that can no longer happen")));

const status = await dispatch(process.argv.slice(2), COMMANDS, io);
await flushed();
process.exit(status);
