import type { Agent } from "../../directory.ts";
import type { Service } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import type { StoredMessage } from "./model.ts";
import type { NewMessage } from "./store.ts";

/** The place and time (milliseconds since 1970) of a posted message. */
export interface Post {
  readonly service: Pick<Service, "ids">;
  readonly workspace: Workspace;
  readonly now: number;
}

type Words = Pick<NewMessage, "channelId" | "content"> & Partial<Pick<NewMessage, "parentId">>;

/** Adds a message of an agent without checking its permissions. */
export function postAsAgent({ service, workspace, now }: Post, agent: Agent, words: Words): StoredMessage {
  return workspace.messages.add({
    parentId: null,
    ...words,
    id: service.ids.uuid(workspace, "message"),
    senderType: "agent",
    senderId: agent.id,
    authorIdentityId: agent.identityId,
    metadata: {},
    madeAt: now,
  });
}

/** Adds a message of the service itself: a card. */
export function postAsService(
  { service, workspace, now }: Post,
  card: Pick<NewMessage, "channelId" | "content" | "metadata">,
): StoredMessage {
  return workspace.messages.add({
    ...card,
    id: service.ids.uuid(workspace, "message"),
    parentId: null,
    senderType: "system",
    senderId: workspace.id,
    authorIdentityId: null,
    madeAt: now,
  });
}
