import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import type { OperationSite } from "../model.ts";

/** What is broken when a write is lost (shows nowhere), or done twice. */
const WRITTEN: Readonly<Record<string, { readonly written: string; readonly once: string | null }>> = {
  "create-task": { written: "tasks.create.listed", once: "consistency.made-once" },
  "send-message": { written: "messages.send.readable", once: "consistency.made-once" },
  remember: { written: "memories.remember.found", once: "consistency.made-once" },
};

/** What is broken when a read goes on giving what it gave before. */
const FRESH: Readonly<Record<string, string>> = {
  "list-tasks": "tasks.create.listed",
  "get-messages": "messages.send.readable",
  "search-messages": "messages.search.finds",
  "search-memories": "memories.remember.found",
  recall: "recall.finds",
};

/** Every operation as a whole. */
export function operationSites(document: ApiDocument, catalogue: Catalogue): OperationSite[] {
  return document.operations.map(({ id, effect }) => ({
    kind: "operation",
    id,
    operation: id,
    effect,
    claims: {
      succeeds: catalogue.requirementForOperation(id, "succeeds").id,
      written: WRITTEN[id]?.written ?? null,
      once: WRITTEN[id]?.once ?? null,
      fresh: FRESH[id] ?? null,
      authenticated: catalogue.requirementForOperation(id, "authenticated").id,
    },
  }));
}
