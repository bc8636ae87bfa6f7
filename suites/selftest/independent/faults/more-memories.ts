import type { Fault } from "./fault.ts";

/** Further faults of memories. */
export const MORE_MEMORY_FAULTS = [
  { id: "remember.kind-upper", breaks: "A new memory has its kind in capitals.", requirement: "memories.fields.kind" },
  {
    id: "search.status-active",
    breaks: "Found memories have the status active.",
    requirement: "memories.fields.status",
  },
  {
    id: "remember.created-zoneless",
    breaks: "created_at of a new memory has no offset from UTC.",
    requirement: "memories.fields.timestamps",
  },
  {
    id: "search.metadata-text",
    breaks: "metadata of found memories is a text.",
    requirement: "memories.fields.metadata",
  },
  {
    id: "remember.in-list",
    breaks: "remember answers a list that holds the memory.",
    requirement: "memories.remember.answer",
  },
  { id: "search.items", breaks: "search-memories puts its hits under items.", requirement: "memories.search.answer" },
  { id: "remember.org-number", breaks: "org_id is a number.", requirement: "memories.fields.types" },
  {
    id: "search.other-ids",
    breaks: "Found memories have other ids than they were made with.",
    requirement: "memories.remember.found",
  },
  {
    id: "search.walk-endless",
    breaks: "The last page of several has a cursor too, which leads to itself.",
    requirement: "memories.search.walk-ends",
  },
  {
    id: "search.limit-word",
    breaks: "A limit that is no number is taken for none.",
    requirement: "memories.search.input-types",
  },
  {
    id: "search.bound-word",
    breaks: "A bound of creation that is no time is taken for none.",
    requirement: "memories.search.created-format",
  },
  {
    id: "search.kind-unknown",
    breaks: "A kind outside the list is taken for none.",
    requirement: "memories.search.kind-enum",
  },
  { id: "search.scope-ignored", breaks: "The scope is ignored.", requirement: "memories.search.scope" },
  { id: "search.kind-ignored", breaks: "The kind is ignored.", requirement: "memories.search.kind" },
  {
    id: "search.limit-plus-one",
    breaks: "A page has one hit more than the limit.",
    requirement: "memories.search.limit",
  },
  {
    id: "remember.scope-first",
    breaks: "Every memory goes to the caller's first scope.",
    requirement: "memories.remember.scope",
  },
  {
    id: "remember.confidence-word",
    breaks: "A confidence that is no number is taken for none.",
    requirement: "memories.remember.input-types",
  },
  {
    id: "remember.refused-yet-stored",
    breaks: "A refused memory is stored without what was wrong with it.",
    requirement: "memories.remember.refused-without-effect",
  },
  { id: "remember.where-refused", breaks: "where is refused.", requirement: "memories.remember.context" },
  {
    id: "remember.several-refused",
    breaks: "More than one provenance pointer is refused.",
    requirement: "memories.remember.provenance-empty",
  },
  {
    id: "search.three-filters-refused",
    breaks: "More than four parameters at once are refused.",
    requirement: "memories.search.succeeds",
  },
  {
    id: "search.everything-refused",
    breaks: "A search without any parameter is refused.",
    requirement: "memories.search.succeeds",
  },
  {
    id: "search.scope-other-workspace",
    breaks: "A scope of another workspace can be searched.",
    requirement: "isolation.search-memories-scope",
  },
  {
    id: "remember.scope-other-workspace",
    breaks: "A memory can be written to a scope of another workspace.",
    requirement: "isolation.remember-scope",
  },
  { id: "remember.twice", breaks: "A memory with metadata is stored twice.", requirement: "consistency.made-once" },
  {
    id: "search.text-in-metadata",
    breaks: "The text is looked for in metadata too.",
    requirement: "memories.search.text-content-only",
  },
  {
    id: "search.one-scope",
    breaks: "Without a scope only the caller's first one is searched.",
    requirement: "memories.search.all-scopes",
  },
  {
    id: "search.expired-gone",
    breaks: "Expired memories are found under no status.",
    requirement: "memories.expiry.status",
  },
] as const satisfies readonly Fault[];
