import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Change, Patch } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, rules } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";
import { editingList } from "../tools.ts";
import { readingDuring } from "./reading.ts";

export const RECALL = ["recall"];

/** Other rules of recall. */
export const recalling = (patch: Patch<Rules["memories"]["recall"]>): Change => rules({ memories: { recall: patch } });

/** Edits the hits of recalls. */
export const editingHits = (edit: (hits: Json[], call: Call) => Json[]): Change =>
  editingList("recall", "data.hits", edit);

/** Edits the bodies of recalls that ask in some way. */
export const editing = (holds: (call: Call) => boolean, edit: Parameters<typeof editBody>[1]): Change =>
  onCall("recall", (call) => {
    if (holds(call)) editBody(call, edit);
  });

/** Takes a recall that has neither query nor seed for one of anything, when it has that member. */
export const anythingBeside = (name: string): Change =>
  editing(
    (call) => !isWalk(call) && bodyMember(call, "query") === undefined && bodyMember(call, name) !== undefined,
    (body) => ({ ...body, query: "anything" }),
  );

/** Edits the filters of recalls that have any. */
export const editingFilters = (edit: (filters: JsonObject) => JsonObject): Change =>
  onCall("recall", (call) => {
    const filters = bodyMember(call, "filters");
    if (isObject(filters)) editBody(call, (body) => ({ ...body, filters: edit({ ...filters }) }));
  });

export const isWalk = (call: Call): boolean => bodyMember(call, "seed_id") !== undefined;

/** True for a recall that asks for this to be shown as well. */
export const expands = (call: Call, what: string): boolean => {
  const expand = bodyMember(call, "expand");
  return Array.isArray(expand) && expand.includes(what);
};

/** Lets every scope be read during recalls that ask in some way. */
export const readingWhen = (holds: (call: Call) => boolean): Change => readingDuring("recall", holds);
