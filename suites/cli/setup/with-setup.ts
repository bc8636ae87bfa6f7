import { dirname } from "node:path";
import { excerpt } from "../../../spec/excerpt.ts";
import { formatOperatorError, OperatorError } from "../../../spec/operator-error.ts";
import { createRedactor } from "../../client/redact.ts";
import { secretsOf } from "../../target/fixtures.ts";
import { mergeFixtures } from "../../target/merge-fixtures.ts";
import type { ResolvedCommand, ResolvedTarget } from "../../target/types.ts";
import type { Io } from "../core/io.ts";
import { type CommandContext, type CommandResult, runCommand, runCommandSync } from "./process.ts";

/** The services that a setup and a teardown need. */
export interface SetupServices {
  readonly io: Pick<Io, "cwd" | "env" | "err">;
  /** Aborts a running setup. */
  readonly signal: AbortSignal;
}

/**
 * Uses a target between its setup and its teardown: the fixtures that setup prints are merged into those of the file,
 * and teardown always runs, even if the process exits meanwhile. A failing teardown is reported as a warning.
 *
 * @throws OperatorError `SETUP-…` if setup fails or prints something other than fixtures; whatever `use` throws.
 */
export async function withSetup<T>(
  target: ResolvedTarget,
  services: SetupServices,
  use: (target: ResolvedTarget) => Promise<T>,
): Promise<T> {
  let current = target;
  const tearDown = once(() => runTeardown(current, services.io));
  process.once("exit", tearDown);
  try {
    current = await setUp(target, services);
    return await use(current);
  } finally {
    process.off("exit", tearDown);
    tearDown();
  }
}

async function setUp(target: ResolvedTarget, { io, signal }: SetupServices): Promise<ResolvedTarget> {
  const { setup } = target;
  if (setup === null) return target;
  io.err(`setup: ${commandText(setup, target)}\n`);
  const result = await runCommand(setup, contextOf(target, io), signal);
  if (result.failure !== null) throw failed("SETUP", setup, target, result);
  return { ...target, fixtures: mergeFixtures(target.fixtures, result.stdout) };
}

function runTeardown(target: ResolvedTarget, io: SetupServices["io"]): void {
  const { teardown } = target;
  if (teardown === null) return;
  io.err(`teardown: ${commandText(teardown, target)}\n`);
  const result = runCommandSync(teardown, contextOf(target, io));
  if (result.failure === null) return;
  io.err(`warning: ${formatOperatorError(failed("TEARDOWN", teardown, target, result))}\n`);
}

function contextOf(target: ResolvedTarget, { cwd, env }: SetupServices["io"]): CommandContext {
  return {
    cwd: target.file === null ? cwd : dirname(target.file),
    env: { ...env, WAC_BASE_URL: target.baseUrl, WAC_API_KEY: target.apiKey },
    input: `${JSON.stringify(target.fixtures)}\n`,
  };
}

const HINTS = {
  SETUP: "Run the command by itself in the folder of the target file; its standard error says why it fails.",
  TEARDOWN: "What setup made may still be there: remove it by hand. The exit status stays that of the run.",
};

function failed(
  part: keyof typeof HINTS,
  command: ResolvedCommand,
  target: ResolvedTarget,
  { failure, stderr }: CommandResult,
): OperatorError {
  const last = tailOf(redacted(stderr, target));
  return new OperatorError({
    code: `${part}-FAILED`,
    message: `${part.toLowerCase()} of the target file failed: ${failure}.\n  command: ${commandText(command, target)}`,
    cause: last === "" ? "standard error is empty" : `the end of standard error:\n${last}`,
    hint: HINTS[part],
  });
}

/** Lines, and characters, of standard error that an error shows. */
const LAST_LINES = 10;
const LAST_CHARACTERS = 2000;

function tailOf(text: string): string {
  return text.trimEnd().split("\n").slice(-LAST_LINES).join("\n").slice(-LAST_CHARACTERS);
}

function commandText({ command }: ResolvedCommand, target: ResolvedTarget): string {
  return excerpt(redacted(typeof command === "string" ? command : JSON.stringify(command), target), 300);
}

function redacted(text: string, target: ResolvedTarget): string {
  return createRedactor(secretsOf(target), () => true).text(text);
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
