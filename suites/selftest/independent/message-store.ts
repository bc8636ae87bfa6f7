import type { Bench } from "./call.ts";
import type { JsonObject } from "./shape.ts";
import type { Message } from "./world.ts";

/** The input for a new message. */
export interface Draft {
  readonly workspace: string;
  readonly channel: string;
  readonly senderType: string;
  readonly sender: string;
  readonly senderIdentity: string;
  readonly content: string;
  readonly metadata?: JsonObject;
  readonly parent?: string | undefined;
  readonly attachments?: readonly string[];
}

/** Stores a message at the end of its channel. */
export function addMessage({ world, ids, clock, place }: Bench, draft: Draft): Message {
  const now = clock.now();
  const { parent, ...rest } = draft;
  return world.messages.add({
    metadata: {},
    attachments: [],
    ...rest,
    ...(parent === undefined ? {} : { parent }),
    id: ids.next("message"),
    place: place(),
    replies: 0,
    version: 1,
    created: now,
    updated: now,
  });
}
