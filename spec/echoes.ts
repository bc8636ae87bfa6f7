import { globMatcher } from "./glob.ts";
import { shipped } from "./shipped.ts";

/** Requirements (a glob of them) whose failures follow from another: all of them, or those with one cause. */
export type Echo = string | { readonly requirement: string; readonly cause: string };

/** Which failures follow from which: one line of `echoes.yaml`. */
interface EchoRule {
  readonly isCause: (requirement: string) => boolean;
  readonly isEcho: (failure: FailedRequirement) => boolean;
}

/** A requirement that failed. */
export interface FailedRequirement {
  readonly id: string;
  /** The causes of its failures, as a report tells them; a failure without any is an echo of whole requirements alone. */
  readonly causes: readonly string[];
}

/** The relation between requirements that makes one finding of one cause (`echoes.yaml`). */
export interface Echoes {
  /** The first of `failed` that a failure of `requirement` follows from; null for a cause of its own. */
  causeOf(requirement: FailedRequirement, failed: readonly string[]): string | null;
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
    return { isCause: globMatcher(cause), isEcho: (failure) => matchers.some((matches) => matches(failure)) };
  });
  return {
    causeOf(failure, failed) {
      const relevant = rules.filter((rule) => rule.isEcho(failure));
      const isCause = (other: string) => other !== failure.id && relevant.some((rule) => rule.isCause(other));
      return failed.find(isCause) ?? null;
    },
  };
}

function matcherOf(echo: Echo): EchoRule["isEcho"] {
  const matches = globMatcher(typeof echo === "string" ? echo : echo.requirement);
  if (typeof echo === "string") return ({ id }) => matches(id);
  const isOne = (cause: string) => cause.endsWith(`|${echo.cause}`);
  return ({ id, causes }) => matches(id) && causes.length > 0 && causes.every(isOne);
}
