import { asObject, type Json } from "../../../spec/json.ts";
import type { Message } from "../../features/messages/model.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call } from "../../http/call.ts";
import { combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, editPart, inputs, onCall, onlyWhen, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { failWith } from "../fail-with.ts";
import {
  callMutant,
  handwritten,
  hookMutant,
  listMutant,
  mutantOf,
  replyMutant,
  ruleMutant,
  successMutant,
} from "./handwritten.ts";
import { copyOf, editList, listIn, member } from "./tools.ts";

const MESSAGES = "data.messages";
const MORE = "messages.get.has-more-true";

/** Returns a stored message of the caller's workspace. */
const storedOf = (call: Call, id: unknown): Message | undefined =>
  ownKey(call)?.workspace.messages.get(String(id))?.message;

/** Returns the messages of the channel that a call or a message names, oldest first. */
const channelOf = (call: Call, id: unknown): readonly Message[] =>
  (ownKey(call)?.workspace.messages.inChannel(String(id)) ?? []).map(({ message }) => message);

/** Returns a message as get-messages shows it. */
function listItem(message: Message): Json {
  const { id, parentId, senderType, senderId, content, metadata, replyCount, createdAt } = message;
  return copyOf({ id, parentId, senderType, senderId, content, metadata, replyCount, createdAt });
}

/** Returns the ids of the messages on a page. */
const shownOn = (data: Json | undefined) => listIn(asObject(data ?? null), "messages").map((one) => member(one, "id"));

/**
 * Returns true for a message to a channel of which the caller is not a member, as a reply to a message of one where it
 * is.
 */
function isBesideOwnThread(call: Call): boolean {
  const key = ownKey(call);
  const isMember = (channelId: string) => key?.workspace.directory.isMember(channelId, key.agent.id) === true;
  const thread = storedOf(call, bodyMember(call, "threadId"));
  return thread !== undefined && isMember(thread.channelId) && !isMember(String(bodyMember(call, "channelId")));
}

const sending = handwritten("send-message", {
  "agents-send-as-humans": mutantOf("returns every message with senderType human", "messages.send.sender-type", () =>
    editPart(["Message", "MessageListItem", "MessageSearchHit"], "senderType", () => "human"),
  ),
  "equal-content-returns-earlier-message": successMutant(
    "returns an earlier message with the same content instead of the new one",
    "messages.send.readable",
    (reply, call) => {
      const sent = storedOf(call, member(reply.body.data ?? null, "id"));
      const known = channelOf(call, sent?.channelId).find(
        ({ id, content }) => id !== sent?.id && content === sent?.content,
      );
      if (known !== undefined) reply.body.data = copyOf(known);
    },
  ),
  "rejected-reply-counted": replyMutant(
    "counts a rejected reply in replyCount",
    "messages.send.reply-count",
    ({ status }, call) => {
      // In whichever workspace it is.
      for (const { messages } of status === 200 ? [] : call.service.workspaces.values()) {
        const parent = messages.get(String(bodyMember(call, "threadId")))?.message;
        if (parent !== undefined) parent.replyCount += 1;
      }
    },
  ),
  "replies-inherit-the-flag": successMutant(
    "flags replies to a flagged message",
    "messages.flag.only-the-message",
    (reply, call) => {
      const sent = storedOf(call, member(reply.body.data ?? null, "id"));
      const flag = storedOf(call, sent?.parentId)?.metadata.needsHuman;
      if (sent === undefined || flag === undefined) return;
      sent.metadata = { ...sent.metadata, needsHuman: flag };
      editAt(reply.body, "data.metadata", () => copyOf(sent.metadata));
    },
  ),
  "reply-removes-flag": successMutant(
    "removes the flag of a message when it gets a reply",
    "messages.flag.persists",
    (_reply, call) => {
      const parent = storedOf(call, bodyMember(call, "threadId"));
      if (parent !== undefined) parent.metadata = {};
    },
  ),
  "reply-skips-membership-check": mutantOf(
    "accepts a reply to a message of an own channel in a channel of others",
    "messages.send.membership",
    (operation) =>
      onlyWhen(
        isBesideOwnThread,
        combine(
          rules({ messages: { maySend: () => true } }),
          onCall(operation, (call) => editBody(call, ({ threadId: _thread, ...body }) => body)),
        ),
      ),
  ),
});

const flagging = handwritten("flag-needs-human", {
  "flagging-removes-needs-human": ruleMutant(
    "removes needsHuman instead of setting it",
    "messages.flag.sets-needs-human",
    {
      messages: { flagged: ({ needsHuman: _flag, ...others }) => others },
    },
  ),
  "flag-replaces-metadata": ruleMutant(
    "replaces the metadata of a message by its flag",
    "messages.flag.keeps-metadata",
    {
      messages: { flagged: (_before, needsHuman) => ({ needsHuman }) },
    },
  ),
  "flagging-removes-other-flags": successMutant(
    "removes the flags of other messages of the channel",
    "messages.flag.persists",
    (_reply, call) => {
      const flagged = storedOf(call, bodyMember(call, "messageId"));
      for (const message of channelOf(call, flagged?.channelId))
        if (message !== flagged && message.metadata.needsHuman !== undefined) message.metadata = {};
    },
  ),
});

const searching = handwritten("search-messages", {
  "search-without-hits-returns-newest": listMutant(
    "returns the newest message of a channel if nothing matches",
    "messages.search.relevant",
    MESSAGES,
    (hits, call) => {
      const [first] = call.caller?.workspace.directory.channelsOf(call.caller.agent.id) ?? [];
      const newest = channelOf(call, first).at(-1);
      if (hits.length > 0 || newest === undefined) return hits;
      const { id, channelId, senderType, senderId, content, createdAt } = newest;
      return [{ id, channelId, senderType, senderId, content, createdAt, rank: 0.1 }];
    },
  ),
  "search-without-hits-widens-to-all-channels": hookMutant(
    "searches all channels if nothing in the named channel matches",
    "messages.search.channel",
    (call, next) => {
      const reply = next();
      if (JSON.stringify(reply.body).includes('"rank"') || !call.query.has("channelId")) return reply;
      call.query.delete("channelId");
      return next();
    },
  ),
  "search-prefers-newest-hits": mutantOf(
    "returns the newest hits instead of the best ones if there are more than the limit",
    "messages.search.best-first",
    (operation) => {
      let limit = 0;
      const time = (hit: Json) => String(member(hit, "createdAt"));
      return combine(
        editList(operation, MESSAGES, (hits) => {
          const newest = hits.toSorted((a, b) => time(b).localeCompare(time(a))).slice(0, limit);
          return hits.filter((hit) => newest.includes(hit));
        }),
        onCall(operation, ({ query }) => {
          limit = Number(query.get("limit") ?? 20);
          if (Number.isInteger(limit) && limit > 0) query.set("limit", "100");
        }),
      );
    },
  ),
  "search-highlights-query": successMutant(
    "marks the query with <b> in the content of hits",
    "consistency.message-views",
    ({ body }, { query }) => {
      const word = query.get("query") ?? "";
      editAt(body, "data.messages[].content", (text) => String(text).replace(word, `<b>${word}</b>`));
    },
  ),
  "search-shows-hidden-replies": ruleMutant(
    "finds replies in channels that the caller is not a member of",
    "messages.search.membership",
    {
      messages: {
        search: (caller, query, limit, mayShow) =>
          messageRules.search(caller, query, limit, (stored) => mayShow(stored) || stored.message.parentId !== null),
      },
    },
  ),
  "membership-after-the-limit": ruleMutant(
    "applies the limit before it leaves out channels that the caller is not a member of",
    "messages.search.limit-fills",
    {
      messages: {
        search: (caller, query, limit, mayShow) =>
          messageRules.search(caller, query, limit, () => true).filter(({ stored }) => mayShow(stored)),
      },
    },
  ),
  "searches-first-channel-only": listMutant(
    "searches only the caller's first channel if the request names none",
    "messages.search.all-channels",
    MESSAGES,
    (messages, call) => {
      const key = ownKey(call);
      const { directory } = key?.workspace ?? {};
      const first = [...(directory?.channels.keys() ?? [])].find((id) => directory?.isMember(id, key?.agent.id ?? ""));
      return call.query.has("channelId") ? messages : messages.filter((one) => member(one, "channelId") === first);
    },
  ),
});

/** Returns as many messages as are on the page, but from an end of the channel, if there is a cursor. */
const fromEnd = (messages: readonly Json[], call: Call, cursor: "before" | "after"): readonly Json[] => {
  if (!call.query.has(cursor) || messages.length === 0) return messages;
  const all = channelOf(call, call.query.get("channelId"));
  const count = messages.length;
  return (cursor === "before" ? all.slice(0, count) : all.slice(-count)).toReversed().map(listItem);
};

/** Reports no more messages after one if none of a kind remain. */
const noMoreOf = (title: string, isOfKind: (message: Message) => boolean) =>
  successMutant(title, MORE, ({ body }, call) => {
    const after = storedOf(call, call.query.get("after"));
    const all = channelOf(call, call.query.get("channelId"));
    const shown = shownOn(body.data);
    const left = after === undefined ? all : all.slice(all.indexOf(after) + 1).filter(({ id }) => !shown.includes(id));
    if (!left.some(isOfKind)) editAt(body, "data.hasMore", () => false);
  });

/** Puts an older message on a page after another if it was changed since. */
const withChanged = (title: string, isChanged: (older: Message, since: readonly Message[], at: string) => boolean) =>
  listMutant(title, "messages.get.after", MESSAGES, (messages, call) => {
    const named = storedOf(call, call.query.get("after"));
    if (named === undefined) return messages;
    const all = channelOf(call, named.channelId);
    const since = all.filter(({ createdAt }) => createdAt > named.createdAt);
    const changed = all.filter((one) => one.createdAt < named.createdAt && isChanged(one, since, named.createdAt));
    return [...changed.slice(-1).map(listItem), ...messages];
  });

const reading = handwritten("get-messages", {
  "humans-shown-as-users": mutantOf(
    "returns messages of humans with senderType user in lists and searches",
    "messages.fields.human-sender",
    () => editPart(["MessageListItem", "MessageSearchHit"], "senderType", (type) => (type === "human" ? "user" : type)),
  ),
  "page-contains-message-of-other-channel": listMutant(
    "replaces the last message of a page by one of another channel",
    "messages.get.channel",
    MESSAGES,
    (messages, call) => {
      const { directory } = ownKey(call)?.workspace ?? {};
      const others = [...(directory?.channels.keys() ?? [])].filter((id) => id !== call.query.get("channelId"));
      const stray = others.flatMap((id) => channelOf(call, id).slice(-1))[0];
      return stray === undefined ? messages : [...messages.slice(0, -1), listItem(stray)];
    },
  ),
  "before-and-after-swapped": callMutant("swaps before and after", "messages.get.before", ({ query }) => {
    const [before, after] = [query.get("before"), query.get("after")];
    query.delete("before");
    query.delete("after");
    if (before !== null) query.set("after", before);
    if (after !== null) query.set("before", after);
  }),
  "before-returns-oldest-page": listMutant(
    "returns the oldest messages of the channel for before",
    "messages.get.before-next",
    MESSAGES,
    (messages, call) => fromEnd(messages, call, "before"),
  ),
  "after-returns-newest-page": listMutant(
    "returns the newest messages of the channel for after",
    "messages.get.walk-forward",
    MESSAGES,
    (messages, call) => fromEnd(messages, call, "after"),
  ),
  "cursors-return-channel-ends": listMutant(
    "returns the oldest messages of the channel for before, and the newest for after",
    "messages.get.walk-back",
    MESSAGES,
    (messages, call) => fromEnd(fromEnd(messages, call, "before"), call, "after"),
  ),
  "pages-by-offset": mutantOf(
    "treats before as a fixed offset from the newest message",
    "messages.get.walk-back",
    (operation) => {
      const newer = new Map<string, number>();
      return combine(
        onCall(operation, (call) => {
          const cursor = call.query.get("before") ?? "";
          const all = channelOf(call, call.query.get("channelId"));
          const shifted = all[all.length - (newer.get(cursor) ?? 0)];
          if (shifted !== undefined && newer.has(cursor)) call.query.set("before", shifted.id);
        }),
        onSuccess(operation, ({ body }, call) => {
          const all = channelOf(call, call.query.get("channelId")).map(({ id }) => id);
          for (const id of shownOn(body.data)) newer.set(String(id), all.length - all.indexOf(String(id)));
        }),
      );
    },
  ),
  "membership-checked-by-cursor": mutantOf(
    "checks the membership in the channel of the cursor's message instead of the named one",
    "messages.get.membership",
    (operation) => {
      let isOpen = false;
      return combine(
        rules({ messages: { mayRead: (caller, id) => isOpen || messageRules.mayRead(caller, id) } }),
        onCall("*", (call) => {
          const key = ownKey(call);
          const named = ["before", "after"].filter((cursor) => {
            const message = storedOf(call, call.query.get(cursor));
            if (!key || !message || message.channelId === call.query.get("channelId")) return false;
            return key.workspace.directory.isMember(message.channelId, key.agent.id);
          });
          isOpen = call.operation === operation && named.length > 0;
          if (isOpen) for (const cursor of named) call.query.delete(cursor);
        }),
      );
    },
  ),
  "has-more-ignores-replies": noMoreOf(
    "returns hasMore false if only replies remain",
    ({ parentId }) => parentId === null,
  ),
  "has-more-ignores-system-messages": noMoreOf(
    "returns hasMore false if only messages of the system remain",
    ({ senderType }) => senderType !== "system",
  ),
  "no-more-above-maximum-limit": mutantOf("clamps a limit above 25 and then returns hasMore false", MORE, (operation) =>
    combine(
      inputs(operation, { limit: { maximum: 25, above: "clamp" } }),
      onSuccess(operation, ({ body }, { query }) => {
        if (Number(query.get("limit")) > 25) asObject(body.data).hasMore = false;
      }),
    ),
  ),
  "page-after-includes-older-flagged": withChanged(
    "adds an older message that was flagged since to a page after a message",
    ({ metadata, updatedAt }, _since, at) => metadata.needsHuman !== undefined && updatedAt > at,
  ),
  "page-after-includes-older-replied": withChanged(
    "adds an older message that was replied to since to a page after a message",
    ({ id }, since) => since.some(({ parentId }) => parentId === id),
  ),
  "page-after-omits-own-messages": successMutant(
    "leaves the caller's messages out of a page after a message, and returns hasMore false",
    MORE,
    ({ body }, { query, caller }) => {
      const data = asObject(body.data);
      if (!query.has("after") || !Array.isArray(data.messages)) return;
      data.messages = data.messages.filter((one) => member(one, "senderId") !== caller?.agent.id);
      data.hasMore = false;
    },
  ),
  "reversed-cursors-crash": replyMutant(
    "returns 500 if before names an older message than after",
    "errors.no-server-error",
    (reply, call) => {
      const [before, after] = ["before", "after"].map((name) =>
        call.caller?.workspace.messages.get(call.query.get(name) ?? ""),
      );
      if (before !== undefined && after !== undefined && before.sequence < after.sequence) failWith(reply, call);
    },
  ),
});

/** Mutants of messages. */
export const messageSites = [...sending, ...flagging, ...searching, ...reading];
