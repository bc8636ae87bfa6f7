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
      const told = { nextCursor: `${next}~${query.get("limit") ?? ""}` };
      Object.assign(asObject(data), told);
      const { pagination } = asObject(meta);
      if (isObject(pagination)) Object.assign(pagination, told);
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
    title: "the filters of a page after the first",
    values: ["of-the-walk", "as-sent"],
    change: () => rules({ memories: { cursorKeepsFilters: false } }),
  }),
  choice({
    name: "cursor-limit",
    title: "a limit with a cursor that differs from that of the first page",
    values: ["heeded", "rejected"],
    change: boundToTheirLimit,
  }),
  choice({
    name: "empty-memory-pages",
    title: "empty pages of a search that have a cursor",
    values: ["none", "the-first"],
    against: { "the-first": "memories.search.limit-fills" },
    change: () => ({ around: withEmptyFirstPage }),
  }),
  choice({
    name: "memory-page-room",
    title: "how many memories a page of a search holds that others follow",
    values: ["as-many-as-its-limit", "what-a-store-has-read"],
    against: { "what-a-store-has-read": "memories.search.limit-fills" },
    change: readingInParts,
  }),
  choice({
    name: "scopes-of-others",
    title: "what a second agent may do in the scopes of a workspace",
    values: ["as-granted", "read-alone", "nothing"],
    change: (value) => {
      const never = () => false;
      const rights = value === "nothing" ? { mayRead: never, mayWrite: never } : { mayWrite: never };
      return onlyWhen(bySecondAgent(), rules({ memories: rights }));
    },
  }),
  choice({
    name: "same-claim",
    title: "what happens to a claim that was created before",
    values: ["a-second-memory", "reinforces-the-first", "nothing", "rejected"],
    change: (value) =>
      rules({
        memories: {
          madeBefore: (caller, claim) => {
            const earlier = sameClaim(caller, claim);
            if (earlier !== null && value === "rejected") throw rejection("conflict", "This is known already");
            if (earlier !== null && value === "reinforces-the-first") reinforce(caller, earlier);
            return earlier;
          },
        },
      }),
  }),
  choice({
    name: "seed-lag",
    title: "when a walk can begin at a new memory",
    values: ["at-once", "after-a-second"],
    change: () =>
      onCall("recall", (call) =>
        editBody(call, (body) => (isNew(call, body.seed_id) ? { ...body, seed_id: "not-there-yet" } : body)),
      ),
  }),
  choice({
    name: "letter-case",
    title: "which letters of a text search differ only in case",
    values: ["one-by-one", "full-folding", "without-marks"],
    change: (value) => {
      const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
      const marked = (text: string) => (value === "without-marks" ? bare(text) : text);
      const fold = (text: string) => marked(text.toUpperCase().toLowerCase());
      const text: MemoryFilters["text"] = ({ memory }, wanted) => fold(memory.content).includes(fold(wanted));
      const tags: MemoryFilters["tags"] = (stored, wanted) =>
        wanted.every((tag) => [...stored.tags].some((own) => marked(own) === marked(tag)));
      return rules({ memories: { filters: { text, tags } } });
    },
  }),
  choice({
    name: "unsure-memories",
    title: "the status of a new memory of little confidence",
    values: ["current", "proposed", "proposed-and-not-recalled"],
    change: (value) => (value === "proposed" ? proposingUnsure() : combine(proposingUnsure(), recallingNoProposal())),
  }),
  choice({
    name: "proposals",
    title: "what happens to a claim that is proposed at first",
    values: ["none-are", "accepted-soon", "accepted-at-once"],
    against: {
      "accepted-soon": "memories.remember.current",
      "accepted-at-once": "memories.remember.current",
    },
    change: (value) => accepting(value === "accepted-soon" ? ACCEPTED_AFTER_MS : 0),
  }),
  choice({
    name: "unknown-seed",
    title: "a walk from a node that does not exist",
    values: ["rejected", "empty"],
    varies: ["empty"],
    change: () =>
      onReply("recall", (reply, call) => {
        if (reply.status === 404) Object.assign(reply, { status: 200, body: answer(call, NOTHING) });
      }),
  }),
  choice({
    name: "unreadable-recall",
    title: "a recall in a scope, or from a memory, that may not be read",
    values: ["rejected", "empty"],
    varies: ["empty"],
    change: () =>
      onReply("recall", (reply, call) => {
        if (reply.status === 403) Object.assign(reply, { status: 200, body: answer(call, NOTHING) });
      }),
  }),
  choice({
    name: "seed-hit",
    title: "the seed of a walk among the hits",
    values: ["first", "left-out"],
    varies: ["left-out"],
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
    values: ["of-hits", "reversed"],
    varies: ["reversed"],
    change: () =>
      onSuccess("recall", (reply) =>
        editAt(reply.body, "data.scores", (scores) => (Array.isArray(scores) ? scores.toReversed() : scores)),
      ),
  }),
  choice({
    name: "depth-with-query",
    title: "a depth with a query",
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
