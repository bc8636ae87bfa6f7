import type { Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import type { Call } from "../../http/call.ts";
import { editingList } from "../tools.ts";

/** Edits the list of messages in an answer. */
export const listing = (operation: string, edit: (messages: Json[], call: Call) => Json[]): Change =>
  editingList(operation, "data.messages", edit);

/** Asks for so many more than the limit that is given, or than the usual one. */
export function shiftLimit(call: Call, by: number, usual = Number.NaN): void {
  const limit = Number(call.query.get("limit") ?? usual);
  if (Number.isInteger(limit) && limit + by > 0) call.query.set("limit", String(limit + by));
}

/** A message of the caller's workspace as it is stored, by its id. */
export const storedOf = (call: Call, id: unknown) => call.caller?.workspace.messages.get(String(id));
