import { constraintsOf } from "../spec/document/constraints.ts";
import type { ApiDocument, Constraint } from "../spec/document/model.ts";
import { pointerTo } from "../spec/pointer.ts";
import type { Site } from "./sites.ts";

const indexes = new WeakMap<ApiDocument, ReadonlyMap<string, readonly Constraint[]>>();

/**
 * Returns the address of a keyword at a site, as in the document's list of constraints; `member` selects a name of a
 * `required`.
 */
export function constraintAddress(
  document: ApiDocument,
  site: Site,
  keyword: string,
  member: string | null = null,
): string {
  const plain = [site.address, keyword, ...(member === null ? [] : [member])].join(".");
  return constraintAt(document, site, keyword, member)?.address ?? plain;
}

/**
 * Returns the document's constraint for a keyword at a site; undefined for a keyword that it does not list, such as an
 * annotation.
 */
function constraintAt(
  document: ApiDocument,
  site: Site,
  keyword: string,
  member: string | null,
): Constraint | undefined {
  const plain = [site.address, keyword, ...(member === null ? [] : [member])].join(".");
  const found = indexOf(document).get(`${site.operation} ${pointerTo(site.pointer, keyword)}`) ?? [];
  // Equal addresses are numbered: `…type#2`.
  return found.find(({ address }) => address === plain || address.startsWith(`${plain}#`));
}

/** Constraints of requests by operation and pointer of the keyword; the names of a `required` share the keyword's. */
function indexOf(document: ApiDocument): ReadonlyMap<string, readonly Constraint[]> {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const index = new Map<string, Constraint[]>();
  for (const constraint of constraintsOf(document)) {
    if (constraint.side !== "request" || constraint.operation === null) continue;
    const pointer = constraint.keyword === "required" ? constraint.pointer.replace(/\/\d+$/, "") : constraint.pointer;
    const key = `${constraint.operation} ${pointer}`;
    index.set(key, [...(index.get(key) ?? []), constraint]);
  }
  indexes.set(document, index);
  return index;
}
