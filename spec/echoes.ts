import { globMatcher } from "./glob.ts";
import { shipped } from "./shipped.ts";

/** Which failures follow from which: one line of `echoes.yaml`. */
interface EchoRule {
  readonly isCause: (requirement: string) => boolean;
  readonly isEcho: (requirement: string) => boolean;
}

/** The relation between requirements that makes one finding of one cause (`echoes.yaml`). */
export interface Echoes {
  /** The first of `failed` that a failure of `requirement` follows from; null for a cause of its own. */
  causeOf(requirement: string, failed: readonly string[]): string | null;
}

/** The lines of `echoes.yaml`: causes (globs) with the requirements (globs) that cannot be judged while they are broken. */
export function readEchoLines(): readonly (readonly [cause: string, echoes: readonly string[]])[] {
  const { echoes } = shipped("echoes") as unknown as { echoes: Record<string, readonly string[]> };
  return Object.entries(echoes);
}

/** The relation as the package ships it. */
export function loadEchoes(): Echoes {
  return createEchoes(readEchoLines());
}

/** The relation that some lines make; a requirement is never an echo of itself. */
export function createEchoes(lines: readonly (readonly [cause: string, echoes: readonly string[]])[]): Echoes {
  const rules: readonly EchoRule[] = lines.map(([cause, echoes]) => {
    const matchers = echoes.map(globMatcher);
    return { isCause: globMatcher(cause), isEcho: (requirement) => matchers.some((matches) => matches(requirement)) };
  });
  return {
    causeOf(requirement, failed) {
      const relevant = rules.filter((rule) => rule.isEcho(requirement));
      const isCause = (other: string) => other !== requirement && relevant.some((rule) => rule.isCause(other));
      return failed.find(isCause) ?? null;
    },
  };
}
