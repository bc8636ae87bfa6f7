import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { type OperationSelector, onSuccess } from "../../overrides/hooks.ts";

/** Returns a JSON copy of an object of the fake. */
export const copyOf = (thing: object): JsonObject => JSON.parse(JSON.stringify(thing));

/** Returns a member of a JSON object, or null. */
export const member = (value: Json, name: string): Json => asObject(value)[name] ?? null;

/** Returns a success with invented data. */
export function successWith(call: Call, data: Json) {
  const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
  return { status: 200, body: { success: true, data, meta } };
}

/** Edits a list in successful responses. */
export const editList = (
  where: OperationSelector,
  path: string,
  edit: (items: readonly Json[], call: Call) => readonly Json[],
): Change =>
  onSuccess(where, (reply, call) =>
    editAt(reply.body, path, (items) => [...edit(Array.isArray(items) ? items : [], call)]),
  );

/** Returns the items of a list in the data of a response. */
export function listIn(data: JsonObject, name: string): Json[] {
  const list = data[name];
  return Array.isArray(list) ? list : [];
}
