import type { FilterRole } from "../models/memory-filters.ts";

/** The requirement of each filter. */
export const FILTER_REQUIREMENTS: Readonly<Record<FilterRole, string>> = {
  kind: "memories.search.kind",
  scope: "memories.search.scope",
  text: "memories.search.text",
  tags: "memories.search.tags",
  createdFrom: "memories.search.created-from",
  createdTo: "memories.search.created-to",
};
