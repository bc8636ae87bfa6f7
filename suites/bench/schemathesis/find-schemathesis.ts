import { OperatorError } from "../../../spec/operator-error.ts";
import { runProcess } from "./run-process.ts";

/** A Python with Schemathesis, or the reason why there is none. */
export type Found = { readonly python: string; readonly version: string } | { readonly missing: string };

/** The oldest tested version; older ones lack settings that the comparison writes. */
const MIN_VERSION = [4, 32] as const;

const INSTALL =
  "Install it with: python3 -m venv FOLDER && FOLDER/bin/pip install schemathesis; then give --python FOLDER/bin/python.";

/**
 * Finds Schemathesis.
 *
 * @param given the interpreter that the user named, or null
 * @throws OperatorError `BENCH-PYTHON` if the user named an interpreter that does not start
 */
export async function findSchemathesis(given: string | null): Promise<Found> {
  const python = given ?? "python3";
  const ended = await runProcess(python, ["-m", "schemathesis.cli", "--version"], { timeout: 60 }).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  if (ended instanceof Error) {
    if (given === null) return { missing: `There is no python3. ${INSTALL}` };
    throw new OperatorError({
      code: "BENCH-PYTHON",
      message: `--python: "${given}" cannot be started (${ended.code ?? ended.message}).`,
      hint: "Give the path of a Python interpreter.",
    });
  }
  if (ended.exitStatus !== 0) return { missing: `"${python}" has no Schemathesis. ${INSTALL}` };
  return usable(python, ended.output);
}

/** Returns the interpreter if its version has everything that the comparison needs. */
export function usable(python: string, output: string): Found {
  const [version = "unknown", major, minor] = /(\d+)\.(\d+)(?:\.\d+)*/.exec(output) ?? [];
  const [leastMajor, leastMinor] = MIN_VERSION;
  const isNew = Number(major) > leastMajor || (Number(major) === leastMajor && Number(minor) >= leastMinor);
  if (isNew) return { python, version };
  return { missing: `Schemathesis ${version} is too old: ${MIN_VERSION.join(".")} or newer is needed. ${INSTALL}` };
}
