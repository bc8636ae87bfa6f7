import type { Command } from "./command.ts";
import { EXIT_UNUSABLE, reportError } from "./failures.ts";
import { commandPage } from "./help.ts";
import { flushed, processIo } from "./io.ts";
import { parseInput } from "./parse.ts";

/** Runs a command that is a process by itself, with the arguments of the process, and ends that. */
export async function runAsProcess(command: Command): Promise<never> {
  const io = processIo();
  async function start(): Promise<number> {
    const input = parseInput(process.argv.slice(2), command);
    if (!input.flag("help")) return await command.run(input, io);
    io.out(commandPage(command));
    return 0;
  }
  const status = await start().catch((error: unknown) => {
    reportError(error, io);
    return EXIT_UNUSABLE;
  });
  await flushed();
  return process.exit(status);
}
