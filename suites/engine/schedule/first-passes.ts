import type { Check } from "../check/check.ts";

/** What a first look is the first one at: a requirement on its operations. */
export function kindOf({ requirement, operations }: Check): string {
  return `${requirement} ${operations.join(" ")}`;
}

/** Tells of each check in turn whether one before it has looked at the same. */
export function createFurtherLooks(): (check: Check) => boolean {
  const seen = new Set<string>();
  return (check) => {
    const kind = kindOf(check);
    const isFurther = seen.has(kind);
    seen.add(kind);
    return isFurther;
  };
}
