import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Memory } from "../../features/memories/model.ts";
import type { MemoryFilters, MemoryRules } from "../../features/memories/rules.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, onCall, onlyWhen, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { bySecondAgent, ownKey } from "../../overrides/identities.ts";
import { rejectBefore } from "../../overrides/reject-before.ts";
import { rejection } from "../../rejection.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";
import { answer } from "./messages.ts";

const NOTHING = { hits: [], edges: [], scores: [], messages: [] };

const without = (list: Json, name: string, value: Json) =>
  Array.isArray(list) ? list.filter((item) => !isObject(item) || item[name] !== value) : list;

/** The cursor parameter in the variant with its own names. */
const OTHER_NAME = "page_token";

function cursorParameter(query: Call["query"]): string {
  return query.has(OTHER_NAME) ? OTHER_NAME : "cursor";
}

const SEED_LAG_MS = 1000;

function isNew(call: Call, id: Json | undefined): boolean {
  const stored = ownKey(call)?.workspace.memories.get(String(id));
  return stored !== undefined && call.at - stored.madeAt < SEED_LAG_MS;
}

/** Returns the change that makes a cursor valid only with the limit of its page, which the cursor contains. */
function boundToTheirLimit(): Change {
  const isOfAnother = ({ query }: Call) => {
    const [, of] = /~(\d*)$/.exec(query.get(cursorParameter(query)) ?? "") ?? [];
    return of !== undefined && of !== (query.get("limit") ?? "");
  };
  return combine(
    rejectBefore("search-memories", (call) => (isOfAnother(call) ? [400, "invalid_input"] : null)),
    onCall("search-memories", ({ query }) => {
      const name = cursorParameter(query);
      const cursor = query.get(name);
      if (cursor !== null) query.set(name, cursor.replace(/~\d*$/, ""));
    }),
    onSuccess("search-memories", (reply, { query }) => {
      const { data, meta } = asObject(reply.body);
      const next = asObject(data).nextCursor;
      if (typeof next !== "string") return;
      const bound = { nextCursor: `${next}~${query.get("limit") ?? ""}` };
      Object.assign(asObject(data), bound);
      const { pagination } = asObject(meta);
      if (isObject(pagination)) Object.assign(pagination, bound);
    }),
  );
}

/** Returns the current memory with the same kind, scope and words. */
function sameClaim({ workspace }: Caller, { content, kind, scope_id }: Parameters<MemoryRules["madeBefore"]>[1]) {
  const words = (text: string) => text.trim().toLowerCase();
  for (const { memory, scopeId } of workspace.memories.all()) {
    const isSame = scopeId === scope_id && memory.kind === kind && words(memory.content) === words(content);
    if (isSame && memory.status === "current") return memory;
  }
  return null;
}

function reinforce({ now }: Caller, memory: Memory): void {
  Object.assign(memory, { last_reinforced_at: isoInstant(now), version: memory.version + 1 });
}

/**
 * Returns the change to a store that reads a fixed number of entries at a time, before filtering: some pages are
 * short.
 */
function readingInParts(): Change {
  let searches = 0;
  return onCall("search-memories", ({ query }) => {
    const limit = Number(query.get("limit") ?? 20);
    if (!Number.isInteger(limit) || limit < 3 || limit > 100) return;
    searches += 1;
    query.set("limit", String(Math.ceil((limit * (1 + ((searches * 5) % 7))) / 7)));
  });
}

/** Choices about memories that the contract leaves open. */
export const memoryChoices = [
  choice({
    name: "cursor-filters",
    title: "which filters apply to a page after the first",
    values: ["of-first-page", "as-sent"],
    change: () => rules({ memories: { cursorKeepsFilters: false } }),
  }),
  choice({
    name: "cursor-limit",
    title: "a limit that differs from that of the page with the cursor",
    values: ["accepted", "rejected"],
    change: boundToTheirLimit,
  }),
  choice({
    name: "empty-memory-pages",
    title: "which pages of a memory search are empty and have a cursor",
    values: ["none", "first"],
    against: { first: "memories.search.limit-fills" },
    change: () => ({ around: withEmptyFirstPage }),
  }),
  choice({
    name: "memory-page-size",
    title: "whether every page of a memory search but the last is full",
    values: ["full", "partly-filled"],
    against: { "partly-filled": "memories.search.limit-fills" },
    change: readingInParts,
  }),
  choice({
    name: "second-agent-scopes",
    title: "access of a second agent to the scopes of a workspace",
    values: ["as-granted", "read-only", "none"],
    change: (value) => {
      const never = () => false;
      const rights = value === "none" ? { mayRead: never, mayWrite: never } : { mayWrite: never };
      return onlyWhen(bySecondAgent(), rules({ memories: rights }));
    },
  }),
  choice({
    name: "repeated-claim",
    title: "a claim with the content, kind and scope of a current memory",
    values: ["stored-again", "reinforces-first", "returns-first", "rejected"],
    change: (value) =>
      rules({
        memories: {
          madeBefore: (caller, claim) => {
            const earlier = sameClaim(caller, claim);
            if (earlier !== null && value === "rejected") throw rejection("conflict", "This is known already");
            if (earlier !== null && value === "reinforces-first") reinforce(caller, earlier);
            return earlier;
          },
        },
      }),
  }),
  choice({
    name: "seed-lag",
    title: "when a new memory can be the seed of a walk",
    values: ["at-once", "after-a-second"],
    change: () =>
      onCall("recall", (call) =>
        editBody(call, (body) => (isNew(call, body.seed_id) ? { ...body, seed_id: "not-there-yet" } : body)),
      ),
  }),
  choice({
    name: "case-folding",
    title: "how text searches compare letters",
    values: ["simple", "full", "full-without-diacritics"],
    change: (value) => {
      const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
      const marked = (text: string) => (value === "full-without-diacritics" ? bare(text) : text);
      const fold = (text: string) => marked(text.toUpperCase().toLowerCase());
      const text: MemoryFilters["text"] = ({ memory }, wanted) => fold(memory.content).includes(fold(wanted));
      const tags: MemoryFilters["tags"] = (stored, wanted) =>
        wanted.every((tag) => [...stored.tags].some((own) => marked(own) === marked(tag)));
      return rules({ memories: { filters: { text, tags } } });
    },
  }),
  choice({
    name: "low-confidence-status",
    title: "the status of a new memory with a confidence below 0.5",
    values: ["current", "proposed", "proposed-and-not-recalled"],
    change: (value) => (value === "proposed" ? proposingUnsure() : combine(proposingUnsure(), recallingNoProposal())),
  }),
  choice({
    name: "proposed-claims",
    title: "when a claim with the initial status proposed is accepted",
    values: ["none", "accepted-later", "accepted-at-once"],
    against: {
      "accepted-later": "memories.remember.current",
      "accepted-at-once": "memories.remember.current",
    },
    change: (value) => accepting(value === "accepted-later" ? ACCEPTED_AFTER_MS : 0),
  }),
  choice({
    name: "unknown-seed",
    title: "a walk from a seed that does not exist",
    values: ["rejected", "empty"],
    varies: ["empty"],
    change: () =>
      onReply("recall", (reply, call) => {
        if (reply.status === 404) Object.assign(reply, { status: 200, body: answer(call, NOTHING) });
      }),
  }),
  choice({
    name: "unreadable-recall",
    title: "a recall in a scope, or from a seed, that the caller cannot read",
    values: ["rejected", "empty"],
    varies: ["empty"],
    change: () =>
      onReply("recall", (reply, call) => {
        if (reply.status === 403) Object.assign(reply, { status: 200, body: answer(call, NOTHING) });
      }),
  }),
  choice({
    name: "seed-among-hits",
    title: "whether the hits of a walk contain its seed",
    values: ["first", "omitted"],
    varies: ["omitted"],
    change: () =>
      onSuccess("recall", (reply, call) => {
        const seed = bodyMember(call, "seed_id");
        if (typeof seed !== "string") return;
        editAt(reply.body, "data.hits", (hits) => without(hits, "id", seed));
        editAt(reply.body, "data.scores", (scores) => without(scores, "memory_id", seed));
      }),
  }),
  choice({
    name: "walk-scores",
    title: "scores of a walk",
    values: ["all", "none"],
    varies: ["none"],
    change: () =>
      onSuccess("recall", (reply, call) => {
        if (bodyMember(call, "seed_id") !== undefined) editAt(reply.body, "data.scores", () => []);
      }),
  }),
  choice({
    name: "score-order",
    title: "the order of scores",
    values: ["as-hits", "reversed"],
    varies: ["reversed"],
    change: () =>
      onSuccess("recall", (reply) =>
        editAt(reply.body, "data.scores", (scores) => (Array.isArray(scores) ? scores.toReversed() : scores)),
      ),
  }),
  choice({
    name: "depth-with-query",
    title: "a depth in a recall by query",
    values: ["ignored", "rejected"],
    change: () =>
      onCall("recall", (call) => {
        if (typeof bodyMember(call, "query") !== "string" || bodyMember(call, "depth") === undefined) return;
        call.body = { kind: "unreadable", problem: "depth belongs to seed_id" };
      }),
  }),
];

function proposingUnsure(): Change {
  return onSuccess("remember", (reply, call) => {
    const { id } = reply.body.data as JsonObject;
    const memory = call.caller?.workspace.memories.get(String(id))?.memory;
    if (memory === undefined || memory.confidence >= 0.5) return;
    memory.status = "proposed";
    editAt(reply.body, "data.status", () => "proposed");
  });
}

function recallingNoProposal(): Change {
  return rules({
    memories: { recall: { hiddenStatuses: new Set(["superseded", "invalidated", "expired", "proposed"]) } },
  });
}

const ACCEPTED_AFTER_MS = 400;

/** Each claim is proposed in the response to it, and accepted by the service itself so long after. */
function accepting(afterMs: number): Change {
  const proposals = new Set<{ readonly madeAt: number; readonly memory: { status: string } }>();
  return combine(
    onCall("*", ({ at }) => {
      for (const proposal of proposals) {
        if (at - proposal.madeAt < afterMs) continue;
        if (proposal.memory.status === "proposed") proposal.memory.status = "current";
        proposals.delete(proposal);
      }
    }),
    onSuccess("remember", (reply, call) => {
      const { id } = reply.body.data as JsonObject;
      const stored = call.caller?.workspace.memories.get(String(id));
      if (stored === undefined) return;
      stored.memory.status = "proposed";
      proposals.add(stored);
      editAt(reply.body, "data.status", () => "proposed");
    }),
  );
}

/** The cursor after the empty first page. */
const LEADS_ON = "leads-on";

/** Returns an empty first page with a cursor, as a store that filters after scanning may do. */
function withEmptyFirstPage(call: Call, next: () => Reply): Reply {
  if (call.operation !== "search-memories") return next();
  const name = cursorParameter(call.query);
  const isFirst = !call.query.has(name);
  if (call.query.get(name) === LEADS_ON) call.query.delete(name);
  const reply = next();
  if (!isFirst || reply.status !== 200) return reply;
  const { pagination: _none, ...meta } = (reply.body as { meta?: JsonObject }).meta ?? {};
  return { ...reply, body: { success: true, data: { hits: [], nextCursor: LEADS_ON }, meta } };
}
