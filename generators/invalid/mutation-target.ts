import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import type { InvalidCase } from "../cases.ts";
import { constraintAddress } from "../constraint-address.ts";
import { fromPointer } from "../paths.ts";
import type { Site } from "../sites.ts";
import { requestSites } from "../sites.ts";

/** The keyword that a mutant is meant to break and, for `required`, the member. */
export interface Target {
  readonly site: Site;
  readonly keyword: string;
  readonly member: string | null;
}

/** The mutation of the only rule that no schema of the document states. */
export const MISSING_PARAMETER = "missing-parameter";

/** Returns the rule that a case was created to break, by its address; null for an omitted parameter. */
export function targetOf(document: ApiDocument, operation: Operation, invalidCase: InvalidCase): Target | null {
  if (invalidCase.mutation === MISSING_PARAMETER) return null;
  const { keyword, address } = invalidCase;
  const path = fromPointer(invalidCase.pointer);
  for (const site of requestSites(document, operation)) {
    if (!address.startsWith(`${site.address}.${keyword}`)) continue;
    const member = keyword === "required" ? (path[site.path.length] ?? null) : null;
    if (constraintAddress(document, site, keyword, member) === address) return { site, keyword, member };
  }
  return null;
}
