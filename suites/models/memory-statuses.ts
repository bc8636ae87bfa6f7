import type { ApiDocument } from "../../spec/document/model.ts";

import { parameterSchema, wordsOf } from "./document-facts.ts";

/** Returns the status of the memories that a search without a status returns. */
export function usualStatus({ document }: { readonly document: ApiDocument }): string {
  const status = parameterSchema(document, "search-memories", "status")?.default;
  return typeof status === "string" ? status : "current";
}
/** Returns every status that a search can request. */
export function statusesOf({ document }: { readonly document: ApiDocument }): readonly string[] {
  return wordsOf(parameterSchema(document, "search-memories", "status"), "the status filter");
}
/** Statuses that a recall returns only on request, with the filter for each. */
export const HIDDEN = {
  superseded: "include_superseded",
  invalidated: "include_invalidated",
  expired: "include_expired",
} as const;
