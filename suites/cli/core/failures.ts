import { visible } from "../../../spec/format-text.ts";
import { formatOperatorError, OperatorError } from "../../../spec/operator-error.ts";
import { tool } from "../../../spec/tool.ts";
import { asTyped } from "./invocation.ts";
import type { Io } from "./io.ts";

/** Exit status of a command that could not run, for any reason. */
export const EXIT_UNUSABLE = 2;

/** Reports an error on standard error: a mistake of the user with its remedy, a defect of ours as such. */
export function reportError(error: unknown, io: Pick<Io, "err" | "env">): void {
  if (error instanceof OperatorError) {
    io.err(`${visible(asTyped(formatOperatorError(error)))}\n`);
    if (debugging(io)) io.err(`${error.stack ?? ""}\n`);
    return;
  }
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  io.err(
    `INTERNAL: this is a defect of wac ${tool.version}, not of what you typed or of the target: ${visible(summary)}\n`,
  );
  if (debugging(io)) io.err(`${error instanceof Error ? error.stack : ""}\n`);
  else io.err("  hint: Run it again with WAC_DEBUG=1 for the stack, and report both with the command line.\n");
}

function debugging(io: Pick<Io, "env">): boolean {
  return io.env.WAC_DEBUG === "1";
}
