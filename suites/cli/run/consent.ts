import { thousands } from "../../../spec/format-text.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import { isLoopback } from "../../client/base-url.ts";
import { BUDGETS } from "../../index.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Io } from "../core/io.ts";
import type { Selection } from "./settings.ts";

/** Returns the maximum cost of a run in words, to print before it begins. */
export function intention(target: ResolvedTarget, { budget, readOnly }: Selection): string {
  const requests = Math.min(BUDGETS[budget].requests, target.limits.requests ?? Number.POSITIVE_INFINITY);
  const tasks = Math.min(BUDGETS[budget].tasks, target.limits.tasks ?? Number.POSITIVE_INFINITY);
  const created = readOnly ? "creates nothing" : `at most ${thousands(tasks)} tasks of the monthly allowance`;
  return `at most ${thousands(requests)} requests, ${created}`;
}

/**
 * Asks once on a terminal before a run writes to another machine. In CI, with `--yes`, or if nobody can answer, it
 * continues.
 *
 * @throws OperatorError `RUN-DECLINED` if the answer is no.
 */
export async function askForConsent(target: ResolvedTarget, selection: Selection, io: Io): Promise<void> {
  if (selection.readOnly || isLoopback(target.baseUrl) || !io.interactive) return;
  io.err(
    `This run writes to ${target.baseUrl}: ${intention(target, selection)}; messages, memories and files besides.\n`,
  );
  const answer = await io.ask("The API has no way to delete them. Go on? [y/N] ");
  if (answer !== null && /^y(es)?$/i.test(answer.trim())) return;
  throw new OperatorError({
    code: "RUN-DECLINED",
    message: "The run was not confirmed; nothing was sent.",
    hint: "Answer y, pass --yes, or run with --read-only. wac plan shows what would be created.",
  });
}
