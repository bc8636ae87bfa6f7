import type { Json } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall } from "../../changes/hooks.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { shownKey } from "../tools.ts";
import { isWalk, RECALL } from "./recalling.ts";

/** Faults of what narrows a recall that show where a limit leaves room for little: it is looked at after that. */
export const lateNarrowingFaults: readonly Fault[] = [
  fault(
    "recall-filters-after-the-limit",
    "recall.limit-fills",
    "the nearest memories are taken before metadata and confidence are looked at",
    RECALL,
    () => narrowingLate({ metadata: true, confidence: true }),
  ),
  fault(
    "recall-confidence-after-the-limit",
    "recall.limit-fills",
    "the nearest memories are taken before their confidence is looked at",
    RECALL,
    () => narrowingLate({ metadata: false, confidence: true }),
  ),
  fault(
    "recall-scope-after-the-limit",
    "recall.limit-fills",
    "the nearest memories of all scopes are taken before the scope is looked at",
    RECALL,
    scopingLate,
  ),
  fault(
    "recall-permissions-after-the-limit",
    "recall.limit-fills",
    "the nearest memories of all are taken before it is looked at whether they may be read",
    RECALL,
    permittingLate,
  ),
];

/** The nearest memories are taken first, as many as asked for, and then looked at for these narrowings. */
function narrowingLate({ metadata, confidence }: { readonly metadata: boolean; readonly confidence: boolean }): Change {
  return {
    rules: ({ memories: { recall } }) => ({
      memories: {
        recall: {
          metadataMatches: metadata ? () => true : recall.metadataMatches,
          minConfidence: confidence ? () => true : recall.minConfidence,
          best: (ranked, asked) =>
            recall.best(ranked, asked).filter(({ stored: { memory } }) => {
              const { min_confidence: least } = asked.filters;
              const isSure = least === undefined || recall.minConfidence(memory, least);
              return isSure && recall.metadataMatches(memory.metadata, asked.metadata_filter);
            }),
        },
      },
    }),
  };
}

/** The same for the scope of a query that the caller may read. */
function scopingLate(): Change {
  let wanted: Json | undefined;
  const isOther = (scopeId: string) => wanted !== undefined && scopeId !== wanted;
  return together(
    onCall("recall", (call) => {
      const scope = bodyMember(call, "scope_id") as Json | undefined;
      const key = shownKey(call);
      const isReadable = key?.workspace.directory.may("CAN_READ", String(scope), key.agent.id) === true;
      wanted = !isWalk(call) && isReadable ? scope : undefined;
      if (wanted !== undefined) editBody(call, ({ scope_id: _later, ...body }) => body);
    }),
    {
      rules: ({ memories: { recall } }) => ({
        memories: {
          recall: { best: (...all) => recall.best(...all).filter(({ stored }) => !isOther(stored.scopeId)) },
        },
      }),
    },
  );
}

/** The same for what the caller may read. */
function permittingLate(): Change {
  let isLate = false;
  let asking: Caller | null = null;
  return together(
    onCall("*", (call) => {
      isLate = call.operation === "recall" && !isWalk(call) && bodyMember(call, "scope_id") === undefined;
    }),
    {
      rules: ({ memories: { mayRead, recall } }) => ({
        memories: {
          mayRead: (caller, scopeId) => {
            asking = caller;
            return isLate || mayRead(caller, scopeId);
          },
          recall: {
            best: (...all) => {
              isLate = false;
              return recall.best(...all).filter(({ stored }) => asking !== null && mayRead(asking, stored.scopeId));
            },
          },
        },
      }),
    },
  );
}
