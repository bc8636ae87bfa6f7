import type { Call, Operation, Outcome } from "./call.ts";
import { edgeView } from "./links.ts";
import { memoryView, statusNow } from "./memory-view.ts";
import { type RecallRequest, readRecall } from "./recall-request.ts";
import { mayTouch, startOf, walk } from "./recall-walk.ts";
import { bag, isJsonObject, type JsonObject, type Value } from "./shape.ts";
import { featuresOf, likeness } from "./similarity.ts";
import { seesChannel, seesMemory } from "./visibility.ts";
import type { Edge, Memory, Message } from "./world.ts";

interface Hit {
  readonly memory: Memory;
  readonly similarity: number;
  readonly total: number;
}

function recall(call: Call): Outcome {
  const request = readRecall(call);
  const { world, clock, lag, caller } = call;
  const hidden = request.nothing || (request.seed !== undefined && startOf(call, request.seed) === "empty");
  if (hidden) return answer(call, request, [], []);
  const then = clock.exact() - lag;
  const edges = world.edges.rowsAt(then).filter((edge) => edge.workspace === caller.workspace);
  const shown = (memory: Memory) => isCandidate(call, request, memory);
  const memories = world.memories.rowsAt(then).filter(shown);
  const ranked =
    request.seed === undefined ? near(request, memories, edges) : around(call, request, memories, edges, shown);
  const order = (one: Hit, other: Hit) => other.total - one.total;
  const minimum = request.minSimilarity ?? Number.NEGATIVE_INFINITY;
  const hits = ranked.filter(({ similarity }) => similarity >= minimum).sort(order);
  const page = hits.slice(0, request.limit);
  if (call.choices.liberties.unordered) page.sort((one, other) => one.memory.place - other.memory.place);
  return answer(call, request, page, edges);
}

function isCandidate(call: Call, request: RecallRequest, memory: Memory): boolean {
  const { caller, choices } = call;
  const readable = seesMemory(call, caller, memory);
  const status = statusNow(call, memory);
  const settled = { superseded: request.superseded, invalidated: request.invalidated, expired: request.expired }[
    status
  ];
  const unsettled = status === "current" || choices.recall.unsettled || choices.liberties.proposed;
  const least = request.minConfidence ?? Number.NEGATIVE_INFINITY;
  const inScope = request.scope === undefined || memory.scope === request.scope;
  return (
    readable && (settled ?? unsettled) && memory.confidence >= least && inScope && hasMetadata(memory, request.metadata)
  );
}

function hasMetadata({ metadata = {} }: Memory, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([name, value]) => covers(metadata[name], value));
}

/** Returns true if a value contains what is wanted: objects and lists part by part, everything else exactly. */
function covers(value: Value | undefined, wanted: Value): boolean {
  if (isJsonObject(wanted))
    return isJsonObject(value) && Object.entries(wanted).every(([name, part]) => covers(value[name], part));
  if (Array.isArray(wanted))
    return Array.isArray(value) && wanted.every((part) => value.some((one) => covers(one, part)));
  return value === wanted || (Array.isArray(value) && value.includes(wanted));
}

function scored(memory: Memory, similarity: number): Hit {
  return { memory, similarity, total: 2 * similarity + memory.confidence / 10 };
}

/** Returns the memories most similar to the query; with `related`, their neighbours too. */
function near(request: RecallRequest, memories: Memory[], edges: Edge[]): Hit[] {
  const query = featuresOf(request.query ?? "");
  const all = memories.map((memory) => scored(memory, likeness(query, memory)));
  const close = all.filter(({ similarity }) => similarity > 0.02);
  if (!request.related) return close;
  const ids = new Set(close.map(({ memory }) => memory.id));
  const beside = new Set(
    edges.flatMap(({ from, to }) => [...(ids.has(from) ? [to] : []), ...(ids.has(to) ? [from] : [])]),
  );
  return all.filter(({ memory }) => ids.has(memory.id) || beside.has(memory.id));
}

function around(
  call: Call,
  request: RecallRequest,
  memories: Memory[],
  edges: Edge[],
  shown: (memory: Memory) => boolean,
): Hit[] {
  const distance = walk(call, request, edges, shown);
  const first = call.choices.recall.seedInHits ? 0 : 1;
  return memories.flatMap((memory) => {
    const steps = distance.get(memory.id) ?? -1;
    return steps >= first ? [scored(memory, 1 / (1 + steps))] : [];
  });
}

function answer(call: Call, request: RecallRequest, hits: Hit[], edges: Edge[]): Outcome {
  const { choices } = call;
  const ids = new Set(hits.map(({ memory }) => memory.id));
  const messages = request.provenance && !choices.liberties.noProvenance ? provenance(call, ids, edges) : [];
  const silent = !request.provenance && choices.recall.noMessages === "absent";
  const data = bag({
    scores: scoreList(call, hits),
    messages: silent ? undefined : messages.map((message) => messageView(call, message)),
    edges: edges.filter((edge) => isShown(call, request, edge, ids)).map((edge) => edgeView(call, edge)),
    hits: hits.map(({ memory }) => memoryView(call, memory)),
  });
  return choices.recall.pagination ? { data, pagination: { more: false, total: hits.length } } : { data };
}

/**
 * Returns true for edges among the hits, and for those that lead out of them if that is the reading, or if nothing
 * else shows the start.
 */
function isShown(call: Call, request: RecallRequest, edge: Edge, ids: ReadonlySet<string>): boolean {
  const { choices } = call;
  const touches = (id: string) => ids.has(id) || id === request.seed;
  const outwards = choices.recall.edges === "touching" || request.provenance || !choices.recall.seedInHits;
  if (!outwards || choices.liberties.bareWalk) return ids.has(edge.from) && ids.has(edge.to);
  return (touches(edge.from) || touches(edge.to)) && mayTouch(call, edge.from) && mayTouch(call, edge.to);
}

function provenance(call: Call, ids: ReadonlySet<string>, edges: Edge[]): Message[] {
  const { world, caller } = call;
  const cited = new Set(edges.filter(({ from }) => ids.has(from)).map(({ to }) => to));
  const messages = [...cited].flatMap((id) => world.messages.find(id) ?? []);
  return messages.filter((message) => seesChannel(call, caller, message.channel));
}

function messageView({ clock }: Call, message: Message): JsonObject {
  return bag({
    version: message.version,
    created_at: clock.write(message.created),
    content: message.content,
    kind: "post",
    author_identity_id: message.senderIdentity,
    thread_id: message.parent,
    channel_id: message.channel,
    id: message.id,
    language: "und",
  });
}

/** Returns one score for each hit, in a separate order. */
function scoreList({ choices }: Call, hits: Hit[]): JsonObject[] {
  const scores = hits.map(({ memory, similarity, total }) =>
    bag({
      memory_id: memory.id,
      similarity,
      total,
      confidence_bonus: choices.recall.scoreParts ? memory.confidence / 10 : undefined,
      recency_penalty: choices.recall.scoreParts ? 0 : undefined,
    }),
  );
  return scores.sort((one, other) => (String(one.memory_id) < String(other.memory_id) ? -1 : 1));
}

/** recall. */
export const recalling: readonly Operation[] = [{ name: "recall", method: "POST", family: "sdk", run: recall }];
