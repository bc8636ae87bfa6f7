import type { Json } from "../../../spec/json.ts";
import { asObject, isObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, onSuccess } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, refusingWhen, shownKey } from "../tools.ts";
import { anythingBeside, editing, editingHits, expands, isWalk, RECALL, readingWhen } from "./recalling.ts";

const filtersOf = (call: Call) => asObject(bodyMember(call, "filters") as Json);

/** Faults of recall that show for some questions, expansions or neighbours. */
export const subtleRecallFaults: readonly Fault[] = [
  fault("recall-non-ascii-empty", "recall.finds", "a query with letters outside ASCII finds nothing", RECALL, () =>
    emptying((call) => /[^\x20-\x7e]/.test(String(bodyMember(call, "query") ?? ""))),
  ),
  fault("recall-syntax-500", "recall.succeeds", "signs of a query language in the query are an error", RECALL, () =>
    refusingWhen("recall", (call) => /[&|!():*~^]/.test(String(bodyMember(call, "query") ?? "")), 500),
  ),
  fault("recall-preferences-lost", "recall.finds", "preferences are not embedded", RECALL, () =>
    editingHits((list, call) => (isWalk(call) ? list : list.filter((hit) => member(hit, "kind") !== "preference"))),
  ),
  fault("recall-with-ttl-lost", "recall.finds", "memories with a lifetime are not embedded", RECALL, () =>
    editingHits((list, call) => (isWalk(call) ? list : list.filter((hit) => member(hit, "expires_at") === null))),
  ),
  fault("recall-limit-1-gives-2", "recall.limit", "a limit of one gives two hits", RECALL, () =>
    editing(
      (call) => bodyMember(call, "limit") === 1,
      (body) => ({ ...body, limit: 2 }),
    ),
  ),
  fault("recall-limit-ignored-with-filters", "recall.limit", "the limit is ignored beside filters", RECALL, () =>
    editing(
      (call) => isObject(bodyMember(call, "filters") as Json) && Number(bodyMember(call, "limit")) > 0,
      ({ limit: _limit, ...body }) => body,
    ),
  ),
  fault(
    "recall-shows-extracts",
    "consistency.memory-views",
    "a recall shows the first 256 characters of a content",
    RECALL,
    () =>
      editingHits((list) =>
        list.map((hit) => ({ ...asObject(hit), content: String(member(hit, "content")).slice(0, 256) })),
      ),
  ),
  fault("recall-limit-ignored-in-scope", "recall.limit", "the limit is ignored beside a scope", RECALL, () =>
    editing(
      (call) => bodyMember(call, "scope_id") !== undefined && Number(bodyMember(call, "limit")) > 0,
      ({ limit: _limit, ...body }) => body,
    ),
  ),
  fault("recall-order-beyond-five", "recall.order", "hits after the fifth stand by date", RECALL, () =>
    editingHits((list) => [
      ...list.slice(0, 5),
      ...list
        .slice(5)
        .toSorted((a, b) => String(member(b, "created_at")).localeCompare(String(member(a, "created_at")))),
    ]),
  ),
  fault("recall-ten-scores-at-most", "recall.scores.per-hit", "ten scores come at most", RECALL, () =>
    editingList("recall", "data.scores", (scores) => scores.slice(0, 10)),
  ),
  fault("recall-scores-of-all", "recall.scores.per-hit", "scores come for hits past the limit too", RECALL, () =>
    together(
      onSuccess("recall", (reply, call) => {
        const limit = Number(bodyMember(call, "limit") ?? 20);
        const data = asObject(reply.body.data);
        if (Array.isArray(data.hits) && !isWalk(call) && data.hits.length === limit && Array.isArray(data.scores))
          data.scores = [...data.scores, { ...asObject(data.scores.at(-1)), memory_id: "one-more" }];
      }),
    ),
  ),
  fault(
    "recall-with-both-and-limit",
    "recall.one-of",
    "a query beside a seed is accepted when there is a limit",
    RECALL,
    () =>
      editing(
        (call) => isWalk(call) && bodyMember(call, "limit") !== undefined,
        ({ query: _query, ...body }) => body,
      ),
  ),
  fault(
    "recall-with-both-and-depth",
    "recall.one-of",
    "a query beside a seed is accepted when there is a depth",
    RECALL,
    () =>
      editing(
        (call) => isWalk(call) && bodyMember(call, "depth") !== undefined,
        ({ query: _query, ...body }) => body,
      ),
  ),
  fault(
    "recall-with-neither-but-filter",
    "recall.one-of",
    "a metadata filter serves in the place of a query",
    RECALL,
    () => anythingBeside("metadata_filter"),
  ),
  fault("recall-with-neither-but-scope", "recall.one-of", "a scope serves in the place of a query", RECALL, () =>
    anythingBeside("scope_id"),
  ),
  fault(
    "expand-provenance-of-the-caller-alone",
    "recall.expand.provenance",
    "messages that others wrote are not shown as provenance",
    RECALL,
    () =>
      editingList("recall", "data.messages", (messages, call) =>
        messages.filter((message) => member(message, "author_identity_id") === call.caller?.agent.identityId),
      ),
  ),
  fault(
    "expand-provenance-of-the-first",
    "recall.expand.provenance",
    "only the first hit has its provenance shown",
    RECALL,
    () => editingList("recall", "data.messages", (messages) => messages.slice(0, 1)),
  ),
  fault(
    "expand-provenance-beside-related-lost",
    "recall.expand.provenance",
    "beside related nodes, no provenance is shown",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        if (expands(call, "related")) asObject(reply.body.data).messages = [];
      }),
  ),
  fault(
    "expand-provenance-in-walks-lost",
    "recall.expand.provenance",
    "a walk shows no provenance messages",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        if (isWalk(call)) asObject(reply.body.data).messages = [];
      }),
  ),
  fault(
    "expand-provenance-one-line",
    "recall.expand.provenance-content",
    "provenance messages are shown on one line",
    RECALL,
    () =>
      onSuccess("recall", (reply) =>
        editAt(reply.body, "data.messages[].content", (text) => String(text).replaceAll("\n", " ")),
      ),
  ),
  fault(
    "recall-unreadable-with-related",
    "recall.permissions.hits",
    "with related nodes expanded, a query looks through all scopes",
    RECALL,
    () =>
      readingWhen((call) => !isWalk(call) && bodyMember(call, "scope_id") === undefined && expands(call, "related")),
  ),
  fault(
    "recall-unreadable-with-filters",
    "recall.permissions.hits",
    "with filters, a query looks through all scopes",
    RECALL,
    () =>
      readingWhen(
        (call) =>
          !isWalk(call) && bodyMember(call, "scope_id") === undefined && bodyMember(call, "filters") !== undefined,
      ),
  ),
  fault(
    "walk-to-unreadable-when-deep",
    "recall.permissions.walk",
    "a walk of two steps or more shows memories that may not be read",
    RECALL,
    () => readingWhen((call) => isWalk(call) && Number(bodyMember(call, "depth") ?? 1) > 1 && readableSeed(call)),
  ),
  fault(
    "walk-to-unreadable-with-related",
    "recall.permissions.walk",
    "with related nodes, a walk shows memories that may not be read",
    RECALL,
    () => readingWhen((call) => isWalk(call) && expands(call, "related") && readableSeed(call)),
  ),
  fault(
    "recall-deep-query-refused",
    "recall.succeeds",
    "a walk of three steps with everything expanded is refused",
    RECALL,
    () => refusingWhen("recall", (call) => isWalk(call) && expands(call, "related") && bodyMember(call, "depth") === 3),
  ),
  fault("recall-zero-similarity-refused", "recall.succeeds", "a least similarity of 0 is refused", RECALL, () =>
    refusingWhen("recall", (call) => filtersOf(call).min_similarity === 0),
  ),
];

/** Answers some recalls with nothing. */
function emptying(holds: (call: Call) => boolean): Change {
  return onSuccess("recall", (reply, call) => {
    if (!holds(call)) return;
    const data = asObject(reply.body.data);
    for (const list of ["hits", "edges", "scores"]) data[list] = [];
    if (Array.isArray(data.messages)) data.messages = [];
  });
}

function readableSeed(call: Call): boolean {
  const key = shownKey(call);
  const seed = key?.workspace.memories.get(String(bodyMember(call, "seed_id")));
  return seed === undefined || (key?.workspace.directory.may("CAN_READ", seed.scopeId, key.agent.id) ?? false);
}
