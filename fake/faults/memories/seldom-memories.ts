import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf, editingList, member } from "../tools.ts";
import { editing, expands, isWalk, RECALL, readingWhen, recalling } from "./recalling.ts";
import { withoutScope } from "./subtle-narrowing.ts";

/** A metadata filter that sees other values than there are. */
const matchingAs = (seen: (value: unknown) => unknown) =>
  recalling({
    metadataMatches: (metadata, wanted) =>
      Object.entries(wanted).every(([name, value]) => seen(metadata[name]) === seen(value)),
  });

/** Walks are one step deep where they ask for something besides. */
const nearWhere = (isNear: Parameters<typeof editing>[0]) =>
  editing(
    (call) => isWalk(call) && isNear(call),
    (body) => ({ ...body, depth: 1 }),
  );

/** Faults of memories that show for seldom values, beside seldom members, or from the sixth of something on. */
export const seldomMemoryFaults: readonly Fault[] = [
  fault(
    "recall-metadata-filter-of-whole-numbers",
    "recall.metadata-filter",
    "a metadata filter compares numbers without what follows their point",
    RECALL,
    () => matchingAs((value) => (typeof value === "number" ? Math.trunc(value) : value)),
  ),
  fault(
    "recall-metadata-filter-of-amounts",
    "recall.metadata-filter",
    "a metadata filter takes no account of the sign of a number",
    RECALL,
    () => matchingAs((value) => (typeof value === "number" ? Math.abs(value) : value)),
  ),
  fault(
    "recall-metadata-filter-first-five",
    "recall.metadata-filter",
    "a metadata filter looks at five of its values",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) =>
          Object.entries(wanted)
            .slice(0, 5)
            .every(([name, value]) => metadata[name] === value),
      }),
  ),
  fault("walk-depth-in-scope-ignored", "recall.walk.depth-reach", "in a scope a walk is one step deep", RECALL, () =>
    nearWhere((call) => bodyMember(call, "scope_id") !== undefined),
  ),
  fault(
    "walk-depth-beside-related-ignored",
    "recall.walk.depth-reach",
    "where related nodes are shown, a walk is one step deep",
    RECALL,
    () => nearWhere((call) => expands(call, "related")),
  ),
  fault(
    "recall-unreadable-scope-beside-superseded",
    "recall.permissions.scope",
    "naming a scope lets it be read where superseded memories are asked for",
    RECALL,
    () =>
      readingWhen(
        (call) =>
          bodyMember(call, "scope_id") !== undefined &&
          asObject(bodyMember(call, "filters") as Json).include_superseded === true,
      ),
  ),
  fault(
    "expand-provenance-first-five",
    "recall.expand.provenance",
    "no more than five provenance messages are shown",
    RECALL,
    () => editingList("recall", "data.messages", (messages) => messages.slice(0, 5)),
  ),
  fault(
    "provenance-first-five",
    "recall.expand.provenance",
    "of the pointers to where a claim comes from five are kept",
    ["remember", "recall"],
    () =>
      onCall("remember", (call) =>
        editBody(call, (body) =>
          Array.isArray(body.derived_from) ? { ...body, derived_from: body.derived_from.slice(0, 5) } : body,
        ),
      ),
  ),
  fault(
    "bootstrap-scope-without-decisions",
    "bootstrap.some-decisions",
    "with a scope named there are never any decisions",
    ["bootstrap-context"],
    () =>
      onSuccess("bootstrap-context", (reply, call) => {
        if (bodyMember(call, "scope_id") !== undefined) asObject(reply.body.data).current_decisions = [];
      }),
  ),
  fault(
    "recall-metadata-filter-absent-as-nothing",
    "recall.metadata-filter",
    "a metadata filter takes what a memory has not for 0",
    RECALL,
    () => matchingAs((value) => value ?? 0),
  ),
  fault(
    "recall-metadata-filter-names-in-any-case",
    "recall.metadata-filter",
    "a metadata filter takes no account of the case of names",
    RECALL,
    () =>
      recalling({
        metadataMatches: (metadata, wanted) => {
          const own = new Map(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value]));
          return Object.entries(wanted).every(([name, value]) => own.get(name.toLowerCase()) === value);
        },
      }),
  ),
  fault(
    "recall-min-confidence-beside-related-ignored",
    "recall.filters.min-confidence",
    "where related nodes are shown the least confidence is ignored",
    RECALL,
    () =>
      editing(
        (call) =>
          expands(call, "related") && asObject(bodyMember(call, "filters") as Json).min_confidence !== undefined,
        ({ filters, ...body }) => {
          const { min_confidence: _least, ...rest } = asObject(filters);
          return { ...body, filters: rest };
        },
      ),
  ),
  fault(
    "recall-min-similarity-generous",
    "recall.filters.min-similarity",
    "hits that are a little less similar than asked for stay",
    RECALL,
    () => recalling({ minSimilarity: (similarity, wanted) => similarity >= wanted - 0.03 }),
  ),
  fault(
    "recall-limit-beside-min-similarity-ignored",
    "recall.limit",
    "beside a least similarity the limit is ignored",
    RECALL,
    () =>
      editing(
        (call) =>
          asObject(bodyMember(call, "filters") as Json).min_similarity !== undefined &&
          Number(bodyMember(call, "limit")) > 0,
        ({ limit: _limit, ...body }) => body,
      ),
  ),
  ...["include_invalidated", "min_similarity"].map((name) =>
    fault(`recall-scope-beside-${name}-ignored`, "recall.scope", `the scope is ignored beside ${name}`, RECALL, () =>
      withoutScope((call) => asObject(bodyMember(call, "filters") as Json)[name] !== undefined),
    ),
  ),
  fault("walk-leaves-scope-at-second-step", "recall.scope", "a walk keeps to its scope for one step", RECALL, () =>
    addingFromElsewhere(
      (call) => isWalk(call) && Number(bodyMember(call, "depth")) > 1,
      (elsewhere, again) => {
        const near = again({ depth: 1 }).map((hit) => member(hit, "id"));
        return elsewhere.filter((hit) => !near.includes(member(hit, "id")));
      },
    ),
  ),
  fault(
    "recall-scope-for-current-ones-alone",
    "recall.scope",
    "what has ended is recalled in whatever scope is named",
    RECALL,
    () =>
      addingFromElsewhere(
        () => true,
        (elsewhere) => elsewhere.filter((hit) => member(hit, "status") !== "current"),
      ),
  ),
];

/** Adds some of what is found without it to recalls in a scope; `again` asks so once more, with other members. */
function addingFromElsewhere(
  holds: (call: Call) => boolean,
  choose: (elsewhere: Json[], again: (members: JsonObject) => Json[]) => Json[],
): Change {
  const hitsOf = (body: unknown): Json[] => {
    const { hits } = asObject(copyOf(body as object).data);
    return Array.isArray(hits) ? hits : [];
  };
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "recall" || reply.status !== 200 || !holds(call)) return reply;
      if (bodyMember(call, "scope_id") === undefined) return reply;
      const { body } = call;
      const ask = (members: JsonObject) => {
        editBody(call, ({ scope_id: _scope, ...rest }) => ({ ...rest, ...members }));
        return hitsOf(next().body);
      };
      const added = choose(ask({}), ask);
      call.body = body;
      const shown = hitsOf(reply.body);
      const known = shown.map((hit) => member(hit, "id"));
      const answer = copyOf(reply.body as object);
      asObject(answer.data).hits = [...shown, ...added.filter((hit) => !known.includes(member(hit, "id")))];
      return { ...reply, body: answer };
    },
  };
}
