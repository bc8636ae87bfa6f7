import { asObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, rules } from "../../changes/hooks.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, shownKey } from "../tools.ts";
import { recalling } from "./recalling.ts";

const REMEMBER = ["remember"];

/** Writes claims that are made in some way to the first scope that their author may write to. */
const movingWhere = (name: string, isMoved: (value: unknown) => boolean): Change =>
  onCall("remember", (call) => {
    const key = shownKey(call);
    const [first] = key ? key.workspace.directory.scopesOf("CAN_WRITE", key.agent.id) : [];
    const scope = bodyMember(call, "scope_id");
    const isOwn = key?.workspace.directory.may("CAN_WRITE", String(scope), key.agent.id) === true;
    if (isOwn && first !== undefined && isMoved(bodyMember(call, name)))
      editBody(call, (body) => ({ ...body, scope_id: first }));
  });

/** Cuts lifetimes that are longer. */
const lastingAtMost = (most: number): Change =>
  onCall("remember", (call) => {
    const seconds = bodyMember(call, "ttl_seconds");
    if (typeof seconds === "number" && seconds > most) editBody(call, (body) => ({ ...body, ttl_seconds: most }));
  });

const YEAR = 365 * 86_400;

/** Faults of claims that show for seldom members, kinds or lifetimes. */
export const seldomClaimFaults: readonly Fault[] = [
  fault(
    "scope-of-stated-claims-lost",
    "memories.remember.scope",
    "a claim that says who stated it goes to the first scope of its author",
    REMEMBER,
    () => movingWhere("stated_by_identity_id", (identity) => identity !== undefined),
  ),
  fault(
    "scope-of-short-lived-claims-lost",
    "memories.remember.scope",
    "a claim with the shortest named lifetime goes to the first scope of its author",
    REMEMBER,
    () => movingWhere("ttl_preset", (preset) => preset === "VOLATILE"),
  ),
  fault(
    "scope-beside-several-sources-lost",
    "memories.remember.scope",
    "a claim from several sources goes to the first scope of its author",
    REMEMBER,
    () => movingWhere("derived_from", (pointers) => Array.isArray(pointers) && pointers.length > 1),
  ),
  fault("ttl-of-a-year-at-most", "memories.remember.ttl-seconds", "a lifetime beyond a year is cut", REMEMBER, () =>
    lastingAtMost(YEAR),
  ),
  fault(
    "claims-that-begin-beyond-ascii-not-indexed",
    "memories.remember.found",
    "a claim that begins with a letter beyond ASCII is in no index",
    ["remember", "search-memories"],
    () => rules({ memories: { indexed: (_caller, { memory }) => /^[ -~]/.test(memory.content) } }),
  ),
  ...["search-memories", "recall"].map((operation) =>
    fault(
      `expiry-cut-to-the-day-in-${operation}`,
      "consistency.memory-views",
      `${operation} shows when a memory expires without the time of day`,
      [operation],
      () => editingList(operation, "data.hits", (hits) => hits.map(expiringAtMidnight)),
    ),
  ),
  fault(
    "edges-of-preferences-lost",
    "memories.remember.provenance-edges",
    "no edge leads from a preference to what it was derived from",
    ["remember", "recall"],
    () =>
      recalling({
        mayShowEdge: ({ workspace }, { from_id, edge_type }) =>
          edge_type !== "DERIVED_FROM" || workspace.memories.get(from_id)?.memory.kind !== "preference",
      }),
  ),
  fault(
    "edges-first-five",
    "memories.remember.provenance-edges",
    "of the edges to what a memory was derived from five are shown",
    ["remember", "recall"],
    () => showingEdges(5),
  ),
];

function expiringAtMidnight(hit: Json): Json {
  const expiry = member(hit, "expires_at");
  return typeof expiry === "string" ? { ...asObject(hit), expires_at: `${expiry.slice(0, 10)}T00:00:00.000Z` } : hit;
}

function showingEdges(most: number): Change {
  const shown = new Map<string, Set<string>>();
  return recalling({
    mayShowEdge: (_caller, { from_id, id, edge_type }) => {
      if (edge_type !== "DERIVED_FROM") return true;
      const own = shown.get(from_id) ?? new Set();
      shown.set(from_id, own);
      if (own.size < most) own.add(id);
      return own.has(id);
    },
  });
}
