import type { ApiDocument } from "../../spec/document/model.ts";

import { parameterSchema, wordsOf } from "./document-facts.ts";

/** The status of the memories that a search gives which names none. */
export function usualStatus({ document }: { readonly document: ApiDocument }): string {
  const status = parameterSchema(document, "search-memories", "status")?.default;
  return typeof status === "string" ? status : "current";
}
/** Every status that a search can name. */
export function statusesOf({ document }: { readonly document: ApiDocument }): readonly string[] {
  return wordsOf(parameterSchema(document, "search-memories", "status"), "the status filter");
}
/** Statuses that a recall shows on request only, with the filter that asks for them. */
export const HIDDEN = {
  superseded: "include_superseded",
  invalidated: "include_invalidated",
  expired: "include_expired",
} as const;
