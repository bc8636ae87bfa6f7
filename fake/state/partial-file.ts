import { OperatorError } from "../../spec/operator-error.ts";

/**
 * Returns the temporary name of a file, unique to this process, so that two processes never write to the same file.
 */
export function partialOf(path: string): string {
  return `${path}.${process.pid}.partial`;
}

/** Returns the error if the snapshot or the lock next to it cannot be written. */
export function unwritable(path: string, cause: unknown): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-UNWRITABLE",
    message: `The snapshot ${JSON.stringify(path)} cannot be written.`,
    hint: "Check that its folder exists, may be written to, and has room.",
    cause,
  });
}
