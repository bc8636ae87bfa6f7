import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/change.ts";
import { bodyMember, editBody, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { copyOf, editingList, invented, listIn, member } from "./tools.ts";

const at = (id: string, breaks: string, title: string, plant: () => Change) =>
  handwritten(id, breaks, title, "recall", plant);

const isWalk = (call: Call) => bodyMember(call, "seed_id") !== undefined;
const madeAt = (memory: Json) => Date.parse(String(member(memory, "created_at")));
const newestFirst = (hits: readonly Json[]) => hits.toSorted((one, other) => madeAt(other) - madeAt(one));

const editingHits = (edit: (hits: readonly Json[], call: Call) => Json[]): Change =>
  editingList("recall", "data.hits", edit);

/** Edits the data of recalls. */
const editingData = (edit: (data: JsonObject, call: Call) => void): Change =>
  onSuccess("recall", ({ body }, call) => edit(asObject(body.data), call));

/** Keeps the hits, and the scores, of some memories. */
function keepHits(data: JsonObject, isKept: (id: string) => boolean): void {
  data.hits = listIn(data, "hits").filter((hit) => isKept(String(member(hit, "id"))));
  data.scores = listIn(data, "scores").filter((score) => isKept(String(member(score, "memory_id"))));
}

/** Fails over a member of metadata that the filter wants otherwise than it is thought to be. */
const failing = (id: string, title: string, fails: (value: unknown, wanted: unknown) => boolean) =>
  at(`filter-fails-${id}`, "errors.no-server-error", title, () =>
    rules({
      memories: {
        recall: {
          metadataMatches: (metadata, wanted) => {
            if (Object.keys(wanted).some((name) => fails(metadata[name], wanted[name])))
              throw new Error("cannot compare");
            return memoryRules.recall.metadataMatches(metadata, wanted);
          },
        },
      },
    }),
  );

/** Mutants of recall. */
export const recallSites: readonly HandwrittenSite[] = [
  at("scores-the-newest-instead", "recall.scores.per-hit", "without a hit the newest memory is scored", () =>
    editingData((data, call) => {
      const newest = [...(call.caller?.workspace.memories.all() ?? [])].at(-1)?.memory;
      if (listIn(data, "scores").length > 0 || isWalk(call) || newest === undefined) return;
      const parts = { similarity: 0.5, confidence_bonus: 0, recency_penalty: 0, supersession_penalty: 0 };
      data.scores = [{ memory_id: newest.id, ...parts, total: 0.5 }];
    }),
  ),
  at("last-minute-not-found", "recall.finds", "memories of the last minute are not embedded yet", () =>
    editingHits((hits, call) => hits.filter((hit) => isWalk(call) || call.at - madeAt(hit) > 60_000)),
  ),
  at("newest-first", "recall.order", "hits stand newest first", () => editingHits(newestFirst)),
  at("newest-first-after-five", "recall.order", "hits after the fifth stand newest first", () =>
    editingHits((hits) => [...hits.slice(0, 5), ...newestFirst(hits.slice(5))]),
  ),
  at("farthest-of-a-limited-walk", "recall.order", "a limited walk keeps its last hits", () => ({
    around: (call, next) => {
      const limit = Number(bodyMember(call, "limit"));
      if (call.operation !== "recall" || !isWalk(call) || !(limit >= 1 && limit <= 100)) return next();
      editBody(call, (body) => ({ ...body, limit: 100 }));
      const reply = next();
      if (reply.status !== 200) return reply;
      const body = copyOf(reply.body as object);
      const kept = listIn(asObject(body.data), "hits").slice(-limit);
      keepHits(asObject(body.data), (id) => kept.some((hit) => member(hit, "id") === id));
      return { ...reply, body };
    },
  })),
  at("lapsed-soon-shown", "recall.filters.expired-off", "what has lapsed after a short life is shown", () => ({
    around: (call, next) => {
      const filters = asObject((bodyMember(call, "filters") ?? {}) as Json);
      if (call.operation !== "recall" || filters.include_expired === true) return next();
      editBody(call, (body) => ({ ...body, filters: { ...filters, include_expired: true } }));
      const reply = next();
      if (reply.status !== 200) return reply;
      const body = copyOf(reply.body as object);
      const data = asObject(body.data);
      data.hits = listIn(data, "hits")
        .map(asObject)
        .filter(({ status, ttl_seconds: seconds }) => status !== "expired" || Number(seconds) <= 60);
      return { ...reply, body };
    },
  })),
  at("edges-of-hits-unchecked", "recall.permissions.edges", "edges lead to what may not be read", () =>
    editingData((data, call) => {
      const edges = call.caller?.workspace.memories.edges;
      const all = listIn(data, "hits").flatMap((hit) => edges?.at(String(member(hit, "id"))) ?? []);
      data.edges = [...new Set(all)].map(copyOf);
    }),
  ),
  at("edges-of-preferences-lost", "memories.remember.provenance-edges", "preferences have no sources", () =>
    rules({
      memories: {
        recall: {
          mayShowEdge: ({ workspace }, { from_id, edge_type }) =>
            edge_type !== "DERIVED_FROM" || workspace.memories.get(from_id)?.memory.kind !== "preference",
        },
      },
    }),
  ),
  at("related-shows-less", "recall.expand.related", "expanding related nodes hides edges and memories", () =>
    editingData((data, call) => {
      if (![bodyMember(call, "expand") ?? []].flat().includes("related")) return;
      const [first = null] = listIn(data, "hits");
      keepHits(data, (id) => id === member(first, "id"));
      data.edges = [];
    }),
  ),
  at("walk-without-seed", "recall.walk.seed", "a walk shows neither its seed nor edges of it", () =>
    editingData((data, call) => {
      const seed = bodyMember(call, "seed_id");
      keepHits(data, (id) => id !== seed);
      data.edges = listIn(data, "edges").filter((edge) =>
        [member(edge, "from_id"), member(edge, "to_id")].every((id) => id !== seed),
      );
    }),
  ),
  at("walk-shows-seed-alone", "recall.walk.neighbours", "a walk shows its seed alone", () =>
    editingData((data, call) => {
      if (!isWalk(call)) return;
      keepHits(data, (id) => id === bodyMember(call, "seed_id"));
      data.edges = [];
    }),
  ),
  at("deep-walk-without-nearest", "recall.walk.depth", "a deep walk leaves out the nearest neighbours", () =>
    editingData((data, call) => {
      if (!isWalk(call) || Number(bodyMember(call, "depth") ?? 1) < 2) return;
      const scores = listIn(data, "scores").filter((score) => member(score, "similarity") === 0.5);
      const near = new Set(scores.map((score) => String(member(score, "memory_id"))));
      keepHits(data, (id) => !near.has(id));
      data.edges = listIn(data, "edges").filter(
        (edge) => !near.has(String(member(edge, "from_id"))) && !near.has(String(member(edge, "to_id"))),
      );
    }),
  ),
  at("walk-back-one-step", "recall.walk.depth-reach", "a walk goes one step back to sources", () =>
    editingData((data, call) => {
      const edges = call.caller?.workspace.memories.edges;
      const met = new Set([String(bodyMember(call, "seed_id"))]);
      if (!isWalk(call) || edges === undefined) return;
      for (let step = 0; step < Number(bodyMember(call, "depth") ?? 1); step++) {
        const links = [...met].flatMap((id) => edges.at(id).filter(({ to_id }) => step === 0 || to_id === id));
        for (const { edge_type, from_id, to_id } of links)
          if (edge_type === "DERIVED_FROM") for (const id of [from_id, to_id]) met.add(id);
      }
      keepHits(data, (id) => met.has(id));
    }),
  ),
  at("walk-always-three-steps", "recall.walk.depth-bound", "a walk is always three steps deep", () =>
    rules({ memories: { recall: { steps: () => 3 } } }),
  ),
  at("walk-from-anywhere", "recall.walk.unknown-seed", "a walk from an unknown node shows the newest memories", () =>
    onReply("recall", (reply, call) => {
      if (reply.status !== 404 || !isWalk(call) || call.caller === null) return;
      const hits = [...call.caller.workspace.memories.all()].slice(-3).map(({ memory }) => copyOf(memory));
      Object.assign(reply, invented(call, { hits, edges: [], scores: [], messages: [] }));
    }),
  ),
  at("neighbours-kept", "recall.walk.depth-reach", "a walk shows what the first from the same start could", () => {
    const newest = new Map<string, number>();
    return editingData((data, call) => {
      const key = ownKey(call);
      if (!isWalk(call) || key === undefined) return;
      const { memories } = key.workspace;
      const start = `${key.agent.id} ${String(bodyMember(call, "seed_id"))}`;
      const known = newest.get(start) ?? Math.max(0, ...[...memories.all()].map(({ sequence }) => sequence));
      newest.set(start, known);
      keepHits(data, (id) => (memories.get(id)?.sequence ?? 0) <= known);
    });
  }),
  at("derived-elsewhere", "isolation.recall-seed", "a walk shows what other workspaces derived from its seed", () =>
    editingHits((hits, call) => {
      const others = [...call.service.workspaces.values()].filter((one) => one !== ownKey(call)?.workspace);
      const derived = others.flatMap(({ memories }) =>
        memories.edges
          .at(String(bodyMember(call, "seed_id")))
          .flatMap(({ from_id, edge_type }) => (edge_type === "DERIVED_FROM" ? (memories.get(from_id) ?? []) : [])),
      );
      return [...hits, ...derived.map(({ memory }) => copyOf(memory))];
    }),
  ),
  at(
    "provenance-of-whole-channels",
    "recall.expand.provenance",
    "all messages of the sources' channels are shown",
    () =>
      editingList("recall", "data.messages", (sources, { caller }) => {
        const ids = new Set(sources.map((source) => member(source, "id")));
        const channels = new Set(sources.map((source) => String(member(source, "channel_id"))));
        const all = [...channels].flatMap((channel) => caller?.workspace.messages.inChannel(channel) ?? []);
        const others = all.filter(({ message }) => !ids.has(message.id));
        const added = others.map(({ message: { id, channelId, parentId, content, createdAt } }) => ({
          ...asObject(sources[0] ?? null),
          ...{ id, channel_id: channelId, thread_id: parentId, content, created_at: createdAt },
        }));
        return [...sources, ...added];
      }),
  ),
  at("provenance-of-the-caller-alone", "recall.expand.provenance", "messages of others are not shown", () =>
    editingList("recall", "data.messages", (messages, { caller }) =>
      messages.filter((message) => member(message, "author_identity_id") === caller?.agent.identityId),
    ),
  ),
  at(
    "similarity-of-scores-alone",
    "recall.filters.min-similarity",
    "a least similarity keeps out scores alone",
    () => ({
      around: (call, next) => {
        const { min_similarity: least, ...filters } = asObject((bodyMember(call, "filters") ?? {}) as Json);
        if (call.operation !== "recall" || typeof least !== "number") return next();
        editBody(call, (body) => ({ ...body, filters }));
        const similar = editingList("recall", "data.scores", (scores) =>
          scores.filter((score) => Number(member(score, "similarity")) >= least),
        );
        return similar.around?.(call, next) ?? next();
      },
    }),
  ),
  at("later-expansions-unchecked", "recall.expand-enum", "items of expand after the first are not looked at", () =>
    onCall("recall", (call) => {
      const [first, ...others] = [bodyMember(call, "expand") ?? []].flat() as Json[];
      const known = others.filter((item) => item === "provenance" || item === "related");
      if (others.length > 0) editBody(call, (body) => ({ ...body, expand: [first ?? null, ...known] }));
    }),
  ),
  failing("over-null", "a filter that wants null is an internal error", (value, wanted) => {
    return value !== undefined && wanted === null;
  }),
  failing("into-null", "a filter that looks into null is an internal error", (value, wanted) => {
    return value === null && isObject(wanted as Json);
  }),
  failing("into-text", "a filter that looks into a text is an internal error", (value, wanted) => {
    return typeof value === "string" && isObject(wanted as Json);
  }),
];
