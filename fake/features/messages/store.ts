import { createSortedIndex, insertionIndex } from "../../sorted-index.ts";
import { lengthOfJson } from "../../text/json-length.ts";
import type { Message, SenderType, StoredMessage } from "./model.ts";
import { createTextIndex, type TextHit } from "./text-index.ts";

/** The input for a new message. */
export interface NewMessage {
  readonly id: string;
  readonly channelId: string;
  readonly parentId: string | null;
  readonly senderType: SenderType;
  readonly senderId: string;
  readonly authorIdentityId: string | null;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** The messages of one workspace. */
export interface MessageStore {
  readonly count: number;
  /** Of all that is written in them. */
  readonly characters: number;
  /** Counts characters that something there has got since. */
  grow(characters: number): void;
  get(id: string): StoredMessage | undefined;
  add(message: NewMessage): StoredMessage;
  /** Adds an existing message unchanged. */
  keep(message: Message, authorIdentityId: string | null, madeAt: number): StoredMessage;
  /** Returns a channel's messages, oldest first. */
  inChannel(channelId: string): readonly StoredMessage[];
  /** Returns the index of a message in its channel's list. */
  placeOf(stored: StoredMessage): number;
  /** Returns up to `limit` full-text hits, best first, among the messages that `mayShow` accepts. */
  search(query: string, limit: number, mayShow: (stored: StoredMessage) => boolean): readonly TextHit[];
  /** Every message, oldest first. */
  all(): IterableIterator<StoredMessage>;
}

/** Creates an empty store. */
export function createMessageStore(): MessageStore {
  const byId = new Map<string, StoredMessage>();
  const byChannel = createSortedIndex<StoredMessage>();
  const texts = createTextIndex();
  let characters = 0;
  const keep = (message: Message, authorIdentityId: string | null, madeAt: number) => {
    const stored: StoredMessage = { message, authorIdentityId, madeAt, sequence: byId.size };
    byId.set(message.id, stored);
    characters += message.content.length + lengthOfJson(message.metadata);
    byChannel.add(message.channelId, stored);
    texts.add(stored);
    return stored;
  };
  return {
    get count() {
      return byId.size;
    },
    get characters() {
      return characters;
    },
    grow: (more) => {
      characters += more;
    },
    get: (id) => byId.get(id),
    add: (fresh) => keep(wireMessage(fresh), fresh.authorIdentityId, fresh.madeAt),
    keep,
    inChannel: (channelId) => byChannel.of(channelId),
    placeOf: (stored) => insertionIndex(byChannel.of(stored.message.channelId), stored.sequence),
    search: texts.search,
    all: () => byId.values(),
  };
}

function wireMessage(fresh: NewMessage): Message {
  const createdAt = new Date(fresh.madeAt).toISOString();
  return {
    id: fresh.id,
    channelId: fresh.channelId,
    parentId: fresh.parentId,
    senderType: fresh.senderType,
    senderId: fresh.senderId,
    content: fresh.content,
    metadata: fresh.metadata,
    isEdited: false,
    version: 1,
    replyCount: 0,
    reactions: [],
    attachments: [],
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
  };
}
