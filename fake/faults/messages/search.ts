import { asObject } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { onCall, onReply, replace, rules, showing } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { shownKey } from "../tools.ts";
import { listing, readingAllDuring, shiftLimit } from "./tools.ts";

/** Faults of searching messages. */
export const messageSearchFaults: readonly Fault[] = [
  fault("search-500", "messages.search.succeeds", "a search within a channel fails", ["search-messages"], () =>
    onReply("search-messages", (reply, call) => {
      if (reply.status === 200 && call.query.has("channelId"))
        Object.assign(reply, {
          status: 400,
          body: { success: false, error: { code: "invalid_input", message: "unknown parameter channelId" } },
        });
    }),
  ),
  fault("search-finds-roots-only", "messages.search.finds", "replies are not indexed", ["search-messages"], () =>
    rules({ messages: { indexed: (_caller, { message }) => message.parentId === null } }),
  ),
  fault("search-never-indexes", "messages.search.finds", "new messages are never indexed", ["search-messages"], () =>
    rules({ messages: { indexed: (_caller, { message }) => message.senderType === "human" } }),
  ),
  fault(
    "search-ascii-only",
    "messages.search.finds",
    "words with letters outside ASCII are not found",
    ["search-messages"],
    () =>
      onCall("search-messages", (call) => {
        const query = call.query.get("query");
        if (query && /[^\x20-\x7e]/.test(query)) call.query.set("query", "thereisnosuchword");
      }),
  ),
  fault(
    "search-finds-everything",
    "messages.search.relevant",
    "a search without a hit shows the newest messages",
    ["search-messages"],
    () => listingRecent(),
  ),
  fault(
    "search-ignores-channel",
    "messages.search.channel",
    "the channel of a search is ignored",
    ["search-messages"],
    () => onCall("search-messages", (call) => call.query.delete("channelId")),
  ),
  fault(
    "search-of-two-words-ignores-channel",
    "messages.search.channel",
    "the channel of a search is ignored where more than one word is searched for",
    ["search-messages"],
    () =>
      onCall("search-messages", (call) => {
        if (call.query.get("query")?.trim().includes(" ")) call.query.delete("channelId");
      }),
  ),
  fault(
    "search-for-many-ignores-channel",
    "messages.search.channel",
    "the channel of a search is ignored where more than 20 hits are asked for",
    ["search-messages"],
    () =>
      onCall("search-messages", (call) => {
        if (Number(call.query.get("limit")) > 20) call.query.delete("channelId");
      }),
  ),
  fault(
    "search-beyond-the-channel-without-a-hit",
    "messages.search.channel",
    "where the channel of a search has no hit, all channels are searched",
    ["search-messages"],
    () =>
      onCall("search-messages", (call) => {
        const word = call.query.get("query")?.toLowerCase().split(" ")[0] ?? "";
        const within = shownKey(call)?.workspace.messages.inChannel(call.query.get("channelId") ?? "") ?? [];
        if (!within.some(({ message }) => message.content.toLowerCase().includes(word))) call.query.delete("channelId");
      }),
  ),
  fault(
    "search-beyond-a-foreign-channel",
    "messages.search.channel",
    "a search in a channel of others is one in all channels of the caller",
    ["search-messages"],
    () =>
      onCall("search-messages", (call) => {
        const key = shownKey(call);
        if (!key?.workspace.directory.isMember(call.query.get("channelId") ?? "", key.agent.id))
          call.query.delete("channelId");
      }),
  ),
  fault(
    "search-one-channel",
    "messages.search.all-channels",
    "without a channel only one channel is searched",
    ["search-messages"],
    () =>
      listing("search-messages", (messages, call) =>
        call.query.has("channelId")
          ? messages
          : messages.filter((message) => asObject(message).channelId === firstChannel(call)),
      ),
  ),
  fault(
    "search-by-date",
    "messages.search.order",
    "hits stand newest first, whatever their rank",
    ["search-messages"],
    () =>
      listing("search-messages", (messages) =>
        messages.toSorted((a, b) => String(asObject(b).createdAt).localeCompare(String(asObject(a).createdAt))),
      ),
  ),
  fault("search-worst-first", "messages.search.order", "hits stand in rising rank", ["search-messages"], () =>
    listing("search-messages", (messages) => messages.toReversed()),
  ),
  fault(
    "search-rank-is-a-distance",
    "messages.search.order",
    "the rank is a distance: lower is better",
    ["search-messages"],
    () =>
      showing(
        "MessageSearchHit",
        "rank",
        replace((rank) => 1 / (1 + Number(rank))),
      ),
  ),
  fault("search-limit-ignored", "messages.search.limit", "the limit of a search is ignored", ["search-messages"], () =>
    onCall("search-messages", (call) => {
      if (call.query.has("limit")) call.query.set("limit", "100");
    }),
  ),
  fault(
    "search-limit-off-by-one",
    "messages.search.limit",
    "one hit more comes than asked for",
    ["search-messages"],
    () => onCall("search-messages", (call) => shiftLimit(call, 1)),
  ),
  fault(
    "search-limit-one-less",
    "messages.search.limit-fills",
    "one hit less comes than asked for",
    ["search-messages"],
    () => onCall("search-messages", (call) => shiftLimit(call, -1, 20)),
  ),
  fault(
    "search-any-channel",
    "messages.search.membership",
    "messages of channels of others are found",
    ["search-messages"],
    () => readingAllDuring("search-messages"),
  ),
];

function firstChannel(call: Call): string | undefined {
  const { caller } = call;
  return caller === null ? undefined : [...caller.workspace.directory.channelsOf(caller.agent.id)][0];
}

/** Shows the newest message of the caller's first channel when nothing was found. */
function listingRecent(): Change {
  return listing("search-messages", (messages, call) => {
    const newest = call.caller?.workspace.messages.inChannel(firstChannel(call) ?? "").at(-1)?.message;
    if (messages.length > 0 || newest === undefined) return messages;
    const { id, channelId, senderType, senderId, content, createdAt } = newest;
    return [{ id, channelId, senderType, senderId, content, createdAt, rank: 0.1 }];
  });
}
