import type { Json } from "../../../spec/json.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../../changes/hooks.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, record } from "../tools.ts";
import { editing, expands, isWalk, RECALL, readingWhen, recalling } from "./recalling.ts";

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
          record(bodyMember(call, "filters") as Json).include_superseded === true,
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
        if (bodyMember(call, "scope_id") !== undefined) record(reply.body.data).current_decisions = [];
      }),
  ),
];
