import type { Json, JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { onCall, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import type { Message } from "../../features/messages/model.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { listItem, listing, readingAllDuring, shiftLimit, storedOf } from "./tools.ts";

/** Faults of reading a channel. */
export const messagePageFaults: readonly Fault[] = [
  fault("get-after-refused", "messages.get.succeeds", "a reading with after is refused", ["get-messages"], () =>
    onReply("get-messages", (reply, call) => {
      if (reply.status === 200 && call.query.has("after"))
        Object.assign(reply, {
          status: 400,
          body: { success: false, error: { code: "invalid_input", message: "after is not supported" } },
        });
    }),
  ),
  fault(
    "get-other-channels",
    "messages.get.channel",
    "a page ends with a message of another channel of the caller",
    ["get-messages"],
    () => listing("get-messages", (messages, call) => [...messages.slice(0, -1), ...strayMessage(call)]),
  ),
  fault(
    "get-after-reads-every-channel",
    "messages.get.channel",
    "after a message, later ones of other channels of the caller come too",
    ["get-messages"],
    () =>
      listing("get-messages", (messages, call) =>
        [...messages, ...laterElsewhere(call).map(listItem)].slice(0, Number(call.query.get("limit") ?? 20)),
      ),
  ),
  fault("get-limit-ignored", "messages.get.limit", "the count of a page is ignored", ["get-messages"], () =>
    onCall("get-messages", (call) => call.query.delete("limit")),
  ),
  fault(
    "get-limit-off-by-one",
    "messages.get.limit",
    "a page holds one message more than asked for",
    ["get-messages"],
    () => onCall("get-messages", (call) => shiftLimit(call, 1)),
  ),
  fault(
    "get-limit-50-gives-51",
    "messages.get.limit",
    "a count of fifty gives one message more",
    ["get-messages"],
    () =>
      onCall("get-messages", (call) => {
        if (call.query.get("limit") === "50") shiftLimit(call, 1);
      }),
  ),
  fault("get-before-ignored", "messages.get.before", "before is ignored", ["get-messages"], () =>
    onCall("get-messages", (call) => call.query.delete("before")),
  ),
  fault("get-before-means-after", "messages.get.before", "before and after are exchanged", ["get-messages"], () =>
    onCall("get-messages", (call) => {
      const [before, after] = [call.query.get("before"), call.query.get("after")];
      call.query.delete("before");
      call.query.delete("after");
      if (before !== null) call.query.set("after", before);
      if (after !== null) call.query.set("before", after);
    }),
  ),
  fault("get-after-ignored", "messages.get.after", "after is ignored", ["get-messages"], () =>
    onCall("get-messages", (call) => call.query.delete("after")),
  ),
  fault(
    "get-before-inclusive",
    "messages.get.before-exclusive",
    "a page before a message holds that message",
    ["get-messages"],
    () => including("before"),
  ),
  fault(
    "get-after-inclusive",
    "messages.get.after-exclusive",
    "a page after a message holds that message",
    ["get-messages"],
    () => including("after"),
  ),
  fault(
    "get-back-skips",
    "messages.get.walk-back",
    "a page before a message skips the one next to it",
    ["get-messages"],
    () => skipping("before"),
  ),
  fault(
    "get-back-from-the-start",
    "messages.get.before-next",
    "a page before a message is taken from the channel's start",
    ["get-messages"],
    () => fromStart(),
  ),
  fault(
    "get-forward-skips",
    "messages.get.walk-forward",
    "a page after a message skips to the newest",
    ["get-messages"],
    () => newestAfter(),
  ),
  fault(
    "get-back-and-forward-from-the-ends",
    "messages.get.walk-back",
    "a page before a message is the channel's oldest, one after it the newest",
    ["get-messages"],
    () => together(fromStart(), newestAfter()),
  ),
  fault("has-more-never", "messages.get.has-more-true", "hasMore is always false", ["get-messages"], () =>
    rules({ messages: { hasMore: () => false } }),
  ),
  fault(
    "no-more-than-a-hundred",
    "messages.get.has-more-true",
    "hasMore is false on a page that was asked for a hundred",
    ["get-messages"],
    () =>
      onSuccess("get-messages", (reply, call) => {
        if (call.query.get("limit") !== "100") return;
        editAt(reply.body, "data.hasMore", () => false);
        editAt(reply.body, "meta.pagination.hasMore", () => false);
      }),
  ),
  fault(
    "has-more-only-without-cursor",
    "messages.get.has-more-true",
    "hasMore is false on every page but the first",
    ["get-messages"],
    () =>
      onSuccess("get-messages", (reply, call) => {
        if (call.query.has("before") || call.query.has("after")) editAt(reply.body, "data.hasMore", () => false);
      }),
  ),
  fault(
    "has-more-when-full",
    "messages.get.has-more-false",
    "hasMore is true whenever the page is full",
    ["get-messages"],
    () => onSuccess("get-messages", (reply, call) => editAt(reply.body, "data", (data) => fullMeansMore(data, call))),
  ),
  fault("has-more-always", "messages.get.has-more-false", "hasMore is always true", ["get-messages"], () =>
    rules({ messages: { hasMore: () => true } }),
  ),
  fault(
    "get-any-channel",
    "messages.get.membership",
    "anyone may read any channel of the workspace",
    ["get-messages"],
    () => readingAllDuring("get-messages"),
  ),
  fault(
    "get-any-channel-beside-cursor",
    "messages.get.membership",
    "beside a cursor, anyone may read any channel of the workspace",
    ["get-messages"],
    () => readingAllDuring("get-messages", ({ query }) => CURSORS.some((name) => query.has(name))),
  ),
  fault(
    "get-one-of-any-channel",
    "messages.get.membership",
    "a single message is given of any channel",
    ["get-messages"],
    () => readingAllDuring("get-messages", ({ query }) => query.get("limit") === "1"),
  ),
  fault(
    "get-any-channel-beside-own-message",
    "messages.get.membership",
    "who may read is judged by the channel of the cursor",
    ["get-messages"],
    () => readingAllDuring("get-messages", withoutReadableCursor),
  ),
];

const CURSORS = ["before", "after"];

/** Whether a cursor stands in a channel of the caller, and another channel is asked for: then it is left out. */
function withoutReadableCursor(call: Call): boolean {
  const key = ownKey(call);
  const channel = call.query.get("channelId");
  const isReadable = (name: string) => {
    const message = key?.workspace.messages.get(call.query.get(name) ?? "")?.message;
    if (!key || !message || message.channelId === channel) return false;
    return key.workspace.directory.isMember(message.channelId, key.agent.id);
  };
  const readable = CURSORS.filter(isReadable);
  for (const name of readable) call.query.delete(name);
  return readable.length > 0;
}

function strayMessage(call: Call): Json[] {
  const { caller } = call;
  if (caller === null) return [];
  const own = call.query.get("channelId") ?? "";
  const other = [...caller.workspace.directory.channels.keys()].find(
    (id) => id !== own && caller.workspace.messages.inChannel(id).length > 0,
  );
  const stray = caller.workspace.messages.inChannel(other ?? "").at(-1)?.message;
  if (stray === undefined) return [];
  return [listItem(stray)];
}

/** Messages of the caller's other channels that came after the one that `after` names. */
function laterElsewhere(call: Call): Message[] {
  const { caller } = call;
  const cursor = storedOf(call, call.query.get("after"));
  if (caller === null || cursor === undefined) return [];
  const { directory, messages } = caller.workspace;
  const others = [...directory.channels.keys()].filter(
    (id) => id !== cursor.message.channelId && messageRules.mayRead(caller, id),
  );
  const all = others.flatMap((id) => messages.inChannel(id));
  return all.filter(({ sequence }) => sequence > cursor.sequence).map(({ message }) => message);
}

/** Puts the message of a cursor back into its page. */
function including(cursor: "before" | "after"): Change {
  return listing("get-messages", (messages, call) => {
    const stored = call.caller?.workspace.messages.get(call.query.get(cursor) ?? "");
    if (stored === undefined) return messages;
    const item = listItem(stored.message);
    return cursor === "before"
      ? [item, ...messages].slice(0, Math.max(1, messages.length))
      : [...messages, item].slice(-Math.max(1, messages.length));
  });
}

function skipping(cursor: "before" | "after"): Change {
  return onCall("get-messages", (call) => {
    const id = call.query.get(cursor);
    for (const { messages } of call.service.workspaces.values()) {
      const stored = messages.get(id ?? "");
      if (stored === undefined) continue;
      const list = messages.inChannel(stored.message.channelId);
      const next = list[messages.placeOf(stored) + (cursor === "before" ? -1 : 1)];
      if (next !== undefined) call.query.set(cursor, next.message.id);
    }
  });
}

function fromStart(): Change {
  return listing("get-messages", (messages, call) => {
    const stored = call.caller?.workspace.messages.get(call.query.get("before") ?? "");
    if (stored === undefined || call.caller === null) return messages;
    const oldest = call.caller.workspace.messages.inChannel(stored.message.channelId).slice(0, messages.length);
    return oldest.toReversed().map(({ message }) => listItem(message));
  });
}

function newestAfter(): Change {
  return listing("get-messages", (messages, call) => {
    const stored = call.caller?.workspace.messages.get(call.query.get("after") ?? "");
    if (stored === undefined || call.caller === null) return messages;
    const newest = call.caller.workspace.messages.inChannel(stored.message.channelId).slice(-messages.length);
    if (messages.length === 0) return messages;
    return newest.toReversed().map(({ message }) => listItem(message));
  });
}

function fullMeansMore(data: Json, call: Call): Json {
  const { messages, ...rest } = data as { messages: Json[] } & JsonObject;
  const limit = Number(call.query.get("limit") ?? 20);
  return { ...rest, messages, hasMore: messages.length === limit };
}
