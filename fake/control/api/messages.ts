import type { User } from "../../directory.ts";
import { changeMetadata, resolveFlag } from "../../features/messages/logic.ts";
import type { Message } from "../../features/messages/model.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { problem } from "../problem.ts";
import { checkedFiles, type NewFile } from "./files.ts";
import { agentOf, channelOf, messageOf, type Place, userOf } from "./lookup.ts";

/** A message by a person. */
export interface NewMessage {
  /** Id or name of the person. */
  readonly user: string;
  /** May be empty if files are attached. */
  readonly content: string;
  /** Id of the message that it replies to. */
  readonly threadId?: string;
  readonly files?: readonly NewFile[];
}

/** Posts a message as a person, with or without files. */
export function postMessage(
  place: Place,
  channel: string,
  { user, content, threadId, files = [] }: NewMessage,
): Message {
  const { service, rules, workspace } = place;
  const { id: channelId, name, archivedAt } = channelOf(place, channel);
  if (archivedAt !== null) {
    throw problem("conflict", `${name} was archived at ${archivedAt}, and takes nothing new`, "Unarchive it first.");
  }
  const author = userOf(place, user);
  if (content === "" && files.length === 0) {
    throw problem("invalid_input", "content is empty in a message without files", "Give content, or files.");
  }
  const parent = threadId === undefined ? null : messageOf(place, threadId).message;
  if (parent !== null && parent.channelId !== channelId) {
    throw problem(
      "invalid_input",
      `threadId names a message of another channel than ${name}`,
      "Reply in the parent's channel.",
    );
  }
  const attach = checkedFiles(place, files);
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
  attach(message, author);
  return { ...message };
}

/** The reason why a message needs a person; user or agent is the one who flagged it, a person by default. */
export interface NewFlag {
  readonly reason: string;
  /** Id or name of a person. */
  readonly user?: string;
  /** Id or name of an agent. */
  readonly agent?: string;
}

/** Marks a message as waiting for a person, as flag-needs-human does. */
export function flagMessage(place: Place, id: string, { reason, user, agent }: NewFlag): Message {
  const { service, rules, workspace } = place;
  if (user !== undefined && agent !== undefined) {
    throw problem("invalid_input", "user and agent were both given", "Say who flags the message: give one of them.");
  }
  const flaggedBy = agent === undefined ? personOf(place, user).id : agentOf(place, agent).id;
  const { message } = messageOf(place, id);
  workspace.messages.grow(reason.length);
  const now = service.clock.now();
  const facts = { reason, flaggedBy, flaggedAt: isoInstant(now) };
  changeMetadata({ rules, now }, message, rules.messages.flagged(message.metadata, facts));
  return { ...message };
}

/** Takes the flag from a message: a person has seen to it. */
export function resolveMessage(place: Place, id: string): Message {
  const { message } = messageOf(place, id);
  if (!resolveFlag({ rules: place.rules, now: place.service.clock.now() }, message)) {
    throw problem("conflict", `The message ${id} is not flagged`, "Only a flagged message can be resolved.");
  }
  return { ...message };
}

function personOf(place: Place, user: string | undefined): User {
  if (user !== undefined) return userOf(place, user);
  const [first] = place.workspace.directory.users.values();
  if (first === undefined) throw problem("conflict", "The workspace has no person", "Add one, or give agent.");
  return first;
}
