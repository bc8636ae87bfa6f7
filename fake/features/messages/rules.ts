import type { Caller } from "../../service.ts";
import type { Message, StoredMessage } from "./model.ts";
import type { TextHit } from "./text-index.ts";

/** Returns true if the searching agent may see a hit. */
export type MayShow = (stored: StoredMessage) => boolean;

/** The rules of the reference for messages; a mutant or a variant can replace each member. */
export interface MessageRules {
  /** Returns true if the caller may read a channel (get-messages, search-messages, a message of it by id). */
  readonly mayRead: (caller: Caller, channelId: string) => boolean;
  /** Returns true if the caller may post to a channel. */
  readonly maySend: (caller: Caller, channelId: string) => boolean;
  /** True if a page before (or after) a message leaves that message out. */
  readonly cursorsExclude: boolean;
  /** Which messages of a channel get-messages shows; null for all. */
  readonly listed: ((message: Message) => boolean) | null;
  /** The order of messages within one second: by arrival, or unrelated to it. */
  readonly withinASecond: "as-they-came" | "by-id";
  /** Order within a page. */
  readonly pageOrder: "newest-first" | "oldest-first";
  /** The end of the range from which the page is taken without a cursor, or with only `after`. */
  readonly firstPage: "newest" | "oldest";
  /** Returns `hasMore` for a page of `taken` out of `available`. */
  readonly hasMore: (available: number, taken: number) => boolean;
  /** Which of the messages that may be shown match a query, the most relevant first. */
  readonly search: (caller: Caller, query: string, limit: number, mayShow: MayShow) => readonly TextHit[];
  /** Returns true if a message is in the search index. */
  readonly indexed: (caller: Caller, stored: StoredMessage) => boolean;
  /** Updates the parent of a reply. */
  readonly countReply: (parent: Message) => void;
  /** Metadata of a message once it is flagged. */
  readonly flagged: (before: Message["metadata"], needsHuman: unknown) => Message["metadata"];
  /** Version of a changed resource. */
  readonly nextVersion: (version: number) => number;
}

/** The reference. */
export const messageRules: MessageRules = {
  mayRead: (caller, channelId) => caller.workspace.directory.isMember(channelId, caller.agent.id),
  maySend: (caller, channelId) => caller.workspace.directory.isMember(channelId, caller.agent.id),
  cursorsExclude: true,
  listed: null,
  withinASecond: "as-they-came",
  pageOrder: "newest-first",
  firstPage: "newest",
  hasMore: (available, taken) => available > taken,
  search: ({ workspace }, ...asked) => workspace.messages.search(...asked),
  indexed: () => true,
  countReply: (parent) => {
    parent.replyCount += 1;
  },
  flagged: (before, needsHuman) => ({ ...before, needsHuman }),
  nextVersion: (version) => version + 1,
};
