import { OperatorError } from "../operator-error.ts";

/** One mistake in the OpenAPI document, or something in it that is not supported. */
export interface DocumentProblem {
  /** `DOCUMENT-INVALID`, or a more specific code. */
  readonly code: string;
  /** JSON pointer of the place. */
  readonly pointer: string;
  /** The actual and the expected, as a clause: `the type "objekt" is none of …`. */
  readonly text: string;
  readonly hint: string;
}

/** Returns a general problem. */
export function invalid(
  pointer: string,
  text: string,
  hint = "Fix the document, or the overlay that says so.",
): DocumentProblem {
  return { code: "DOCUMENT-INVALID", pointer, text, hint };
}

/** Returns the problem of something that OpenAPI allows and this tool does not support. */
export function unsupported(pointer: string, text: string, hint: string): DocumentProblem {
  return { code: "DOCUMENT-UNSUPPORTED", pointer, text, hint };
}

const MAX_SHOWN = 12;

/**
 * Throws if there are problems: one error that lists them, with the code of the first.
 *
 * @param source the name of the document in the message: its path, with the overlay's if there is one
 */
export function rejectDocument(problems: readonly DocumentProblem[], source: string): void {
  const [first] = problems;
  if (first === undefined) return;
  const lines = problems.map(({ pointer, text }) => `${pointer === "" ? "the root" : pointer}: ${text}`);
  const rest = lines.length > MAX_SHOWN ? [`and ${lines.length - MAX_SHOWN} more`] : [];
  const list = lines.length === 1 ? ` ${lines[0]}` : ["", ...lines.slice(0, MAX_SHOWN), ...rest].join("\n  ");
  throw new OperatorError({ code: first.code, message: `${source} cannot be used:${list}`, hint: first.hint });
}
