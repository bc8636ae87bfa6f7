import { asObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { everyNth, onCall, onSuccess, rules, when } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf, member, refusingWhen, shownKey } from "../tools.ts";
import { listing } from "./tools.ts";

const READ = ["get-messages"];
const SEARCH = ["search-messages"];

const asking = (operation: string, holds: (call: Call) => boolean, edit: (query: URLSearchParams) => void): Change =>
  onCall(operation, (call) => {
    if (holds(call)) edit(call.query);
  });

/** Faults of reading a channel that show on some pages alone. */
export const subtlePageFaults: readonly Fault[] = [
  fault("get-limit-1-gives-2", "messages.get.limit", "a count of one gives two messages", READ, () =>
    asking(
      "get-messages",
      (call) => call.query.get("limit") === "1",
      (query) => query.set("limit", "2"),
    ),
  ),
  fault("get-limit-ignored-with-before", "messages.get.limit", "the count is ignored beside before", READ, () =>
    asking(
      "get-messages",
      (call) => call.query.has("before"),
      (query) => query.delete("limit"),
    ),
  ),
  fault("get-before-first-gives-all", "messages.get.before", "before the first message the newest come", READ, () =>
    onCall("get-messages", (call) => {
      const place = placeOf(call, "before");
      if (place === 0) call.query.delete("before");
    }),
  ),
  fault("get-after-last-gives-all", "messages.get.after", "after the last message the newest come", READ, () =>
    onCall("get-messages", (call) => {
      const stored = storedOf(call, "after");
      const all = stored && shownKey(call)?.workspace.messages.inChannel(stored.message.channelId);
      if (all !== undefined && placeOf(call, "after") === all.length - 1) call.query.delete("after");
    }),
  ),
  fault(
    "get-before-inclusive-for-replies",
    "messages.get.before-exclusive",
    "before a reply, the reply itself comes too",
    READ,
    () => onCall("get-messages", (call) => shiftCursor(call, "before", 1, (parent) => parent !== null)),
  ),
  fault(
    "get-after-inclusive-for-replies",
    "messages.get.after-exclusive",
    "after a reply, the reply itself comes too",
    READ,
    () => onCall("get-messages", (call) => shiftCursor(call, "after", -1, (parent) => parent !== null)),
  ),
  fault(
    "get-walk-skips-on-the-third-page",
    "messages.get.walk-back",
    "every third page before a message skips one",
    READ,
    () =>
      everyNth(
        3,
        READ,
        onCall("get-messages", (call) => shiftCursor(call, "before", -1, () => true)),
      ),
  ),
  fault(
    "get-by-offset",
    "messages.get.walk-back",
    "pages are counted from the newest, so that new messages shift them",
    READ,
    () => byOffset(),
  ),
  fault(
    "get-walk-loses-the-oldest",
    "messages.get.walk-back",
    "a page that is not full lacks its oldest message",
    READ,
    () =>
      listing("get-messages", (messages, call) => {
        const limit = Number(call.query.get("limit") ?? 20);
        return call.query.has("before") && messages.length < limit && messages.length > 1
          ? messages.slice(0, -1)
          : messages;
      }),
  ),
  fault(
    "get-walk-skips-after-a-reply",
    "messages.get.walk-back",
    "a page before a reply starts before its parent",
    READ,
    () =>
      onCall("get-messages", (call) => {
        const parent = storedOf(call, "before")?.message.parentId;
        if (parent) call.query.set("before", parent);
      }),
  ),
  fault("has-more-false-before", "messages.get.has-more-true", "hasMore is false when one message is left", READ, () =>
    rules({ messages: { hasMore: (available, taken) => available > taken + 1 } }),
  ),
  fault("has-more-true-after", "messages.get.has-more-false", "hasMore is true after a message, to the end", READ, () =>
    onSuccess("get-messages", (reply, call) => {
      if (call.query.has("after")) editAt(reply.body, "data.hasMore", () => true);
    }),
  ),
  fault(
    "has-more-of-the-channel",
    "messages.get.has-more-false",
    "hasMore counts the messages of the channel, whatever the cursor",
    READ,
    () =>
      onSuccess("get-messages", (reply, call) => {
        const all = call.caller?.workspace.messages.inChannel(call.query.get("channelId") ?? "").length ?? 0;
        const data = asObject(reply.body.data);
        if (call.query.has("before") && Array.isArray(data.messages) && data.messages.length > 0)
          data.hasMore = all > data.messages.length;
      }),
  ),
  fault(
    "every-seventh-has-more-is-false",
    "messages.get.has-more-true",
    "hasMore is false in every seventh answer",
    READ,
    () =>
      everyNth(
        7,
        READ,
        onSuccess("get-messages", (reply) => editAt(reply.body, "data.hasMore", () => false)),
      ),
  ),
  fault("get-own-messages-alone", "messages.send.readable", "messages of others are not listed", READ, () =>
    listing("get-messages", (messages, call) =>
      messages.filter((message) => member(message, "senderId") === call.caller?.agent.id),
    ),
  ),
  fault("get-limit-50-refused", "messages.get.succeeds", "a reading with before and a count is refused", READ, () =>
    refusingWhen("get-messages", (call) => call.query.has("before") && call.query.has("limit")),
  ),
];

/** Faults of searching that show for some texts, messages or filters. */
export const subtleSearchFaults: readonly Fault[] = [
  fault(
    "search-start-of-content",
    "messages.search.finds",
    "only the first 200 characters of a content are indexed",
    SEARCH,
    () => found((content, word) => content.slice(0, 200).toLowerCase().includes(word)),
  ),
  fault("search-first-line-alone", "messages.search.finds", "only the first line of a content is indexed", SEARCH, () =>
    found((content, word) => (content.split("\n")[0] ?? "").toLowerCase().includes(word)),
  ),
  fault("search-last-word-lost", "messages.search.finds", "the last word of a content is not indexed", SEARCH, () =>
    found((content, word) =>
      content
        .replace(/\s?\S+$/, "")
        .toLowerCase()
        .includes(word),
    ),
  ),
  fault(
    "search-flagged-lost",
    "messages.search.finds",
    "a flagged message leaves the index",
    ["search-messages", "flag-needs-human"],
    () => rules({ messages: { indexed: (_caller, { message }) => message.metadata.needsHuman === undefined } }),
  ),
  fault(
    "search-with-attachments-lost",
    "messages.search.finds",
    "messages with attachments are not indexed",
    SEARCH,
    () => rules({ messages: { indexed: (_caller, { message }) => message.attachments.length === 0 } }),
  ),
  fault(
    "search-syntax-500",
    "messages.search.succeeds",
    "signs of a query language in the text are an error",
    SEARCH,
    () => refusingWhen("search-messages", (call) => /[&|!():*']/.test(call.query.get("query") ?? ""), 500),
  ),
  fault("search-long-refused", "messages.search.succeeds", "a text of more than 64 characters is refused", SEARCH, () =>
    refusingWhen("search-messages", (call) => (call.query.get("query") ?? "").length > 64),
  ),
  fault(
    "search-channel-ignored-with-limit",
    "messages.search.channel",
    "the channel is ignored beside a limit",
    SEARCH,
    () =>
      asking(
        "search-messages",
        (call) => call.query.has("limit"),
        (query) => query.delete("channelId"),
      ),
  ),
  fault("search-limit-before-channel", "messages.search.channel", "the limit is cut before the channel", SEARCH, () =>
    cuttingFirst(),
  ),
  fault(
    "search-limit-ignored-in-channels",
    "messages.search.limit",
    "the limit is ignored beside a channel",
    SEARCH,
    () =>
      asking(
        "search-messages",
        (call) => call.query.has("channelId"),
        (query) => query.delete("limit"),
      ),
  ),
  fault("search-limit-1-gives-2", "messages.search.limit", "a limit of one gives two hits", SEARCH, () =>
    asking(
      "search-messages",
      (call) => call.query.get("limit") === "1",
      (query) => query.set("limit", "2"),
    ),
  ),
  fault(
    "search-default-100-in-channels",
    "messages.search.default-limit",
    "without a limit a channel gives 100 hits",
    SEARCH,
    () =>
      asking(
        "search-messages",
        (call) => call.query.has("channelId") && !call.query.has("limit"),
        (query) => query.set("limit", "100"),
      ),
  ),
  fault("search-order-beyond-five", "messages.search.order", "hits after the fifth stand by date", SEARCH, () =>
    listing("search-messages", (messages) => [
      ...messages.slice(0, 5),
      ...messages
        .slice(5)
        .toSorted((a, b) => String(member(b, "createdAt")).localeCompare(String(member(a, "createdAt")))),
    ]),
  ),
  fault("search-order-lost-with-limit", "messages.search.order", "hits up to a limit stand by date", SEARCH, () =>
    when(
      (call) => call.query.has("limit"),
      listing("search-messages", (messages) =>
        messages.toSorted((a, b) => String(member(a, "createdAt")).localeCompare(String(member(b, "createdAt")))),
      ),
    ),
  ),
  fault("search-order-lost-in-channels", "messages.search.order", "hits within a channel stand by date", SEARCH, () =>
    when(
      (call) => call.query.has("channelId"),
      listing("search-messages", (messages) =>
        messages.toSorted((a, b) => String(member(a, "createdAt")).localeCompare(String(member(b, "createdAt")))),
      ),
    ),
  ),
  fault(
    "search-cached-across-workspaces",
    "isolation.search-messages",
    "an answer is kept by its query, whoever asks",
    SEARCH,
    () => cached("search-messages"),
  ),
  fault(
    "search-named-foreign-channel",
    "messages.search.membership",
    "naming a channel of others searches it",
    SEARCH,
    () => {
      let open = false;
      return together(
        onCall("*", (call) => {
          open = call.operation === "search-messages" && call.query.has("channelId");
        }),
        rules({
          messages: {
            mayRead: (caller, id) =>
              (open && caller.workspace.directory.channels.has(id)) || messageRules.mayRead(caller, id),
          },
        }),
      );
    },
  ),
];

/** Answers a query again as it was answered first. */
export function cached(operation: string): Change {
  const kept = new Map<string, Reply>();
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== operation || reply.status !== 200) return reply;
      const key = call.query.toString();
      const before = kept.get(key);
      const has = JSON.stringify(copyOf(reply.body as object).data ?? null).length > 60;
      if (before === undefined && has) kept.set(key, reply);
      return before !== undefined && !has ? before : reply;
    },
  };
}

function storedOf(call: Call, cursor: string) {
  return shownKey(call)?.workspace.messages.get(call.query.get(cursor) ?? "");
}

function placeOf(call: Call, cursor: string): number | undefined {
  const stored = storedOf(call, cursor);
  return stored && shownKey(call)?.workspace.messages.placeOf(stored);
}

/** Moves a cursor by so many places. */
function shiftCursor(call: Call, cursor: string, by: number, concerned: (parent: string | null) => boolean): void {
  const stored = storedOf(call, cursor);
  const messages = shownKey(call)?.workspace.messages;
  if (stored === undefined || messages === undefined || !concerned(stored.message.parentId)) return;
  const next = messages.inChannel(stored.message.channelId)[messages.placeOf(stored) + by];
  if (next !== undefined) call.query.set(cursor, next.message.id);
}

/** Remembers how far a walk has come, by how many messages are newer than its cursor when its page was read. */
function byOffset(): Change {
  const newer = new Map<string, number>();
  return together(
    onCall("get-messages", (call) => {
      const stored = storedOf(call, "before");
      const messages = shownKey(call)?.workspace.messages;
      if (stored === undefined || messages === undefined) return;
      const all = messages.inChannel(stored.message.channelId);
      const offset = newer.get(stored.message.id);
      const shifted = offset === undefined ? undefined : all[all.length - offset];
      if (shifted !== undefined) call.query.set("before", shifted.message.id);
    }),
    onSuccess("get-messages", (reply, call) => {
      const messages = call.caller?.workspace.messages;
      const list = asObject(reply.body.data).messages;
      if (!Array.isArray(list) || messages === undefined) return;
      for (const item of list) {
        const stored = messages.get(String(member(item, "id")));
        if (stored === undefined) continue;
        newer.set(stored.message.id, messages.inChannel(stored.message.channelId).length - messages.placeOf(stored));
      }
    }),
  );
}

function found(holds: (content: string, word: string) => boolean): Change {
  return listing("search-messages", (messages, call) => {
    const word = (call.query.get("query") ?? "").toLowerCase();
    return messages.filter((message) => holds(String(member(message, "content")), word));
  });
}

function cuttingFirst(): Change {
  let channel: string | null = null;
  return together(
    listing("search-messages", (messages) =>
      messages.filter((message) => channel === null || member(message, "channelId") === channel),
    ),
    onCall("search-messages", (call) => {
      channel = null;
      const key = shownKey(call);
      const named = call.query.get("channelId");
      if (named === null || !key?.workspace.directory.isMember(named, key.agent.id)) return;
      channel = named;
      call.query.delete("channelId");
    }),
  );
}
