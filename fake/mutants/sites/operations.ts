import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import type { OperationSite } from "../model.ts";

/** The requirements that are broken if a write is lost (shown nowhere), or performed twice. */
const WRITTEN: Readonly<Record<string, { readonly written: string; readonly once: string | null }>> = {
  "create-task": { written: "tasks.create.listed", once: "consistency.made-once" },
  "send-message": { written: "messages.send.readable", once: "consistency.made-once" },
  remember: { written: "memories.remember.found", once: "consistency.made-once" },
};

/** The requirement that is broken if a read returns an outdated response. */
const FRESH: Readonly<Record<string, string>> = {
  "list-tasks": "tasks.create.listed",
  "get-messages": "messages.send.readable",
  "search-messages": "messages.search.finds",
  "search-memories": "memories.remember.found",
  recall: "recall.finds",
};

/** The requirement that is broken if a rejected call has its effect. */
const REJECTED: Readonly<Record<string, string>> = {
  "create-task": "tasks.create.refused-without-effect",
  "block-task": "tasks.block.refused-without-effect",
  "release-task": "tasks.release.refused-without-effect",
  "send-message": "messages.send.refused-without-effect",
  "flag-needs-human": "messages.flag.refused-without-effect",
  remember: "memories.remember.refused-without-effect",
};

/** The requirement that is broken if the effect of a write is lost later. */
const LASTS: Readonly<Record<string, string>> = {
  "block-task": "tasks.block.persists",
  "release-task": "tasks.release.persists",
  "flag-needs-human": "messages.flag.persists",
};

/** The requirement that is broken if the resources of another workspace are accessible. */
const ISOLATED: Readonly<Record<string, string>> = {
  "create-task": "isolation.create-task-channel",
  "search-memories": "isolation.search-memories-scope",
  recall: "isolation.recall-seed",
  remember: "isolation.remember-scope",
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
      rejected: REJECTED[id] ?? null,
      unauthenticated: "auth.refused-without-effect",
      fresh: FRESH[id] ?? null,
      isolated: ISOLATED[id] ?? `isolation.${id}`,
      lasts: LASTS[id] ?? null,
      authenticated: catalogue.requirementForOperation(id, "authenticated").id,
    },
  }));
}
