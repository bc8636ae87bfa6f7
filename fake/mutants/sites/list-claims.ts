import type { ListClaims } from "../model.ts";

const list = (lost: string | null, repeated: string | null, order: string | null = null): ListClaims => ({
  lost,
  repeated,
  order,
});

/** What a list has to hold, by its place; a list that is not here may hold what it likes. From the contract alone. */
export const LIST_CLAIMS: Readonly<Record<string, ListClaims>> = {
  "list-tasks:/data": list("tasks.create.listed", "tasks.list.no-repeats"),
  "search-messages:/data/messages": list(
    "messages.search.finds",
    "messages.search.no-repeats",
    "messages.search.order",
  ),
  "get-messages:/data/messages": list("messages.get.walk-back", "messages.get.no-repeats"),
  "search-memories:/data/hits": list("memories.search.walk", "memories.search.no-repeats"),
  "recall:/data/hits": list("recall.finds", "recall.no-repeats", "recall.order"),
  "recall:/data/scores": list("recall.scores.per-hit", "recall.scores.per-hit"),
  "recall:/data/messages": list("recall.expand.provenance", null),
  "recall:/data/edges": list("memories.remember.provenance-edges", null),
  "send-message:/data/attachments": list("messages.send.attachments", "messages.send.attachments"),
  "bootstrap-context:/data/current_decisions": list("bootstrap.some-decisions", "bootstrap.no-repeats"),
  "bootstrap-context:/data/scope_membership": list("bootstrap.membership", "bootstrap.no-repeats"),
};
