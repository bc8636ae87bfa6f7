import { OperatorError } from "../../spec/operator-error.ts";

/** What is written before a file of this name: a name of this process's own, so that two never write into one file. */
export function partialOf(path: string): string {
  return `${path}.${process.pid}.partial`;
}

/** Neither the snapshot nor the lock next to it can be written. */
export function unwritable(path: string, cause: unknown): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-UNWRITABLE",
    message: `The snapshot ${JSON.stringify(path)} cannot be written.`,
    hint: "Check that its folder exists, may be written to, and has room.",
    cause,
  });
}
