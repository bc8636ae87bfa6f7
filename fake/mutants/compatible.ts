import type { Site } from "./model.ts";
import type { GuardLevel } from "./mutant.ts";
import type { Pair } from "./space.ts";

/** Can a guard hold where a mutation is wrong, together with the guards that are there already? */
export function isCompatible(level: GuardLevel, pair: Pair, others: readonly GuardLevel[]): boolean {
  return (
    isPossible(level, pair) &&
    isReachable(level, pair.site) &&
    !others.some((other) => sharesSubject(level, other, pair.site))
  );
}

/** Does the site have what the guard looks at, as far as the guard knows? */
function isPossible({ guard, level }: GuardLevel, { operator, site, mutation }: Pair): boolean {
  if (guard.never?.(level, site) === true) return false;
  if (operator.needsNoValue === true && (guard.needsValue === true || isAboutInput({ guard, level }, site)))
    return false;
  return guard.needsCaller !== true || !isWithoutCaller(site, mutation.breaks);
}

/** Does a guard look at the input that is the site? */
const isAboutInput = (level: GuardLevel, site: Site): boolean =>
  site.kind === "input" && subjectsOf(level, site).includes(site.name);

/** Mutations about credentials that are not accepted: nobody is known to call there. */
const isWithoutCaller = (site: Site, breaks: string): boolean =>
  breaks.startsWith("auth.") || (site.kind === "rule" && /\.(no-credentials|unknown-key)$/.test(site.id));

/** Two guards that look at the same thing exclude each other, or one says what both say. */
function sharesSubject(one: GuardLevel, other: GuardLevel, site: Site): boolean {
  const subjects = subjectsOf(other, site);
  return subjectsOf(one, site).some((subject) => subjects.includes(subject));
}

function subjectsOf({ guard, level }: GuardLevel, site: Site): readonly string[] {
  return guard.about?.(level, site) ?? [level.split(/!=|[=:<>]/)[0] ?? level];
}

/** Can a request that the guard lets through come to the site? One that is rejected comes to no success, and to no other rule. */
function isReachable({ guard, level }: GuardLevel, site: Site): boolean {
  const rejection = guard.rejected?.(level, site) ?? null;
  if (rejection === null || site.kind === "handwritten") return true;
  if (site.kind === "value") return site.outcome === "failure";
  if (site.kind === "input") return level.startsWith(site.name);
  if (site.kind === "constraint") return level.startsWith(site.field.name ?? site.role);
  return (site.kind === "rule" || site.kind === "operation") && rejection === "denied";
}
