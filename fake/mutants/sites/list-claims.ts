import type { ListClaims } from "../model.ts";

const list = (
  lost: string | null,
  repeated: string | null,
  order: string | null = null,
  foreign: string | null = null,
): Omit<ListClaims, "item"> => ({ lost, repeated, order, foreign });

/**
 * The requirements on the content of a list, by its place; the content of other lists is open. Derived only from the
 * contract.
 */
export const LIST_CLAIMS: Readonly<Record<string, Omit<ListClaims, "item">>> = {
  "list-tasks:/data": list("tasks.create.listed", "tasks.list.no-repeats", null, "isolation.list-tasks"),
  "search-messages:/data/messages": list(
    "messages.search.finds",
    "messages.search.no-repeats",
    "messages.search.order",
    "isolation.search-messages",
  ),
  "get-messages:/data/messages": list("messages.get.walk-back", "messages.get.no-repeats"),
  "search-memories:/data/hits": list(
    "memories.search.walk",
    "memories.search.no-repeats",
    null,
    "isolation.search-memories",
  ),
  "recall:/data/hits": list("recall.finds", "recall.no-repeats", "recall.order", "isolation.recall-query"),
  "recall:/data/scores": list("recall.scores.per-hit", "recall.scores.per-hit"),
  "recall:/data/messages": list("recall.expand.provenance", null),
  "recall:/data/edges": list("memories.remember.provenance-edges", null),
  "send-message:/data/attachments": list("messages.send.attachments", "messages.send.attachments"),
  "bootstrap-context:/data/current_decisions": list(
    "bootstrap.some-decisions",
    "bootstrap.no-repeats",
    null,
    "isolation.bootstrap-context",
  ),
  "flag-needs-human:/data/attachments": list("messages.flag.keeps-content", "messages.flag.keeps-content"),
  "bootstrap-context:/data/active_constraints": list(null, null, null, "isolation.bootstrap-context"),
  "bootstrap-context:/data/scope_membership": list("bootstrap.membership", "bootstrap.no-repeats"),
};
