import type { Fault } from "./fault.ts";

/** Further faults of recall, orientation and the connection check. */
export const MORE_RECALL_FAULTS = [
  {
    id: "recall.edge-zoneless",
    breaks: "created_at of an edge has no offset from UTC.",
    requirement: "recall.edge-created-at",
  },
  {
    id: "recall.message-day",
    breaks: "created_at of a provenance message is a day.",
    requirement: "recall.message-created-at",
  },
  {
    id: "recall.provenance-cut",
    breaks: "The content of provenance messages is cut after ten characters.",
    requirement: "recall.expand.provenance-content",
  },
  {
    id: "recall.messages-withheld",
    breaks: "messages is missing although provenance was asked for.",
    requirement: "recall.expand.messages",
  },
  { id: "recall.no-neighbours", breaks: "Walks show nothing.", requirement: "recall.walk.neighbours" },
  { id: "recall.deep-walk-empty", breaks: "A walk of depth 3 shows nothing.", requirement: "recall.walk.depth" },
  {
    id: "recall.related-bare",
    breaks: "With related asked for no edges are shown.",
    requirement: "recall.expand.related",
  },
  {
    id: "recall.long-query-empty",
    breaks: "A query of more than 60 characters finds nothing.",
    requirement: "recall.finds",
  },
  {
    id: "recall.filters-refused",
    breaks: "More than two filters at once are refused.",
    requirement: "recall.succeeds",
  },
  { id: "recall.limit-word", breaks: "A limit that is a word is taken for none.", requirement: "recall.input-types" },
  { id: "recall.flag-word", breaks: "Filters of a wrong type are ignored.", requirement: "recall.input-types" },
  {
    id: "recall.unknown-seed",
    breaks: "A walk from an unknown node starts somewhere else.",
    requirement: "recall.walk.unknown-seed",
    force: { recall: { hiddenSeed: "refuse" } },
  },
  {
    id: "recall.metadata-filter-with-limit",
    breaks: "metadata_filter is ignored when a limit is given.",
    requirement: "recall.metadata-filter",
  },
  { id: "bootstrap.scope-refused", breaks: "A scope is refused.", requirement: "bootstrap.succeeds" },
  {
    id: "bootstrap.scope-object",
    breaks: "An object for the scope is taken for none.",
    requirement: "bootstrap.input-types",
  },
  {
    id: "bootstrap.membership-number",
    breaks: "kind of a scope is a number.",
    requirement: "bootstrap.membership-types",
  },
  { id: "bootstrap.scope-twice", breaks: "The last scope comes twice.", requirement: "bootstrap.no-repeats" },
  { id: "bootstrap.membership-nameless", breaks: "Scopes have no id.", requirement: "bootstrap.membership-identity" },
  { id: "connection.time-number", breaks: "verifiedAt is a number.", requirement: "connection.verified-at" },
  { id: "connection.not-ok", breaks: "A fresh token is not ok.", requirement: "connection.fresh-token" },
] as const satisfies readonly Fault[];
