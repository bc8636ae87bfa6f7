import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Caller } from "../../service.ts";
import { asJson } from "../json-value.ts";
import {
  callMutant,
  handwritten,
  hookMutant,
  listMutant,
  mutantOf,
  replyMutant,
  ruleMutant,
  successMutant,
} from "./handwritten.ts";
import { copyOf, editList, listIn, member, successWith } from "./tools.ts";

const HITS = "data.hits";
const { recall: usual } = memoryRules;

const isWalk = (call: Call) => bodyMember(call, "seed_id") !== undefined;
const idOf = (thing: Json) => String(member(thing, "id"));
const endsOf = (edge: Json) => [String(member(edge, "from_id")), String(member(edge, "to_id"))];
const madeAt = (memory: Json) => Date.parse(String(member(memory, "created_at")));

/** Creates a mutant of the data of successful recalls. */
const shown = (title: string, breaks: string, edit: (data: JsonObject, call: Call) => void) =>
  successMutant(title, breaks, ({ body }, call) => edit(asObject(body.data), call));

/** Creates a mutant of walks only. */
const walked = (title: string, breaks: string, edit: (data: JsonObject, call: Call) => void) =>
  shown(title, breaks, (data, call) => {
    if (isWalk(call)) edit(data, call);
  });

function lastWordOf(text: string): string {
  return text.split(" ").at(-1) ?? text;
}

/** Keeps the hits, and the scores, of some memories. */
function keepHits(data: JsonObject, isKept: (id: string) => boolean): void {
  data.hits = listIn(data, "hits").filter((hit) => isKept(idOf(hit)));
  data.scores = listIn(data, "scores").filter((score) => isKept(String(member(score, "memory_id"))));
}

/** Sends another body, and edits the response to it. */
function withOtherInput(
  call: Call,
  next: () => Reply,
  more: (body: JsonObject) => JsonObject,
  edit: (data: JsonObject) => void,
): Reply {
  editBody(call, more);
  const reply = next();
  if (reply.status !== 200) return reply;
  const body = copyOf(reply.body as object);
  edit(asObject(body.data));
  return { ...reply, body };
}

const filtersOf = (call: Call) => asObject(asJson(bodyMember(call, "filters") ?? {}));

/** Fails on a metadata member whose filter has an unexpected value. */
const failing = (title: string, fails: (value: unknown, wanted: unknown) => boolean) =>
  ruleMutant(title, "errors.no-server-error", {
    memories: {
      recall: {
        metadataMatches: (metadata, wanted) => {
          if (Object.keys(wanted).some((name) => fails(metadata[name], wanted[name])))
            throw new Error("cannot compare");
          return usual.metadataMatches(metadata, wanted);
        },
      },
    },
  });

const finding = handwritten("recall", {
  "recall-uses-last-word-only": callMutant("searches only for the last word of a query", "recall.nearest", (call) =>
    editBody(call, (body) => (typeof body.query === "string" ? { ...body, query: lastWordOf(body.query) } : body)),
  ),
  "newest-scored-without-hits": shown(
    "returns a score of the newest memory if nothing matches",
    "recall.scores.per-hit",
    (data, call) => {
      const newest = [...(call.caller?.workspace.memories.all() ?? [])].at(-1)?.memory;
      if (listIn(data, "scores").length > 0 || isWalk(call) || newest === undefined) return;
      const parts = { similarity: 0.5, confidence_bonus: 0, recency_penalty: 0, supersession_penalty: 0 };
      data.scores = [{ memory_id: newest.id, ...parts, total: 0.5 }];
    },
  ),
  "last-minute-not-recalled": listMutant(
    "does not find memories that were stored within the last minute",
    "recall.finds",
    HITS,
    (hits, call) => hits.filter((hit) => isWalk(call) || call.at - madeAt(hit) > 60_000),
  ),
  "hits-after-five-newest-first": listMutant(
    "orders hits after the fifth by creation time",
    "recall.order",
    HITS,
    (hits) => [...hits.slice(0, 5), ...hits.slice(5).toSorted((one, other) => madeAt(other) - madeAt(one))],
  ),
  "short-lived-expired-shown": hookMutant(
    "returns expired memories with a lifetime of at most a minute",
    "recall.filters.expired-off",
    (call, next) => {
      const filters = filtersOf(call);
      if (filters.include_expired === true) return next();
      const asking = (body: JsonObject) => ({ ...body, filters: { ...filters, include_expired: true } });
      return withOtherInput(call, next, asking, (data) => {
        data.hits = listIn(data, "hits").filter((hit) => {
          return member(hit, "status") !== "expired" || Number(member(hit, "ttl_seconds")) <= 60;
        });
      });
    },
  ),
  "edges-skip-permission-check": shown(
    "returns all edges of hits without a permission check",
    "recall.permissions.edges",
    (data, call) => {
      const edges = call.caller?.workspace.memories.edges;
      data.edges = [...new Set(listIn(data, "hits").flatMap((hit) => edges?.at(idOf(hit)) ?? []))].map(copyOf);
    },
  ),
  "expand-related-removes-hits": shown(
    "returns only the first hit and no edges if related is expanded",
    "recall.expand.related",
    (data, call) => {
      if (![bodyMember(call, "expand") ?? []].flat().includes("related")) return;
      const [first = null] = listIn(data, "hits");
      keepHits(data, (id) => id === idOf(first));
      data.edges = [];
    },
  ),
  "provenance-includes-whole-channels": listMutant(
    "returns all messages of the channels of the sources as provenance",
    "recall.expand.provenance",
    "data.messages",
    (sources, { caller }) => {
      const ids = sources.map(idOf);
      const channels = new Set(sources.map((source) => String(member(source, "channel_id"))));
      const all = [...channels].flatMap((channel) => caller?.workspace.messages.inChannel(channel) ?? []);
      const others = all.filter(({ message }) => !ids.includes(message.id));
      const added = others.map(({ message: { id, channelId, parentId, content, createdAt } }) => ({
        ...asObject(sources[0] ?? null),
        ...{ id, channel_id: channelId, thread_id: parentId, content, created_at: createdAt },
      }));
      return [...sources, ...added];
    },
  ),
  "provenance-includes-own-messages-only": listMutant(
    "returns only the caller's messages as provenance",
    "recall.expand.provenance",
    "data.messages",
    (messages, { caller }) =>
      messages.filter((message) => member(message, "author_identity_id") === caller?.agent.identityId),
  ),
  "min-similarity-filters-scores-only": hookMutant(
    "applies min_similarity to scores but not to hits",
    "recall.filters.min-similarity",
    (call, next) => {
      const { min_similarity: least, ...filters } = filtersOf(call);
      if (typeof least !== "number") return next();
      editBody(call, (body) => ({ ...body, filters }));
      const similar = editList("recall", "data.scores", (scores) =>
        scores.filter((score) => Number(member(score, "similarity")) >= least),
      );
      return similar.around?.(call, next) ?? next();
    },
  ),
  "filter-errors-on-null": failing(
    "returns 500 for a metadata filter by null",
    (value, wanted) => value !== undefined && wanted === null,
  ),
  "nested-filter-errors-on-null": failing(
    "returns 500 if a metadata filter by an object meets null",
    (value, wanted) => value === null && isObject(asJson(wanted)),
  ),
  "nested-filter-errors-on-string": failing(
    "returns 500 if a metadata filter by an object meets a string",
    (value, wanted) => typeof value === "string" && isObject(asJson(wanted)),
  ),
});

const walking = handwritten("recall", {
  "limited-walk-keeps-farthest": hookMutant(
    "returns the farthest hits of a walk instead of the nearest if there are more than the limit",
    "recall.order",
    (call, next) => {
      const limit = Number(bodyMember(call, "limit"));
      if (!isWalk(call) || !(limit >= 1 && limit <= 100)) return next();
      const asking = (body: JsonObject) => ({ ...body, limit: 100 });
      return withOtherInput(call, next, asking, (data) => {
        const kept = listIn(data, "hits").slice(-limit).map(idOf);
        keepHits(data, (id) => kept.includes(id));
      });
    },
  ),
  "walk-omits-seed": shown("leaves the seed and its edges out of a walk", "recall.walk.seed", (data, call) => {
    const seed = bodyMember(call, "seed_id");
    keepHits(data, (id) => id !== seed);
    data.edges = listIn(data, "edges").filter((edge) => endsOf(edge).every((id) => id !== seed));
  }),
  "walk-returns-seed-only": walked("returns only the seed of a walk", "recall.walk.neighbours", (data, call) => {
    keepHits(data, (id) => id === bodyMember(call, "seed_id"));
    data.edges = [];
  }),
  "deep-walk-omits-direct-neighbours": walked(
    "leaves the direct neighbours of the seed out of a walk of two or more steps",
    "recall.walk.depth",
    (data, call) => {
      if (Number(bodyMember(call, "depth") ?? 1) < 2) return;
      const scores = listIn(data, "scores").filter((score) => member(score, "similarity") === 0.5);
      const near = new Set(scores.map((score) => String(member(score, "memory_id"))));
      keepHits(data, (id) => !near.has(id));
      data.edges = listIn(data, "edges").filter((edge) => !endsOf(edge).some((id) => near.has(id)));
    },
  ),
  "walk-follows-sources-one-step": walked(
    "follows edges to sources only in the first step of a walk",
    "recall.walk.depth-reach",
    (data, call) => {
      const edges = call.caller?.workspace.memories.edges;
      const met = new Set([String(bodyMember(call, "seed_id"))]);
      for (let step = 0; step < Number(bodyMember(call, "depth") ?? 1); step++) {
        const links = [...met].flatMap((id) => (edges?.at(id) ?? []).filter(({ to_id }) => step === 0 || to_id === id));
        for (const { edge_type, from_id, to_id } of links)
          if (edge_type === "DERIVED_FROM") for (const id of [from_id, to_id]) met.add(id);
      }
      keepHits(data, (id) => met.has(id));
    },
  ),
  "walk-accepts-unknown-seed": replyMutant(
    "returns the newest memories for a walk from an unknown seed",
    "recall.walk.unknown-seed",
    (reply, call) => {
      if (reply.status !== 404 || !isWalk(call) || call.caller === null) return;
      const hits = [...call.caller.workspace.memories.all()].slice(-3).map(({ memory }) => copyOf(memory));
      Object.assign(reply, successWith(call, { hits, edges: [], scores: [], messages: [] }));
    },
  ),
  "neighbours-cached": mutantOf(
    "leaves memories that were stored after the first walk from a seed out of later ones",
    "recall.walk.depth-reach",
    (operation) => {
      const newest = new Map<string, number>();
      return onSuccess(operation, ({ body }, call) => {
        const key = ownKey(call);
        if (!isWalk(call) || key === undefined) return;
        const { memories } = key.workspace;
        const start = `${key.agent.id} ${String(bodyMember(call, "seed_id"))}`;
        const known = newest.get(start) ?? Math.max(0, ...[...memories.all()].map(({ sequence }) => sequence));
        newest.set(start, known);
        keepHits(asObject(body.data), (id) => (memories.get(id)?.sequence ?? 0) <= known);
      });
    },
  ),
  "walk-shows-derived-in-other-workspaces": listMutant(
    "returns memories of other workspaces that are derived from the seed of a walk",
    "isolation.recall-seed",
    HITS,
    (hits, call) => {
      const others = [...call.service.workspaces.values()].filter((one) => one !== ownKey(call)?.workspace);
      const derived = others.flatMap(({ memories }) =>
        memories.edges
          .at(String(bodyMember(call, "seed_id")))
          .flatMap(({ from_id, edge_type }) => (edge_type === "DERIVED_FROM" ? (memories.get(from_id) ?? []) : [])),
      );
      return [...hits, ...derived.map(({ memory }) => copyOf(memory))];
    },
  ),
});

/**
 * Creates a mutant that takes the nearest memories up to the limit before it filters by confidence, or metadata too.
 */
const narrowingLate = (title: string, withMetadata: boolean) =>
  ruleMutant(title, "recall.limit-fills", {
    memories: {
      recall: {
        metadataMatches: withMetadata ? () => true : usual.metadataMatches,
        minConfidence: () => true,
        best: (ranked, asked) =>
          usual.best(ranked, asked).filter(({ stored: { memory } }) => {
            const { min_confidence: least } = asked.filters;
            const isSure = least === undefined || usual.minConfidence(memory, least);
            return isSure && usual.metadataMatches(memory.metadata, asked.metadata_filter);
          }),
      },
    },
  });

function scopingLate(): Change {
  let wanted: Json | undefined;
  const isOther = (scopeId: string) => wanted !== undefined && scopeId !== wanted;
  return combine(
    onCall("recall", (call) => {
      const scope = bodyMember(call, "scope_id");
      const key = ownKey(call);
      const isReadable = key?.workspace.directory.may("CAN_READ", String(scope), key.agent.id) === true;
      wanted = !isWalk(call) && isReadable ? asJson(scope) : undefined;
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

function permittingLate(): Change {
  let isLate = false;
  let asking: Caller | null = null;
  return combine(
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

/**
 * Creates a mutant that adds hits of other scopes to recalls in a scope; `again` repeats the recall with other
 * members.
 */
const addingFromElsewhere = (
  title: string,
  choose: (elsewhere: Json[], call: Call, again: (members: Record<string, Json>) => Json[]) => Json[],
) =>
  hookMutant(title, "recall.scope", (call, next) => {
    const reply = next();
    if (reply.status !== 200 || bodyMember(call, "scope_id") === undefined) return reply;
    const hitsOf = ({ body }: Reply) => listIn(asObject(copyOf(body as object).data ?? null), "hits");
    const { body } = call;
    const ask = (members: Record<string, Json>) => {
      editBody(call, ({ scope_id: _scope, ...rest }) => ({ ...rest, ...members }));
      return hitsOf(next());
    };
    const added = choose(ask({}), call, ask);
    call.body = body;
    const known = hitsOf(reply).map(idOf);
    const answer = copyOf(reply.body as object);
    asObject(answer.data).hits = [...hitsOf(reply), ...added.filter((hit) => !known.includes(idOf(hit)))];
    return { ...reply, body: answer };
  });

const narrowing = handwritten("recall", {
  "filters-after-the-limit": narrowingLate("applies the limit before the filters by confidence and metadata", true),
  "confidence-after-the-limit": narrowingLate("applies the limit before the filter by confidence", false),
  "scope-after-the-limit": mutantOf("applies the limit before the scope", "recall.limit-fills", scopingLate),
  "permissions-after-the-limit": mutantOf(
    "applies the limit before it leaves out memories that the caller cannot read",
    "recall.limit-fills",
    permittingLate,
  ),
  "deep-walk-leaves-its-scope": addingFromElsewhere(
    "returns memories of other scopes from the second step of a walk in one scope",
    (elsewhere, call, again) => {
      if (!isWalk(call) || !(Number(bodyMember(call, "depth")) > 1)) return [];
      const near = again({ depth: 1 }).map(idOf);
      return elsewhere.filter((hit) => !near.includes(idOf(hit)));
    },
  ),
  "scope-filters-current-memories-only": addingFromElsewhere(
    "applies the scope only to memories with the status current",
    (elsewhere) => {
      return elsewhere.filter((hit) => member(hit, "status") !== "current");
    },
  ),
});

/** Mutants of recall. */
export const recallSites = [...finding, ...walking, ...narrowing];
