import { didYouMean } from "../../../spec/nearest.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import { tool } from "../../../spec/tool.ts";
import type { Command, CommandEntry } from "./command.ts";
import { EXIT_UNUSABLE, reportError } from "./failures.ts";
import { commandPage, overview } from "./help.ts";
import type { Io } from "./io.ts";
import { parseInput } from "./parse.ts";

/** Finds the command, reads its arguments, runs it; resolves to the exit status and never rejects. */
export async function dispatch(args: readonly string[], commands: readonly CommandEntry[], io: Io): Promise<number> {
  try {
    return await start(args, commands, io);
  } catch (error) {
    reportError(error, io);
    return EXIT_UNUSABLE;
  }
}

async function start(args: readonly string[], commands: readonly CommandEntry[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    io.err(overview(commands));
    return EXIT_UNUSABLE;
  }
  if (name === "--version" || name === "-v" || name === "-V" || name === "version")
    return print(`${tool.version}\n`, io);
  if (name === "--help" || name === "-h") return print(overview(commands), io);
  const entry = commands.find((command) => command.name === name);
  if (entry === undefined) throw unknownCommand(name, commands);
  return await runCommand(await entry.load(), rest, io);
}

async function runCommand(command: Command, args: readonly string[], io: Io): Promise<number> {
  try {
    const input = parseInput(args, command);
    return input.flag("help") ? print(commandPage(command), io) : await command.run(input, io);
  } catch (error) {
    reportError(error, io);
    await command.afterError?.(args, io);
    return EXIT_UNUSABLE;
  }
}

function print(text: string, io: Io): number {
  io.out(text);
  return 0;
}

/** Returns the error for an unknown command. */
export function unknownCommand(name: string, commands: readonly CommandEntry[]): OperatorError {
  const names = commands.map((command) => command.name);
  const what = name.startsWith("-")
    ? `options come after a command; "${name}" stands before one`
    : `"${name}" is not a command`;
  return new OperatorError({
    code: "CLI-COMMAND-UNKNOWN",
    message: `wac: ${what}.${didYouMean(name, names)}`,
    hint: `Commands: ${names.join(", ")}. See wac --help.`,
  });
}
