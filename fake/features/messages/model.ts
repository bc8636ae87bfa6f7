import type { Sequenced } from "../../sorted-index.ts";
import type { Attachment } from "../files/model.ts";

/** The author of a message: an agent, a person, or the service itself. */
export type SenderType = "agent" | "human" | "system";

/** A reaction to a message. */
export interface Reaction {
  readonly emoji: string;
  readonly userIds: readonly string[];
  readonly count: number;
}

/** A message with every field that the contract names. */
export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly parentId: string | null;
  readonly senderType: SenderType;
  readonly senderId: string;
  content: string;
  metadata: Readonly<Record<string, unknown>>;
  isEdited: boolean;
  version: number;
  replyCount: number;
  reactions: readonly Reaction[];
  attachments: readonly Attachment[];
  readonly createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

/** A message in the store, with its place among the messages. */
export interface StoredMessage extends Sequenced {
  readonly message: Message;
  /** The identity of the sender; null for the service. */
  readonly authorIdentityId: string | null;
  /** When it was created, in milliseconds since 1970. */
  readonly madeAt: number;
}

/** A message found by search. */
export interface MessageHit {
  readonly message: Message;
  /** Relevance: higher is better. */
  readonly rank: number;
}
