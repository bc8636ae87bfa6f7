import type { Site } from "./model.ts";
import type { GuardLevel } from "./mutant.ts";
import type { Pair } from "./space.ts";

/** Returns true if a guard can hold at the site of a mutation together with the other guards. */
export function isCompatible(level: GuardLevel, pair: Pair, others: readonly GuardLevel[]): boolean {
  return (
    isPossible(level, pair) &&
    isReachable(level, pair.site) &&
    !others.some((other) => sharesSubject(level, other, pair.site))
  );
}

/** Returns true if the site has what the guard tests, as far as the guard can tell. */
function isPossible({ guard, level }: GuardLevel, { operator, site, mutation }: Pair): boolean {
  if (guard.never?.(level, site) === true) return false;
  if (operator.needsNoValue === true && (guard.needsValue === true || isAboutInput({ guard, level }, site)))
    return false;
  return guard.needsCaller !== true || !isWithoutCaller(site, mutation.breaks);
}

/** Returns true if a guard tests the input that is the site. */
const isAboutInput = (level: GuardLevel, site: Site): boolean =>
  site.kind === "input" && subjectsOf(level, site).includes(site.name);

/** Returns true for mutations about rejected credentials: their calls have no known caller. */
const isWithoutCaller = (site: Site, breaks: string): boolean =>
  breaks.startsWith("auth.") || (site.kind === "rule" && /\.(no-credentials|unknown-key)$/.test(site.id));

/** Returns true if two guards test the same subject: they exclude each other, or one implies the other. */
function sharesSubject(one: GuardLevel, other: GuardLevel, site: Site): boolean {
  const subjects = subjectsOf(other, site);
  return subjectsOf(one, site).some((subject) => subjects.includes(subject));
}

function subjectsOf({ guard, level }: GuardLevel, site: Site): readonly string[] {
  return guard.about?.(level, site) ?? [level.split(/!=|[=:<>]/)[0] ?? level];
}

/**
 * Returns true if a request that the guard selects can reach the site. A rejected request reaches no success and no
 * other rule.
 */
function isReachable({ guard, level }: GuardLevel, site: Site): boolean {
  const rejection = guard.rejected?.(level, site) ?? null;
  if (rejection === null || site.kind === "handwritten") return true;
  if (site.kind === "value") return site.outcome === "failure";
  if (site.kind === "input") return level.startsWith(site.name);
  if (site.kind === "constraint") return level.startsWith(site.field.name ?? site.role);
  return (site.kind === "rule" || site.kind === "operation") && rejection === "denied";
}
