import { globMatcher } from "../glob.ts";
import { shipped } from "../settings/shipped.ts";

/** Requirements (a glob) whose failures follow from another: all of them, or those with one cause. */
export type Echo = string | { readonly requirement: string; readonly cause: string };

/** Which failures follow from which: one line of `echoes.yaml`. */
interface EchoRule {
  readonly isCause: (requirement: string) => boolean;
  readonly closeness: (failure: FailedRequirement) => Closeness;
}

/**
 * How specifically a failure is known to follow: 2 by the cause of its failures, 1 by its requirement only, 0 not at
 * all.
 */
type Closeness = 0 | 1 | 2;

/** A requirement that failed. */
export interface FailedRequirement {
  readonly id: string;
  /**
   * The causes of its failures, as in a report. A failure without a cause is matched only by echoes of complete
   * requirements.
   */
  readonly causes: readonly string[];
}

/** The relation between requirements that combines failures of one cause into one finding (`echoes.yaml`). */
export interface Echoes {
  /**
   * Returns the requirement among `failed` that a failure ultimately follows from; its own id if it follows from none.
   * If two follow from each other, the one that is matched more specifically is the echo.
   */
  rootOf(failure: FailedRequirement, failed: readonly FailedRequirement[]): string;
}

/** Returns the lines of `echoes.yaml`: causes (globs) with what cannot be judged while they are broken. */
export function readEchoLines(): readonly (readonly [cause: string, echoes: readonly Echo[]])[] {
  const { echoes } = shipped("echoes") as unknown as { echoes: Record<string, readonly Echo[]> };
  return Object.entries(echoes);
}

/** Returns the relation that the package ships. */
export function loadEchoes(): Echoes {
  return createEchoes(readEchoLines());
}

/** Creates the relation from lines. A requirement is never an echo of itself. */
export function createEchoes(lines: readonly (readonly [cause: string, echoes: readonly Echo[]])[]): Echoes {
  const rules: readonly EchoRule[] = lines.map(([cause, echoes]) => {
    const matchers = echoes.map(matcherOf);
    const closeness = (failure: FailedRequirement) =>
      Math.max(0, ...matchers.map((matches) => matches(failure))) as Closeness;
    return { isCause: globMatcher(cause), closeness };
  });
  const closeness = (failure: FailedRequirement, cause: string) =>
    failure.id === cause
      ? 0
      : Math.max(0, ...rules.filter(({ isCause }) => isCause(cause)).map((rule) => rule.closeness(failure)));
  const follows = (failure: FailedRequirement, cause: FailedRequirement) =>
    closeness(failure, cause.id) > closeness(cause, failure.id);
  return {
    rootOf(failure, failed) {
      const path = [failure];
      for (;;) {
        const last = path.at(-1) ?? failure;
        const cause = failed.find((requirement) => follows(last, requirement));
        if (cause === undefined) return last.id;
        const again = path.findIndex(({ id }) => id === cause.id);
        // Of a circle one requirement remains, the same wherever it is entered.
        if (again >= 0)
          return (
            path
              .slice(again)
              .map(({ id }) => id)
              .sort()[0] ?? last.id
          );
        path.push(cause);
      }
    },
  };
}

function matcherOf(echo: Echo): EchoRule["closeness"] {
  if (typeof echo === "string") {
    const matches = globMatcher(echo);
    return ({ id }) => (matches(id) ? 1 : 0);
  }
  const matches = globMatcher(echo.requirement);
  const isOne = (cause: string) => cause.endsWith(`|${echo.cause}`);
  return ({ id, causes }) => (matches(id) && causes.length > 0 && causes.every(isOne) ? 2 : 0);
}
