import { globMatcher } from "../glob.ts";
import { shipped } from "../settings/shipped.ts";

/** Requirements (a glob of them) whose failures follow from another: all of them, or those with one cause. */
export type Echo = string | { readonly requirement: string; readonly cause: string };

/** Which failures follow from which: one line of `echoes.yaml`. */
interface EchoRule {
  readonly isCause: (requirement: string) => boolean;
  readonly closeness: (failure: FailedRequirement) => Closeness;
}

/** How far a failure is known to follow: 2 by the cause of its failures, 1 by its requirement alone, 0 not at all. */
type Closeness = 0 | 1 | 2;

/** A requirement that failed. */
export interface FailedRequirement {
  readonly id: string;
  /** The causes of its failures, as a report tells them; a failure without any is an echo of whole requirements alone. */
  readonly causes: readonly string[];
}

/** The relation between requirements that makes one finding of one cause (`echoes.yaml`). */
export interface Echoes {
  /**
   * The one among `failed` that a failure follows from in the end; its own id where it follows from none. Of two that
   * follow from each other, that one is the echo of which more is known.
   */
  rootOf(failure: FailedRequirement, failed: readonly FailedRequirement[]): string;
}

/** The lines of `echoes.yaml`: causes (globs) with what cannot be judged while they are broken. */
export function readEchoLines(): readonly (readonly [cause: string, echoes: readonly Echo[]])[] {
  const { echoes } = shipped("echoes") as unknown as { echoes: Record<string, readonly Echo[]> };
  return Object.entries(echoes);
}

/** The relation as the package ships it. */
export function loadEchoes(): Echoes {
  return createEchoes(readEchoLines());
}

/** The relation that some lines make; a requirement is never an echo of itself. */
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
        const cause = failed.find((one) => follows(last, one));
        if (cause === undefined) return last.id;
        const again = path.findIndex(({ id }) => id === cause.id);
        // Of a circle one remains, the same wherever it is entered.
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
