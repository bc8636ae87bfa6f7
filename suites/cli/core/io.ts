import { createInterface } from "node:readline/promises";
import { withoutCommands } from "../../../spec/escape.ts";
import { formatOperatorError, OperatorError } from "../../../spec/operator-error.ts";

/** The environment of a command: its streams, variables and folder. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when standard error is a terminal that people watch: a line there may be drawn again. */
  readonly lively: boolean;
  /** True if standard output supports colour: a terminal, and neither NO_COLOR nor TERM=dumb. */
  readonly colour: boolean;
  /** True if a question can be answered: terminals for input and output, and no CI. */
  readonly interactive: boolean;
  /** Results: standard output. Text of a target in them never acts as a command of the CI system that reads the log. */
  out(text: string): void;
  /** Commands to the CI system itself, on standard output. */
  annotate(commands: string): void;
  /** Everything else: standard error. */
  err(text: string): void;
  /** Lets the command end without waiting for unread output, such as a log at the end of a server. */
  hurry(): void;
  /** Asks on the terminal; null when the response never came (end of input). */
  ask(question: string): Promise<string | null>;
}

/** Returns the streams of the process. Output to a closed reader is dropped, so that `wac list | head` succeeds. */
export function processIo(): Io {
  const { env, stdin, stdout, stderr } = process;
  stdout.on("error", exitOnOutputError);
  // There is no other stream to report it on.
  stderr.on("error", () => undefined);
  const terminal = stdout.isTTY === true;
  return {
    cwd: process.cwd(),
    env,
    lively: stderr.isTTY === true && env.TERM !== "dumb" && !isCi(env),
    colour: takesColour(terminal, env),
    interactive: terminal && stdin.isTTY === true && !isCi(env),
    out: (text) => void stdout.write(withoutCommands(text)),
    annotate: (commands) => void stdout.write(commands),
    err: (text) => void stderr.write(withoutCommands(text)),
    hurry: () => {
      patienceMs = HURRIED_MS;
    },
    ask,
  };
}

/** Returns true in continuous integration, where nobody can answer questions. */
function isCi(env: Io["env"]): boolean {
  return env.CI !== undefined && env.CI !== "" && env.CI !== "false" && env.CI !== "0";
}

/** Waits until all output has left the process, since a pipe is slower than an exit. */
export async function flushed(): Promise<void> {
  const drained = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((done) => (stream.destroyed ? done() : stream.write("", () => done()))),
  );
  await Promise.race([Promise.all(drained), new Promise((done) => setTimeout(done, patienceMs).unref())]);
}

/** The time limit for a reader that has stopped reading without closing. */
const FLUSH_MS = 5000;
const HURRIED_MS = 200;
let patienceMs = FLUSH_MS;

function takesColour(terminal: boolean, env: Io["env"]): boolean {
  const rejected = env.NO_COLOR !== undefined && env.NO_COLOR !== "";
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0";
  return !rejected && (forced || (terminal && env.TERM !== "dumb"));
}

/**
 * Exits on an error of standard output such as a full disk: the output is lost, and it must not look as if a verdict
 * was printed.
 */
function exitOnOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
  const told = new OperatorError({
    code: "OUTPUT-UNWRITABLE",
    message: "what standard output leads to cannot be written.",
    hint: "See that there is room there; the report files of a run are written all the same.",
    cause: error,
  });
  process.stderr.write(`${formatOperatorError(told)}\n`);
  process.exit(OUTPUT_LOST);
}

/** Exit status when the result cannot be printed. */
const OUTPUT_LOST = 2;

async function ask(question: string): Promise<string | null> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<null>((done) => prompt.once("close", () => done(null)));
  try {
    return await Promise.race([prompt.question(question), ended]);
  } finally {
    prompt.close();
  }
}
