import type { RunServices } from "../cases/context.ts";
import { createPolling } from "../cases/polling.ts";
import type { Check, RunContext, Suite } from "../check/check.ts";
import { anotherMark } from "../check/run-mark.ts";
import { createReferences } from "../resources/references.ts";

/** A check and the run parts that it is run with. */
interface FreshCheck {
  readonly check: Check;
  readonly services: RunServices;
}

/** The checks of a run created again, without any shared resources yet. */
export interface FreshChecks {
  /**
   * Returns the same check from the latest set; null if it is not in there. The checks of a set share their resources.
   */
  of(check: Check): FreshCheck | null;
  /**
   * Drops the latest set: a response lost while it created a resource leaves that resource unknown to all its checks.
   */
  reset(): void;
  /** Returns the marks of all sets so far. */
  marks(): readonly string[];
}

/** Creates the sets of checks, each with its own mark. */
export function createFreshChecks(
  context: RunContext,
  suites: readonly Suite[],
  services: RunServices,
  signal: AbortSignal,
): FreshChecks {
  // The other agent has the mark that follows that of the run.
  const marks = [anotherMark(context.mark, context.document)];
  let current: { readonly checks: ReadonlyMap<string, Check>; readonly services: RunServices } | null = null;

  function make() {
    const mark = anotherMark(marks.at(-1) ?? context.mark, context.document);
    marks.push(mark);
    const fresh = { ...context, mark };
    const all = suites.flatMap((suite) => suite.checks(fresh));
    const checks = new Map(all.map((check) => [nameOf(check), check]));
    // Writes that were lost before concern other resources.
    const lost = services.lost.fromNowOn();
    return { checks, services: { ...servicesFor(fresh, services, signal), lost } };
  }

  return {
    of(original) {
      current ??= make();
      const check = current.checks.get(nameOf(original));
      return check === undefined ? null : { check, services: current.services };
    },
    reset() {
      current = null;
    },
    marks: () => marks.slice(1),
  };
}

/** Returns the run parts with another context: they share the traffic and have no resources yet. */
export function servicesFor(context: RunContext, services: RunServices, signal: AbortSignal): RunServices {
  return { ...services, context, references: createReferences(context), polling: createPolling(context, signal) };
}

function nameOf({ requirement, name, operations }: Check): string {
  return [requirement, name, ...operations].join(" | ");
}
