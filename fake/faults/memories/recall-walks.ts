import { asObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { answering, bodyMember, onReply, onSuccess, showing } from "../../changes/hooks.ts";
import { GONE } from "../../changes/paths.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf, editingList, invented, member } from "../tools.ts";
import { editing, expands, isWalk, RECALL, recalling } from "./recalling.ts";

/** Faults of recall's walk and expansion. */
export const recallWalkFaults: readonly Fault[] = [
  fault("walk-without-seed", "recall.walk.seed", "a walk shows neither its seed nor edges of it", RECALL, () =>
    hidingSeed(),
  ),
  fault("walk-shows-seed-alone", "recall.walk.neighbours", "a walk shows its seed alone", RECALL, () =>
    onSuccess("recall", (reply, call) => {
      if (!isWalk(call)) return;
      const data = asObject(reply.body.data);
      const seed = bodyMember(call, "seed_id");
      data.edges = [];
      data.hits = (Array.isArray(data.hits) ? data.hits : []).filter((hit) => member(hit, "id") === seed);
      data.scores = [];
    }),
  ),
  fault("walk-shows-one-ring", "recall.walk.depth", "a deep walk leaves out the nearest neighbours", RECALL, () =>
    leavingOutNear(),
  ),
  fault("walk-depth-ignored", "recall.walk.depth-reach", "a walk is always one step deep", RECALL, () =>
    recalling({ steps: () => 1 }),
  ),
  fault("walk-depth-short", "recall.walk.depth-reach", "a walk of three steps takes two", RECALL, () =>
    recalling({ steps: (depth) => Math.min(2, depth) }),
  ),
  fault(
    "walk-back-one-step",
    "recall.walk.depth-reach",
    "a walk goes one step back to what a memory was derived from, and any number to what derives from it",
    RECALL,
    () => goingBackOnce(),
  ),
  fault("walk-depth-full", "recall.walk.depth-bound", "a walk is always three steps deep", RECALL, () =>
    recalling({ steps: () => 3 }),
  ),
  fault("walk-depth-one-more", "recall.walk.depth-bound", "a walk takes one step more", RECALL, () =>
    recalling({ steps: (depth) => depth + 1 }),
  ),
  ...[
    ["scope_id", "a scope"],
    ["limit", "a limit"],
    ["filters", "filters"],
  ].map(([name = "", title = ""]) =>
    fault(
      `walk-one-more-beside-${name.replace("_id", "")}`,
      "recall.walk.depth-bound",
      `a walk of one step takes two beside ${title}`,
      RECALL,
      () =>
        editing(
          (call) => Number(bodyMember(call, "depth")) === 1 && isNarrowedBy(call, name),
          (body) => ({ ...body, depth: 2 }),
        ),
    ),
  ),
  fault(
    "walk-from-anywhere",
    "recall.walk.unknown-seed",
    "a walk from an unknown node shows the newest memories",
    RECALL,
    () => walkingFromNothing(),
  ),
  fault("expand-provenance-ignored", "recall.expand.provenance", "provenance messages are never shown", RECALL, () =>
    answering("recall", "data.messages", () => []),
  ),
  fault(
    "expand-provenance-of-whole-channels",
    "recall.expand.provenance",
    "beside the sources of the hits, all messages of their channels are shown",
    RECALL,
    () => addingWholeChannels(),
  ),
  fault(
    "recall-first-expansion-alone",
    "recall.expand.messages",
    "of several expansions the first alone counts",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        const expand = bodyMember(call, "expand");
        if (Array.isArray(expand) && expand.indexOf("provenance") > 0) delete asObject(reply.body.data).messages;
      }),
  ),
  fault(
    "expand-provenance-without-list",
    "recall.expand.messages",
    "a recall that finds no messages has no list of them",
    RECALL,
    () =>
      answering("recall", "data.messages", (messages) =>
        Array.isArray(messages) && messages.length === 0 ? GONE : messages,
      ),
  ),
  fault(
    "expand-provenance-list-null",
    "recall.expand.messages",
    "the list of messages is null when provenance alone is expanded",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        const expand = bodyMember(call, "expand");
        if (Array.isArray(expand) && !expand.includes("related")) asObject(reply.body.data).messages = null;
      }),
  ),
  fault(
    "expand-provenance-cut",
    "recall.expand.provenance-content",
    "provenance messages are cut after 20 characters",
    RECALL,
    () => showing("ProvenanceMessage", "content", (text) => String(text).slice(0, 20)),
  ),
  fault(
    "expand-provenance-names-another-channel",
    "recall.expand.provenance-content",
    "provenance messages name no channel of theirs",
    RECALL,
    () => showing("ProvenanceMessage", "channel_id", () => "channel"),
  ),
  fault(
    "expand-related-shows-less",
    "recall.expand.related",
    "expanding related nodes hides edges and memories",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        const expand = bodyMember(call, "expand");
        const data = asObject(reply.body.data);
        if (!Array.isArray(expand) || !expand.includes("related")) return;
        data.edges = [];
        data.hits = Array.isArray(data.hits) ? data.hits.slice(0, 1) : [];
        // What is not shown has no score.
        const shown = data.hits.map((hit) => member(hit, "id"));
        data.scores = (Array.isArray(data.scores) ? data.scores : []).filter((score) =>
          shown.includes(member(score, "memory_id")),
        );
      }),
  ),
  fault(
    "expand-provenance-hides-edges",
    "recall.expand.related",
    "with provenance expanded no edges are shown, those of related nodes neither",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        if (expands(call, "provenance")) asObject(reply.body.data).edges = [];
      }),
  ),
  fault(
    "walk-to-unreadable-sources-when-deep",
    "recall.permissions.walk",
    "a walk of two steps or more shows what hits were derived from, also where it may not be read",
    RECALL,
    () => addingFarSources(),
  ),
  fault(
    "query-edges-to-unreadable-sources",
    "recall.permissions.edges",
    "the edges of a query lead to what hits were derived from, also where it may not be read",
    RECALL,
    () => addingEdgesOfSources(),
  ),
];

/** The greatest limit is what one asks with who wants all: it is no narrowing. */
function isNarrowedBy(call: Call, name: string): boolean {
  const value = bodyMember(call, name);
  return value !== undefined && value !== 100;
}

/** Shows nothing of the seed: neither the memory nor an edge that touches it. */
function hidingSeed(): Change {
  return onSuccess("recall", (reply, call) => {
    const seed = bodyMember(call, "seed_id");
    if (typeof seed !== "string") return;
    const data = asObject(reply.body.data);
    const without = (list: Json | undefined, ...names: string[]) =>
      (Array.isArray(list) ? list : []).filter((item) => names.every((name) => member(item, name) !== seed));
    data.hits = without(data.hits, "id");
    data.scores = without(data.scores, "memory_id");
    data.edges = without(data.edges, "from_id", "to_id");
  });
}

/** Leaves out of deeper walks what lies one step from the seed. */
function leavingOutNear(): Change {
  return onSuccess("recall", (reply, call) => {
    if (!isWalk(call) || Number(bodyMember(call, "depth") ?? 1) < 2) return;
    const data = asObject(reply.body.data);
    const scores = Array.isArray(data.scores) ? data.scores : [];
    const near = new Set(
      scores.filter((score) => member(score, "similarity") === 0.5).map((score) => member(score, "memory_id")),
    );
    data.scores = scores.filter((score) => !near.has(member(score, "memory_id")));
    data.hits = (Array.isArray(data.hits) ? data.hits : []).filter((hit) => !near.has(member(hit, "id")));
    data.edges = (Array.isArray(data.edges) ? data.edges : []).filter(
      (edge) => !near.has(member(edge, "from_id")) && !near.has(member(edge, "to_id")),
    );
  });
}

/** Leaves out of deeper walks what is only met by going on from a source to its own. */
function goingBackOnce(): Change {
  return onSuccess("recall", (reply, call) => {
    const seed = bodyMember(call, "seed_id");
    const edges = call.caller?.workspace.memories.edges;
    if (typeof seed !== "string" || edges === undefined) return;
    const met = new Set([seed]);
    const depth = Number(bodyMember(call, "depth") ?? 1);
    for (let step = 0; step < depth; step += 1) {
      const links = [...met].flatMap((id) => edges.at(id).filter(({ to_id }) => step === 0 || to_id === id));
      for (const { edge_type, from_id, to_id } of links)
        if (edge_type === "DERIVED_FROM") for (const id of [from_id, to_id]) met.add(id);
    }
    const data = asObject(reply.body.data);
    const among = (list: Json | undefined, name: string) =>
      (Array.isArray(list) ? list : []).filter((item) => met.has(String(member(item, name))));
    data.hits = among(data.hits, "id");
    data.scores = among(data.scores, "memory_id");
  });
}

function walkingFromNothing(): Change {
  return onReply("recall", (reply, call) => {
    if (reply.status !== 404 || !isWalk(call) || call.caller === null) return;
    const newest = [...call.caller.workspace.memories.all()].slice(-3).map(({ memory }) => copyOf(memory));
    Object.assign(reply, invented(call, { hits: newest, edges: [], scores: [], messages: [] }));
  });
}

/** Shows what else was said in the channels of the messages that are shown. */
function addingWholeChannels(): Change {
  return editingList("recall", "data.messages", (sources, { caller }) => {
    const sourceIds = new Set(sources.map((source) => member(source, "id")));
    const channels = new Set(sources.map((source) => String(member(source, "channel_id"))));
    const others = [...channels]
      .flatMap((channel) => caller?.workspace.messages.inChannel(channel) ?? [])
      .filter(({ message }) => !sourceIds.has(message.id));
    const added = others.map(({ message: { id, channelId, parentId, content, createdAt } }) => ({
      ...asObject(sources[0]),
      ...{ id, channel_id: channelId, thread_id: parentId, content, created_at: createdAt },
    }));
    return [...sources, ...added];
  });
}

/** Adds to deeper walks what lies two steps or more from the seed, from memory to source, whoever may read it. */
function addingFarSources(): Change {
  return onSuccess("recall", (reply, call) => {
    const memories = call.caller?.workspace.memories;
    const depth = Number(bodyMember(call, "depth") ?? 1);
    if (!isWalk(call) || memories === undefined || depth < 2) return;
    const data = asObject(reply.body.data);
    const hits = Array.isArray(data.hits) ? data.hits : [];
    const shown = new Set(hits.map((hit) => member(hit, "id")));
    let sources = [String(bodyMember(call, "seed_id"))];
    for (let step = 1; step <= depth; step += 1) {
      sources = sources.flatMap((id) => sourcesOf(memories, id));
      const far = step === 1 ? [] : sources.flatMap((id) => memories.get(id) ?? []);
      for (const { memory } of far.filter((one) => !shown.has(one.memory.id))) hits.push(copyOf(memory));
    }
    data.hits = hits;
  });
}

/** Adds to queries the edges from hits to what they were derived from, whoever may read that. */
function addingEdgesOfSources(): Change {
  return onSuccess("recall", (reply, call) => {
    const memories = call.caller?.workspace.memories;
    const data = asObject(reply.body.data);
    if (isWalk(call) || memories === undefined || !Array.isArray(data.hits)) return;
    const shown = Array.isArray(data.edges) ? data.edges : [];
    const known = new Set(shown.map((edge) => member(edge, "id")));
    const edges = data.hits.flatMap((hit) => derivationsOf(memories, String(member(hit, "id"))));
    data.edges = [...shown, ...edges.filter(({ id }) => !known.has(id)).map(copyOf)];
  });
}

type Memories = NonNullable<Call["caller"]>["workspace"]["memories"];

function derivationsOf({ edges }: Memories, id: string) {
  return edges.at(id).filter(({ edge_type, from_id }) => edge_type === "DERIVED_FROM" && from_id === id);
}

function sourcesOf(memories: Memories, id: string): string[] {
  return derivationsOf(memories, id).map(({ to_id }) => to_id);
}
