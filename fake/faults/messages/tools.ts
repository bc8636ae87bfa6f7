import type { Json } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, rules } from "../../changes/hooks.ts";
import type { Message } from "../../features/messages/model.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call } from "../../http/call.ts";
import { copyOf, editingList } from "../tools.ts";

/** Edits the list of messages in an answer. */
export const listing = (operation: string, edit: (messages: Json[], call: Call) => Json[]): Change =>
  editingList(operation, "data.messages", edit);

/** Asks for so many more than the limit that is given, or than the usual one. */
export function shiftLimit(call: Call, by: number, usual = Number.NaN): void {
  const limit = Number(call.query.get("limit") ?? usual);
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

/** Lets some calls of one operation, and nothing else, read every channel of the workspace. */
export function readingAllDuring(operation: string, holds: (call: Call) => boolean = () => true): Change {
  let during = false;
  return together(
    rules({
      messages: {
        mayRead: (caller, id) =>
          during ? caller.workspace.directory.channels.has(id) : messageRules.mayRead(caller, id),
      },
    }),
    {
      around: (call, next) => {
        during = call.operation === operation && holds(call);
        const reply = next();
        during = false;
        return reply;
      },
    },
  );
}

/** A message of the caller's workspace as it is stored, by its id. */
export const storedOf = (call: Call, id: unknown) => call.caller?.workspace.messages.get(String(id));

/** Ids of the attachments that a message is to have. */
export const attached = (call: Call): readonly Json[] => {
  const ids = bodyMember(call, "attachmentIds");
  return Array.isArray(ids) ? ids : [];
};

/** A file of any workspace, by its id. */
export function fileOf(call: Call, id: Json) {
  return [...call.service.workspaces.values()]
    .map(({ files }) => files.get(String(id)))
    .find((file) => file !== undefined);
}

/** Replies beyond so many are not counted. */
export function countingAtMost(most: number): Change {
  return rules({
    messages: {
      countReply: (parent) => {
        parent.replyCount = Math.min(most, parent.replyCount + 1);
      },
    },
  });
}
