import { asObject } from "../../../spec/json.ts";
import { messageRules } from "../../features/messages/rules.ts";
import { together } from "../../overrides/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules, showing } from "../../overrides/hooks.ts";
import { editAt } from "../../overrides/paths.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { alsoFlagging, listing, onceFlagged, storedOf } from "./message-tools.ts";

const sending = (id: string, breaks: string, title: string, plant: HandwrittenSite["plant"]) =>
  handwritten(id, breaks, title, "send-message", plant);
const flagging = (id: string, breaks: string, title: string, plant: HandwrittenSite["plant"]) =>
  handwritten(id, breaks, title, "flag-needs-human", plant);

/** Mutants of sending messages. */
const sendingSites: readonly HandwrittenSite[] = [
  sending(
    "messages-of-two-files-sent-twice",
    "consistency.made-once",
    "what has two files is sent a second time, without them",
    () => ({
      around: (call, next) => {
        const reply = next();
        const files = bodyMember(call, "attachmentIds");
        if (call.operation !== "send-message" || !Array.isArray(files) || files.length < 2) return reply;
        editBody(call, ({ attachmentIds: _sent, ...body }) => body);
        next();
        return reply;
      },
    }),
  ),
  sending("agents-send-as-humans", "messages.send.sender-type", "messages of agents name a human as sender", () =>
    showing(["Message", "MessageListItem", "MessageSearchHit"], "senderType", () => "human"),
  ),
  handwritten(
    "humans-shown-as-users",
    "messages.fields.human-sender",
    "messages of humans have the sender type user",
    "get-messages",
    () => showing(["MessageListItem", "MessageSearchHit"], "senderType", (type) => (type === "human" ? "user" : type)),
  ),
  sending(
    "same-content-same-message",
    "messages.send.readable",
    "the same content again gets the message that is there as its response",
    () =>
      onSuccess("send-message", (reply, call) => {
        const sent = storedOf(call, asObject(reply.body.data).id)?.message;
        const all = call.caller?.workspace.messages.inChannel(sent?.channelId ?? "") ?? [];
        const known = all.find(({ message }) => message.id !== sent?.id && message.content === sent?.content);
        if (known !== undefined) reply.body.data = JSON.parse(JSON.stringify(known.message));
      }),
  ),
  sending("refused-reply-counts", "messages.send.reply-count", "a reply counts although it is rejected", () => ({
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "send-message" || reply.status === 200) return reply;
      // In whichever workspace it is.
      for (const { messages } of call.service.workspaces.values()) {
        const parent = messages.get(String(bodyMember(call, "threadId")))?.message;
        if (parent !== undefined) parent.replyCount += 1;
      }
      return reply;
    },
  })),
  sending("replies-inherit-the-flag", "messages.flag.only-the-message", "a reply to a flagged message is flagged", () =>
    onSuccess("send-message", (reply, call) => {
      const sent = storedOf(call, asObject(reply.body.data).id)?.message;
      const flag = storedOf(call, sent?.parentId)?.message.metadata.needsHuman;
      if (sent === undefined || flag === undefined) return;
      sent.metadata = { ...sent.metadata, needsHuman: flag };
      editAt(reply.body, "data.metadata", () => JSON.parse(JSON.stringify(sent.metadata)));
    }),
  ),
];

/** Mutants of flagging messages. */
const flaggingSites: readonly HandwrittenSite[] = [
  flagging("flag-sets-nothing", "messages.flag.sets-needs-human", "a flag sets no entry", () =>
    rules({ messages: { flagged: ({ needsHuman: _flag, ...others }) => others } }),
  ),
  flagging("flag-replaces-metadata", "messages.flag.keeps-metadata", "a flag replaces the metadata", () =>
    rules({ messages: { flagged: (_before, needsHuman) => ({ needsHuman }) } }),
  ),
  flagging("flag-not-kept", "messages.flag.persists", "the entry is in the response alone", () =>
    onceFlagged((flagged) => {
      const { needsHuman: _flag, ...others } = flagged.metadata;
      flagged.metadata = others;
    }),
  ),
  flagging("flag-cuts-stored-content", "messages.flag.keeps-content", "a flagged message is listed in part", () =>
    onceFlagged((flagged) => {
      flagged.content = flagged.content.slice(0, 50);
    }),
  ),
  flagging("flag-forgets-replies", "messages.flag.keeps-content", "a flagged message counts its replies again", () =>
    onceFlagged((flagged) => {
      flagged.replyCount = 0;
    }),
  ),
  flagging("flag-takes-out-of-thread", "messages.flag.keeps-content", "a flagged reply leaves its thread", () =>
    onceFlagged((flagged) => Object.assign(flagged, { parentId: null })),
  ),
  handwritten(
    "flag-lost-with-a-reply",
    "messages.flag.persists",
    "the entry is gone when someone replies",
    "send-message",
    () =>
      onSuccess("send-message", (_reply, call) => {
        const parent = storedOf(call, bodyMember(call, "threadId"))?.message;
        if (parent !== undefined) parent.metadata = {};
      }),
  ),
  flagging("flag-lost-with-the-next", "messages.flag.persists", "only what was flagged last has its entry", () =>
    onceFlagged((flagged, call) => {
      for (const { message } of call.caller?.workspace.messages.inChannel(flagged.channelId) ?? [])
        if (message !== flagged && message.metadata.needsHuman !== undefined) message.metadata = {};
    }),
  ),
  flagging(
    "flag-marks-neighbour",
    "messages.flag.only-the-message",
    "the message before a flagged one is flagged",
    () => alsoFlagging((other, flagged, all) => all.indexOf(other) === Math.abs(all.indexOf(flagged) - 1)),
  ),
  flagging(
    "flag-marks-newest",
    "messages.flag.only-the-message",
    "the newest message of the channel is flagged too",
    () => alsoFlagging((other, _flagged, all) => other === all.at(-1)),
  ),
  flagging("flag-marks-thread", "messages.flag.only-the-message", "replies and parent are flagged too", () =>
    alsoFlagging((other, flagged) => other.parentId === flagged.id || other.id === flagged.parentId),
  ),
];

/** Mutants of searching messages. */
const searchingSites: readonly HandwrittenSite[] = [
  handwritten(
    "search-without-hit-shows-the-newest",
    "messages.search.relevant",
    "a search without a hit shows the newest message",
    "search-messages",
    () =>
      listing("search-messages", (hits, { caller }) => {
        const [first] = caller?.workspace.directory.channelsOf(caller.agent.id) ?? [];
        const newest = caller?.workspace.messages.inChannel(first ?? "").at(-1)?.message;
        if (hits.length > 0 || newest === undefined) return hits;
        const { id, channelId, senderType, senderId, content, createdAt } = newest;
        return [{ id, channelId, senderType, senderId, content, createdAt, rank: 0.1 }];
      }),
  ),
  handwritten(
    "search-widens-without-a-hit",
    "messages.search.channel",
    "where the channel of a search has no hit, all channels are searched",
    "search-messages",
    () => ({
      around: (call, next) => {
        const reply = next();
        const found = JSON.stringify(reply.body).includes('"rank"');
        if (call.operation !== "search-messages" || found || !call.query.has("channelId")) return reply;
        call.query.delete("channelId");
        return next();
      },
    }),
  ),
  handwritten(
    "search-limit-before-channel",
    "messages.search.channel",
    "the limit of a search is taken before its channel",
    "search-messages",
    () => {
      let channel: string | null = null;
      return together(
        listing("search-messages", (hits) =>
          hits.filter((hit) => channel === null || asObject(hit).channelId === channel),
        ),
        onCall("search-messages", (call) => {
          channel = call.query.get("channelId");
          call.query.delete("channelId");
        }),
      );
    },
  ),
  handwritten(
    "search-newest-of-many",
    "messages.search.best-first",
    "of more hits than the limit the newest come, in order of their rank",
    "search-messages",
    () => {
      let limit = 0;
      const time = (hit: unknown) => String(asObject(hit as never).createdAt);
      return together(
        listing("search-messages", (hits) => {
          const newest = hits.toSorted((a, b) => time(b).localeCompare(time(a))).slice(0, limit);
          return hits.filter((hit) => newest.includes(hit));
        }),
        onCall("search-messages", ({ query }) => {
          limit = Number(query.get("limit") ?? 20);
          if (Number.isInteger(limit) && limit > 0) query.set("limit", "100");
        }),
      );
    },
  ),
  handwritten(
    "hits-mark-the-word",
    "consistency.message-views",
    "hits mark the word that was searched for",
    "search-messages",
    () =>
      onSuccess("search-messages", (reply, { query }) => {
        const word = query.get("query") ?? "";
        editAt(reply.body, "data.messages[].content", (text) => String(text).replace(word, `<b>${word}</b>`));
      }),
  ),
  handwritten(
    "search-shows-hidden-replies",
    "messages.search.membership",
    "replies are found in every channel of the workspace",
    "search-messages",
    () =>
      rules({
        messages: {
          search: (caller, query, limit, mayShow) =>
            messageRules.search(caller, query, limit, (stored) => mayShow(stored) || stored.message.parentId !== null),
        },
      }),
  ),
];

/** Mutants of sending, flagging and searching messages. */
export const messageSites: readonly HandwrittenSite[] = [...sendingSites, ...flaggingSites, ...searchingSites];
