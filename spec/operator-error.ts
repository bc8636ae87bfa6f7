/** The parts of an {@link OperatorError}. */
export interface OperatorErrorInit {
  /** Permanent, `SCREAMING-KEBAB`: `TARGET-FILE-UNKNOWN-KEY`. */
  readonly code: string;
  /** The event, with the offending value quoted and the expectation. */
  readonly message: string;
  /** The remedy, as an instruction. */
  readonly hint: string;
  /** The error underneath, or a sentence about it. */
  readonly cause?: unknown;
}

/** An error that the person at the command line can correct: invalid input, never a finding about the target. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly code: string;
  readonly hint: string;

  constructor({ code, message, hint, cause }: OperatorErrorInit) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** The error as text for a terminal: code and message, then the causes, then the hint, one a line. */
export function formatOperatorError(error: OperatorError): string {
  const causes = causesOf(error).map((cause) => `  cause: ${cause}`);
  return [`${error.code}: ${error.message}`, ...causes, ...(error.hint === "" ? [] : [`  hint: ${error.hint}`])].join(
    "\n",
  );
}

const MAX_CAUSES = 5;

/** The chain of causes as text, cut short so that a circular chain ends. */
function causesOf(error: Error): string[] {
  const causes: string[] = [];
  let cause = error.cause;
  while (cause !== undefined && cause !== null && causes.length < MAX_CAUSES) {
    causes.push(indent(describe(cause)));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

function describe(cause: unknown): string {
  if (cause instanceof OperatorError) return `${cause.code}: ${cause.message}`;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function indent(text: string): string {
  return text.trimEnd().replaceAll("\n", "\n    ");
}
