import { operation } from "../../http/operation.ts";
import type { RuledCaller } from "../../rules.ts";
import { bootstrapContext } from "./bootstrap.ts";
import { bootstrapFields, recallFields, rememberFields, searchMemoriesFields } from "./fields.ts";
import { searchMemories } from "./listing.ts";
import type { Memory } from "./model.ts";
import { recall } from "./recall.ts";
import { remember } from "./remember.ts";

/** The operations on the memory graph. */
export const memoryOperations = [
  operation({
    id: "search-memories",
    method: "GET",
    path: "/v1/agent/search-memories",
    fields: searchMemoriesFields,
    answer: (caller, input) => {
      const { hits, nextCursor } = searchMemories(caller, input);
      const data = caller.rules.present("MemoryPage", { hits: shown(caller, hits), nextCursor }, caller);
      return { data, pagination: { hasMore: nextCursor !== null, cursor: nextCursor } };
    },
  }),
  operation({
    id: "remember",
    method: "POST",
    path: "/v1/sdk/remember",
    fields: rememberFields,
    answer: (caller, input) => ({ data: caller.rules.present("Memory", remember(caller, input), caller) }),
  }),
  operation({
    id: "recall",
    method: "POST",
    path: "/v1/sdk/recall",
    fields: recallFields,
    answer: (caller, input) => {
      const { present } = caller.rules;
      const { hits, edges, scores, messages, total } = recall(caller, input);
      const data = {
        hits: shown(caller, hits),
        edges: edges.map((edge) => present("Edge", edge, caller)),
        scores: scores.map((score) => present("Score", score, caller)),
        messages: messages.map((message) => present("ProvenanceMessage", message, caller)),
      };
      return { data, pagination: { hasMore: total > hits.length, total } };
    },
  }),
  operation({
    id: "bootstrap-context",
    method: "POST",
    path: "/v1/sdk/bootstrap-context",
    fields: bootstrapFields,
    answer: (caller, input) => {
      const { current_decisions, active_constraints, open_questions, ...rest } = bootstrapContext(caller, input);
      const data = {
        current_decisions: shown(caller, current_decisions),
        active_constraints: shown(caller, active_constraints),
        open_questions: shown(caller, open_questions),
        scope_membership: rest.scope_membership.map((scope) => caller.rules.present("ScopeMembership", scope, caller)),
        recent_activity: rest.recent_activity,
      };
      return { data };
    },
  }),
];

function shown(caller: RuledCaller, memories: readonly Memory[]): unknown[] {
  return memories.map((memory) => caller.rules.present("Memory", memory, caller));
}
