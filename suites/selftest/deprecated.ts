import { OperatorError } from "../../spec/operator-error.ts";
import type { Input } from "../cli/core/command.ts";

/** What was given by an old name, one sentence each. */
export function deprecations(input: Input): readonly string[] {
  return [
    ...(input.flag("variants") ? ["--variants is deprecated: use --correct, which draws servers of both kinds."] : []),
  ];
}

/** Names of the independent server, of which "judge" is the old one. */
const INDEPENDENT = /^(independent|judge)\b/;

/**
 * Refuses what used to choose planted faults of the independent server.
 *
 * @throws OperatorError `SELFTEST-INDEPENDENT-FAULTS`, with what there is in their place.
 */
export function refuseIndependentFaults(input: Input): void {
  const given = ["server", "fault"].flatMap((option) =>
    input.values(option).flatMap((value) => (INDEPENDENT.test(value) ? `--${option} ${value}` : [])),
  );
  if (given.length === 0) return;
  throw new OperatorError({
    code: "SELFTEST-INDEPENDENT-FAULTS",
    message: `${given.join(" ")}: the independent server has no planted faults any more.`,
    hint: "What they broke is in the lists of mutants (--regression all). --code N tries mutants of the independent server's code, --correct independent:SEED the server as it is.",
  });
}
