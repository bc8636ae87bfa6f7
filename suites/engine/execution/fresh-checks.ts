import type { RunServices } from "../cases/context.ts";
import { createPolling } from "../cases/polling.ts";
import type { Check, RunContext, Suite } from "../check/check.ts";
import { anotherMark } from "../check/mark.ts";
import { createReferences } from "../resources/references.ts";

/** A check with the parts of a run that it is tried with. */
interface FreshCheck {
  readonly check: Check;
  readonly around: RunServices;
}

/** Checks of a run made once more, with nothing made or kept for them yet. */
export interface FreshChecks {
  /** The same check among those made last; null for one that is not found there. All of them share what they make. */
  of(check: Check): FreshCheck | null;
  /** Drops those made last: a response that was lost while they made something leaves it unknown for all that share it. */
  drop(): void;
  /** The marks of all that were made so far. */
  marks(): readonly string[];
}

/** Each time under a mark of its own. */
export function createFreshChecks(
  context: RunContext,
  suites: readonly Suite[],
  around: RunServices,
  signal: AbortSignal,
): FreshChecks {
  // The other agent has the mark next to that of the run.
  const marks = [anotherMark(context.mark, context.document)];
  let made: { readonly checks: ReadonlyMap<string, Check>; readonly around: RunServices } | null = null;

  function make() {
    const mark = anotherMark(marks.at(-1) ?? context.mark, context.document);
    marks.push(mark);
    const fresh = { ...context, mark };
    const all = suites.flatMap((suite) => suite.checks(fresh));
    const checks = new Map(all.map((check) => [nameOf(check), check]));
    // Whatever was lost before was about something else.
    const lost = around.lost.fromNowOn();
    return { checks, around: { ...servicesIn(fresh, around, signal), lost } };
  }

  return {
    of(wanted) {
      made ??= make();
      const check = made.checks.get(nameOf(wanted));
      return check === undefined ? null : { check, around: made.around };
    },
    drop() {
      made = null;
    },
    marks: () => marks.slice(1),
  };
}

/** The parts of a run with another context: what was sent is the same, and nothing is created yet. */
export function servicesIn(context: RunContext, around: RunServices, signal: AbortSignal): RunServices {
  return { ...around, context, references: createReferences(context), patience: createPolling(context, signal) };
}

function nameOf({ requirement, name, operations }: Check): string {
  return [requirement, name, ...operations].join(" | ");
}
