import type { Message } from "../../features/messages/model.ts";
import { problem } from "../problem.ts";
import { channelOf, messageOf, type Place, userOf } from "./lookup.ts";

/** A message by a person. */
export interface NewMessage {
  /** Id or name of the person. */
  readonly user: string;
  readonly content: string;
  /** Id of the message that it replies to. */
  readonly threadId?: string;
}

/** Posts a message as a person, which no agent can. */
export function postMessage(place: Place, channel: string, { user, content, threadId }: NewMessage): Message {
  const { service, rules, workspace } = place;
  const { id: channelId, name, archivedAt } = channelOf(place, channel);
  if (archivedAt !== null) {
    throw problem("conflict", `${name} was archived at ${archivedAt}, and takes nothing new`, "Unarchive it first.");
  }
  const author = userOf(place, user);
  const parent = threadId === undefined ? null : messageOf(place, threadId).message;
  if (parent !== null && parent.channelId !== channelId) {
    throw problem(
      "invalid_input",
      `threadId names a message of another channel than ${name}`,
      "Reply in the parent's channel.",
    );
  }
  const { message } = workspace.messages.add({
    id: service.ids.uuid(workspace, "message"),
    channelId,
    parentId: parent?.id ?? null,
    senderType: "human",
    senderId: author.id,
    authorIdentityId: author.identityId,
    content,
    metadata: {},
    madeAt: service.clock.now(),
  });
  if (parent !== null) rules.messages.countReply(parent);
  return { ...message };
}
