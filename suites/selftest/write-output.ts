import { writeFileSync } from "node:fs";
import { OperatorError } from "../../spec/operator-error.ts";

/** The option that named the file: `--score`, or `--to` for its folder. */
type Option = "score" | "to";

/**
 * Writes a file that an option named.
 *
 * @throws OperatorError `SELFTEST-OUT` if it cannot be written.
 */
export function writeOutput(path: string, text: string, option: Option): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new OperatorError({
      code: "SELFTEST-OUT",
      message: `Cannot write "${path}".`,
      hint: `Give --${option} a ${option === "to" ? "folder that exists" : "file in a folder that exists"} and can be written to.`,
      cause,
    });
  }
}
