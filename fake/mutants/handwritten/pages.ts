import { asObject } from "../../../spec/json.ts";
import type { Message } from "../../features/messages/model.ts";
import { messageRules } from "../../features/messages/rules.ts";
import { type Change, together } from "../../overrides/change.ts";
import { onCall, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { editAt } from "../../overrides/paths.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { channelOf, listItem, listing, shownOn, storedOf } from "./message-tools.ts";

const reading = (id: string, breaks: string, title: string, plant: HandwrittenSite["plant"]) =>
  handwritten(id, breaks, title, "get-messages", plant);

/** A page of so many messages from an end of the channel, where a cursor is given. */
const fromEnd = (cursor: string, from: (all: readonly Message[], count: number) => readonly Message[]): Change =>
  listing("get-messages", (messages, call) =>
    call.query.has(cursor) && messages.length > 0
      ? from(channelOf(call, call.query.get("channelId")), messages.length)
          .toReversed()
          .map(listItem)
      : messages,
  );

/** Says that there is no more after a message where nothing of a kind is left. */
const noMoreOf = (isOfKind: (message: Message) => boolean): Change =>
  onSuccess("get-messages", (reply, call) => {
    const after = storedOf(call, call.query.get("after"))?.message;
    const all = channelOf(call, call.query.get("channelId"));
    const shown = new Set(shownOn(reply.body.data));
    const left = after === undefined ? all : all.slice(all.indexOf(after) + 1).filter(({ id }) => !shown.has(id));
    if (!left.some(isOfKind)) editAt(reply.body, "data.hasMore", () => false);
  });

/** Puts an older message on a page after another, where `isMeant` says that it was changed since. */
const withChanged = (isMeant: (older: Message, since: readonly Message[], at: string) => boolean): Change =>
  listing("get-messages", (messages, call) => {
    const named = storedOf(call, call.query.get("after"))?.message;
    if (named === undefined) return messages;
    const all = channelOf(call, named.channelId);
    const since = all.filter(({ createdAt }) => createdAt > named.createdAt);
    const changed = all.filter((one) => one.createdAt < named.createdAt && isMeant(one, since, named.createdAt));
    return [...changed.slice(-1).map(listItem), ...messages];
  });

/** Mutants of reading a channel. */
export const pageSites: readonly HandwrittenSite[] = [
  reading("page-with-stray-message", "messages.get.channel", "a page ends with a message of another channel", () =>
    listing("get-messages", (messages, call) => {
      const { directory } = ownKey(call)?.workspace ?? {};
      const others = [...(directory?.channels.keys() ?? [])].filter((id) => id !== call.query.get("channelId"));
      const stray = others.flatMap((id) => channelOf(call, id).slice(-1))[0];
      return stray === undefined ? messages : [...messages.slice(0, -1), listItem(stray)];
    }),
  ),
  reading("before-means-after", "messages.get.before", "before and after are exchanged", () =>
    onCall("get-messages", ({ query }) => {
      const [before, after] = [query.get("before"), query.get("after")];
      query.delete("before");
      query.delete("after");
      if (before !== null) query.set("after", before);
      if (after !== null) query.set("before", after);
    }),
  ),
  reading("page-before-from-the-start", "messages.get.before-next", "a page before a message is the oldest one", () =>
    fromEnd("before", (all, count) => all.slice(0, count)),
  ),
  reading("page-after-from-the-end", "messages.get.walk-forward", "a page after a message is the newest one", () =>
    fromEnd("after", (all, count) => all.slice(-count)),
  ),
  reading("pages-from-the-ends", "messages.get.walk-back", "pages beside a cursor are those at the ends", () =>
    together(
      fromEnd("before", (all, count) => all.slice(0, count)),
      fromEnd("after", (all, count) => all.slice(-count)),
    ),
  ),
  reading("pages-by-offset", "messages.get.walk-back", "pages are counted from the newest message", () => {
    const newer = new Map<string, number>();
    return together(
      onCall("get-messages", (call) => {
        const cursor = call.query.get("before") ?? "";
        const all = channelOf(call, call.query.get("channelId"));
        const shifted = all[all.length - (newer.get(cursor) ?? 0)];
        if (shifted !== undefined && newer.has(cursor)) call.query.set("before", shifted.id);
      }),
      onSuccess("get-messages", (reply, call) => {
        const all = channelOf(call, call.query.get("channelId")).map(({ id }) => id);
        for (const id of shownOn(reply.body.data)) newer.set(String(id), all.length - all.indexOf(String(id)));
      }),
    );
  }),
  reading("membership-by-the-cursor", "messages.get.membership", "who may read goes by the channel of a cursor", () => {
    let isOpen = false;
    return together(
      rules({ messages: { mayRead: (caller, id) => isOpen || messageRules.mayRead(caller, id) } }),
      onCall("*", (call) => {
        const key = ownKey(call);
        const named = ["before", "after"].filter((cursor) => {
          const message = storedOf(call, call.query.get(cursor))?.message;
          if (!key || !message || message.channelId === call.query.get("channelId")) return false;
          return key.workspace.directory.isMember(message.channelId, key.agent.id);
        });
        isOpen = call.operation === "get-messages" && named.length > 0;
        if (isOpen) for (const cursor of named) call.query.delete(cursor);
      }),
    );
  }),
  reading("no-more-when-one-is-left", "messages.get.has-more-true", "the last message left does not count", () =>
    rules({ messages: { hasMore: (available, taken) => available > taken + 1 } }),
  ),
  reading("no-more-of-replies", "messages.get.has-more-true", "replies alone are no more", () =>
    noMoreOf(({ parentId }) => parentId === null),
  ),
  reading("no-more-of-cards", "messages.get.has-more-true", "task cards alone are no more", () =>
    noMoreOf(({ senderType }) => senderType !== "system"),
  ),
  reading(
    "page-after-with-flagged",
    "messages.get.after",
    "after a message, older ones come that were flagged since",
    () => withChanged(({ metadata, updatedAt }, _since, at) => metadata.needsHuman !== undefined && updatedAt > at),
  ),
  reading(
    "page-after-with-answered",
    "messages.get.after",
    "after a message, older ones come that have new replies",
    () => withChanged(({ id }, since) => since.some(({ parentId }) => parentId === id)),
  ),
  reading(
    "own-messages-end-a-page",
    "messages.get.has-more-true",
    "pages after a message leave out the caller's own, and are the last",
    () =>
      onSuccess("get-messages", ({ body }, { query, caller }) => {
        const data = asObject(body.data);
        if (!query.has("after") || !Array.isArray(data.messages)) return;
        data.messages = data.messages.filter((one) => asObject(one).senderId !== caller?.agent.id);
        data.hasMore = false;
      }),
  ),
];
