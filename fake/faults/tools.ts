import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { onReply, onSuccess, type Where } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";

/** A member of a JSON object, or null. */
export const member = (value: Json, name: string): Json => asObject(value)[name] ?? null;

/** Edits a list in successful answers. */
export const editingList = (where: Where, path: string, edit: (items: Json[], call: Call) => Json[]): Change =>
  onSuccess(where, (reply, call) => editAt(reply.body, path, (items) => edit(Array.isArray(items) ? items : [], call)));

/** Refuses calls that would have succeeded, when `holds`. */
export const refusingWhen = (where: Where, holds: (call: Call) => boolean, status = 400): Change =>
  onReply(where, (reply, call) => {
    if (reply.status === 200 && holds(call)) Object.assign(reply, refused(call, status));
  });

/** A refusal in the style of the call's family. */
function refused(call: Call, status: number) {
  const [agent, sdk] = CODES[status] ?? ["internal_error", "INTERNAL_ERROR"];
  const error = { code: call.family === "agent" ? agent : sdk, message: "The request cannot be served" };
  return { status, body: { success: false, error } };
}

const CODES: Readonly<Record<number, readonly [string, string]>> = {
  400: ["invalid_input", "VALIDATION_ERROR"],
  403: ["permission_denied", "FORBIDDEN"],
  404: ["not_found", "NOT_FOUND"],
  409: ["conflict", "CONFLICT"],
};

/** A JSON copy of something that the fake holds. */
export function copyOf(thing: object): JsonObject {
  return JSON.parse(JSON.stringify(thing));
}
