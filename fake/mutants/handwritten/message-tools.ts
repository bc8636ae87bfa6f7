import { asObject, type Json } from "../../../spec/json.ts";
import type { Message } from "../../features/messages/model.ts";
import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/change.ts";
import { bodyMember, onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { editingList } from "./tools.ts";

/** Edits the list of messages in a response. */
export const listing = (operation: string, edit: (messages: readonly Json[], call: Call) => readonly Json[]): Change =>
  editingList(operation, "data.messages", edit);

/** A message as get-messages shows it. */
export function listItem(message: Message): Json {
  const { id, parentId, senderType, senderId, content, metadata, replyCount, createdAt } = message;
  return JSON.parse(JSON.stringify({ id, parentId, senderType, senderId, content, metadata, replyCount, createdAt }));
}

/** A message of the caller's workspace as it is stored. */
export const storedOf = (call: Call, id: unknown) => ownKey(call)?.workspace.messages.get(String(id));

/** The message that a flag is about, as it is stored. */
export const flaggedBy = (call: Call): Message | undefined => storedOf(call, bodyMember(call, "messageId"))?.message;

/** The messages of the channel that a call or a message names, oldest first. */
export const channelOf = (call: Call, id: unknown): readonly Message[] =>
  (ownKey(call)?.workspace.messages.inChannel(String(id)) ?? []).map(({ message }) => message);

/** Acts on the stored message once a flag was accepted. */
export const onceFlagged = (act: (flagged: Message, call: Call) => void): Change =>
  onSuccess("flag-needs-human", (_reply, call) => {
    const flagged = flaggedBy(call);
    if (flagged !== undefined) act(flagged, call);
  });

/** Flags other messages of the channel as well. */
export const alsoFlagging = (isMeant: (other: Message, flagged: Message, all: readonly Message[]) => boolean): Change =>
  onceFlagged((flagged, call) => {
    const all = channelOf(call, flagged.channelId);
    for (const other of all)
      if (other !== flagged && isMeant(other, flagged, all))
        other.metadata = { ...other.metadata, needsHuman: { reason: "flagged with another" } };
  });

/** The ids of the messages on a page. */
export const shownOn = (data: Json | undefined): readonly unknown[] =>
  [asObject(data ?? null).messages ?? []].flat().map((one) => asObject(one).id);
