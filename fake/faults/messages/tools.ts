import type { Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import type { Message } from "../../features/messages/model.ts";
import type { Call } from "../../http/call.ts";
import { copyOf, editingList } from "../tools.ts";

/** Edits the list of messages in an answer. */
export const listing = (operation: string, edit: (messages: Json[], call: Call) => Json[]): Change =>
  editingList(operation, "data.messages", edit);

/** Asks for so many more, when a limit is given. */
export function shiftLimit(call: Call, by: number): void {
  const limit = Number(call.query.get("limit") ?? Number.NaN);
  if (Number.isInteger(limit) && limit + by > 0) call.query.set("limit", String(limit + by));
}

/** A message as get-messages shows it. */
export function listItem({
  id,
  parentId,
  senderType,
  senderId,
  content,
  metadata,
  replyCount,
  createdAt,
}: Message): Json {
  return copyOf({ id, parentId, senderType, senderId, content, metadata, replyCount, createdAt });
}
