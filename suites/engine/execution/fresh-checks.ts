import type { Surroundings } from "../cases/context.ts";
import { createPatience } from "../cases/patience.ts";
import type { Check, Suite, World } from "../check/check.ts";
import { anotherMark } from "../check/mark.ts";
import { createReferences } from "../things/references.ts";

/** A check with the parts of a run that it is tried with. */
interface FreshCheck {
  readonly check: Check;
  readonly around: Surroundings;
}

/**
 * Checks made once more, under a mark of their own: nothing is made or kept for them yet. All of them share what they make
 * from then on. Null for a check that is not found among them.
 */
export function createFreshChecks(
  world: World,
  suites: readonly Suite[],
  around: Surroundings,
  signal: AbortSignal,
): (check: Check) => FreshCheck | null {
  let made: { readonly checks: ReadonlyMap<string, Check>; readonly around: Surroundings } | null = null;
  return (wanted) => {
    if (made === null) {
      const fresh = { ...world, mark: freshMark(world) };
      const all = suites.flatMap((suite) => suite.checks(fresh));
      made = {
        checks: new Map(all.map((check) => [nameOf(check), check])),
        around: surroundingsIn(fresh, around, signal),
      };
    }
    const check = made.checks.get(nameOf(wanted));
    return check === undefined ? null : { check, around: made.around };
  };
}

/** The mark of what is made for a second try; the other agent has the one between. */
export function freshMark({ mark, document }: World): string {
  return anotherMark(anotherMark(mark, document), document);
}

/** The parts of a run for another world: what was sent is the same, and nothing is made yet. */
export function surroundingsIn(world: World, around: Surroundings, signal: AbortSignal): Surroundings {
  return { ...around, world, references: createReferences(world), patience: createPatience(world, signal) };
}

function nameOf({ requirement, name, operations }: Check): string {
  return [requirement, name, ...operations].join(" | ");
}
