import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Memory } from "../../features/memories/model.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, isSelected, onCall, onSuccess, rules } from "../../overrides/hooks.ts";
import type { ResponsePart, Rules } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";

/** The amount by which a recall raises the confidence of a memory. */
const CONFIDENCE_STEP = 0.05;

/** Choices about recalls that the contract leaves open. */
export const recallChoices = [
  choice({
    name: "memory-confidence",
    title: "how the confidence of a memory changes",
    values: ["constant", "halves-in-a-week", "rises-with-each-recall", "low-once-ended"],
    change: (value) => {
      if (value === "halves-in-a-week") return halving();
      return value === "rises-with-each-recall"
        ? rising(CONFIDENCE_STEP)
        : combine(withConfidence(lowOnceEnded), withDefaultMinConfidence());
    },
  }),
  choice({
    name: "similarity-scale",
    title: "the scale of similarities",
    values: ["up-to-1", "up-to-0", "half-to-1"],
    change: (value) => scaled(value === "up-to-0" ? NEGATIVE_SCALE : HALF_TO_ONE_SCALE),
  }),
  choice({
    name: "similarity-precision",
    title: "the precision of similarities in scores",
    values: ["full", "cut-to-hundredths", "rounded-to-hundredths"],
    varies: ["cut-to-hundredths", "rounded-to-hundredths"],
    change: (value) => {
      const cut = value === "cut-to-hundredths" ? Math.floor : Math.round;
      return onSuccess("recall", (reply) =>
        editAt(reply.body, "data.scores[].similarity", (similarity) =>
          typeof similarity === "number" ? cut(similarity * 100) / 100 : similarity,
        ),
      );
    },
  }),
  choice({
    name: "walk-limit",
    title: "whether the limit of a walk counts its seed",
    values: ["counts-seed", "excludes-seed"],
    change: () =>
      onCall("recall", (call) => {
        const limit = bodyMember(call, "limit");
        if (bodyMember(call, "seed_id") === undefined || !isCount(limit)) return;
        editBody(call, (body) => ({ ...body, limit: limit + 1 }));
      }),
  }),
  choice({
    name: "recall-maximum",
    title: "the maximum number of hits of a recall",
    values: ["limit", "50-with-has-more"],
    // The response reports there that there are more, and these choices may omit that part.
    incompatibleWith: ["meta", "pagination"],
    change: () =>
      rules({ memories: { recall: { best: (ranked, { limit }) => ranked.slice(0, Math.min(limit, SHORT_PAGE)) } } }),
  }),
  choice({
    name: "walk-filters",
    title: "whether the metadata filter of a walk applies before its limit",
    values: ["before-limit", "after-limit"],
    change: () => ({ around: filteredLate }),
  }),
  choice({
    name: "memory-sources",
    title: "where memories that are sources of hits are returned if provenance is expanded",
    values: ["edges-only", "also-hits"],
    change: (_value, tools) => withSources(tools.rules),
  }),
];

const SHORT_PAGE = 50;

/** Returns true for a limit that leaves room for more. */
function isCount(limit: unknown): limit is number {
  return typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit < 100;
}

const WEEK_MS = 7 * 86_400_000;

function halving(): Change {
  let now = 0;
  return combine(
    onCall("*", ({ at }) => {
      now = at;
    }),
    withConfidence(
      ({ confidence, created_at }) => confidence * 2 ** (-Math.max(0, now - Date.parse(created_at)) / WEEK_MS),
    ),
  );
}

/** Returns the change that raises the confidence of recalled memories by this amount. */
export function rising(by: number): Change {
  const times = new Map<string, number>();
  return combine(
    withConfidence((memory) => Math.min(1, memory.confidence + by * (times.get(nameOf(memory)) ?? 0))),
    onSuccess("recall", (reply) => {
      editAt(reply.body, "data.hits[]", (hit) => {
        times.set(nameOf(hit), (times.get(nameOf(hit)) ?? 0) + 1);
        return hit;
      });
    }),
  );
}

/** Returns a name that is unique across workspaces, since counted identifiers are not. */
function nameOf(memory: unknown): string {
  const { org_id, id } = memory as Memory;
  return JSON.stringify([org_id, id]);
}

/** Room for memories of one millisecond. */
const OF_ONE_INSTANT = 4096;
/** Subtracted from all milliseconds, so that places are exact numbers. */
const LONG_AGO = Date.parse("2020-01-01");

/**
 * Returns the change in which a recall reinforces its hits, and a search begins with the memories that were last
 * reinforced or else created.
 */
export function lastRecalledFirst(): Change {
  const recalled = new Map<string, number>();
  return combine(
    {
      rules: (before) => ({
        memories: {
          order: ({ memory, madeAt, sequence }) =>
            ((recalled.get(nameOf(memory)) ?? madeAt) - LONG_AGO) * OF_ONE_INSTANT + (sequence % OF_ONE_INSTANT),
        },
        present: (what: ResponsePart, thing: object, caller: Caller) => {
          const at = what === "Memory" ? recalled.get(nameOf(thing)) : undefined;
          const shown = at === undefined ? thing : { ...thing, last_reinforced_at: new Date(at).toISOString() };
          return before.present(what, shown, caller);
        },
      }),
    },
    onSuccess("recall", (reply, { at }) => {
      editAt(reply.body, "data.hits[]", (hit) => {
        recalled.set(nameOf(hit), at);
        return hit;
      });
    }),
  );
}

const ENDED: ReadonlySet<string> = new Set(["superseded", "invalidated", "expired"]);
/** The maximum confidence of a memory that is no longer current. */
const ENDED_CONFIDENCE = 0.05;
const DEFAULT_MIN_CONFIDENCE = 0.08;

const lowOnceEnded = ({ confidence, status }: Memory) =>
  ENDED.has(status) ? Math.min(ENDED_CONFIDENCE, confidence) : confidence;

/** Returns the change that computes the confidence whenever it is read, on top of other choices. */
function withConfidence(confidenceOf: (memory: Memory) => number): Change {
  const seen = (memory: Memory): Memory => ({ ...memory, confidence: confidenceOf(memory) });
  return {
    rules: (before) => ({
      memories: {
        recall: {
          minConfidence: (memory: Memory, wanted: number) => before.memories.recall.minConfidence(seen(memory), wanted),
        },
      },
      present: (what: ResponsePart, thing: object, caller: Caller) =>
        before.present(what, what === "Memory" ? seen(thing as Memory) : thing, caller),
    }),
  };
}

/** Returns the change that excludes very uncertain memories by default. */
function withDefaultMinConfidence(): Change {
  return onCall("recall", (call) => {
    const filters = bodyMember(call, "filters") ?? {};
    if (isObject(filters))
      editBody(call, (body) => ({ ...body, filters: { min_confidence: DEFAULT_MIN_CONFIDENCE, ...filters } }));
  });
}

/** A scale of similarities: the shown value, and a requested minimum converted to the scale of the fake. */
interface Scale {
  shown(value: number): number;
  toReference(least: number): number;
}

/** Negative distances: an exact match has 0. */
const NEGATIVE_SCALE: Scale = { shown: (value) => value - 1, toReference: (least) => least + 1 };

/** A cosine mapped to 0 to 1: a text unrelated to a query has 0.5. */
const HALF_TO_ONE_SCALE: Scale = {
  shown: (value) => (1 + value) / 2,
  toReference: (least) => Math.max(0, 2 * least - 1),
};

/** Similarities and totals on another scale, in the order that they had. */
function scaled({ shown, toReference }: Scale): Change {
  return combine(
    onCall("recall", (call) => {
      const filters = bodyMember(call, "filters");
      const least = isObject(filters) ? filters.min_similarity : undefined;
      if (!isObject(filters) || typeof least !== "number") return;
      editBody(call, (body) => ({ ...body, filters: { ...filters, min_similarity: toReference(least) } }));
    }),
    onSuccess("recall", (reply) => {
      for (const part of ["similarity", "total"]) {
        editAt(reply.body, `data.scores[].${part}`, (value) => (typeof value === "number" ? shown(value) : value));
      }
    }),
  );
}

/** Applies the metadata filter after the limit, as a store does that first reads the requested number of nodes. */
function filteredLate(call: Call, next: () => Reply): Reply {
  const wanted = bodyMember(call, "metadata_filter");
  if (!isSelected("recall", call) || bodyMember(call, "seed_id") === undefined || !isObject(wanted)) return next();
  editBody(call, ({ metadata_filter: _later, ...body }) => body);
  const reply = next();
  if (reply.status !== 200) return reply;
  const body = JSON.parse(JSON.stringify(reply.body)) as JsonObject;
  const keptIds = new Set<Json | undefined>();
  editAt(body, "data.hits", (hits) => {
    const kept = listOf(hits).filter(({ metadata }) => isObject(metadata) && holds(metadata, wanted));
    for (const { id } of kept) keptIds.add(id);
    return kept;
  });
  editAt(body, "data.scores", (scores) => listOf(scores).filter(({ memory_id }) => keptIds.has(memory_id)));
  return { ...reply, body };
}

/**
 * Returns the change that adds the sources after the ranked hits, without a score, if no filter was requested that
 * they might not match.
 */
function withSources(rulesInForce: () => Rules): Change {
  return onSuccess("recall", (reply, call) => {
    const expand = bodyMember(call, "expand");
    const isOpen = ["filters", "metadata_filter", "scope_id", "limit"].every(
      (name) => bodyMember(call, name) === undefined || (name === "limit" && bodyMember(call, name) === 100),
    );
    const { caller } = call;
    if (caller === null || bodyMember(call, "query") === undefined || !isOpen) return;
    if (Array.isArray(expand) && !expand.includes("provenance")) return;
    const { memories } = caller.workspace;
    const { memories: memoryRules, present } = rulesInForce();
    // If edges are not returned by default, neither are the sources.
    const edges = listOf((reply.body.data as JsonObject).edges ?? null);
    editAt(reply.body, "data.hits", (hits) => {
      const ranked = listOf(hits);
      const known = new Set(ranked.map(({ id }) => id));
      const sources = ranked.flatMap(({ id }) =>
        edges.flatMap(({ from_id, to_id }) => (from_id === id ? [memories.get(String(to_id))] : [])),
      );
      const added = sources.filter((one) => {
        const isNew = one !== undefined && !known.has(one.memory.id) && !ENDED.has(one.memory.status);
        if (one !== undefined) known.add(one.memory.id);
        return isNew && memoryRules.mayRead(caller, one.scopeId);
      });
      const shown = added.flatMap((one) => (one ? [present("Memory", one.memory, caller)] : []));
      return [...ranked, ...(JSON.parse(JSON.stringify(shown)) as Json[])].slice(0, MOST_HITS);
    });
  });
}

const MOST_HITS = 100;

function listOf(value: Json): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function holds(metadata: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([name, value]) => metadata[name] === value);
}
