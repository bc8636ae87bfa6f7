import { asObject } from "../../../spec/json.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import type { Message } from "../../features/messages/model.ts";
import { messageRules } from "../../features/messages/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf } from "../tools.ts";
import { countingAtMost, storedOf } from "./tools.ts";

const SEND = ["send-message"];
const SEARCH = ["search-messages"];
const READ = ["get-messages", "send-message"];

/** Replies lose their parent where it is of some kind. */
const orphaning = (holds: (parent: Message, call: Call) => boolean) =>
  onSuccess("send-message", (reply, call) => {
    const parent = storedOf(call, bodyMember(call, "threadId"))?.message;
    if (parent !== undefined && holds(parent, call)) editAt(reply.body, "data.parentId", () => null);
  });

/** Nothing is found by some queries, or by words of some places. */
const losing = (isLost: (query: string, content: string) => boolean) =>
  rules({
    messages: {
      search: (caller, query, limit, mayShow) =>
        messageRules.search(
          caller,
          query,
          limit,
          (stored) => mayShow(stored) && !isLost(query, stored.message.content),
        ),
    },
  });

/** Faults of messages that are like others in all but whose they are, how often they are said, or how far inside a word stands. */
export const likeOthersFaults: readonly Fault[] = [
  fault("reply-to-human-without-parent", "messages.send.reply", "a reply to a human has no parent", SEND, () =>
    orphaning(({ senderType }) => senderType === "human"),
  ),
  fault(
    "reply-to-card-without-parent",
    "messages.send.reply",
    "a reply to a task card has no parent",
    [...SEND, "create-task"],
    () => orphaning(({ metadata }) => metadata.taskCard !== undefined),
  ),
  fault(
    "same-content-is-the-same-message",
    "messages.send.readable",
    "the same content again is answered with the message that is there",
    READ,
    () =>
      onSuccess("send-message", (reply, call) => {
        const sent = storedOf(call, asObject(reply.body.data).id)?.message;
        const alike = call.caller?.workspace.messages.inChannel(sent?.channelId ?? "") ?? [];
        const [known] = alike.filter(({ message }) => message.id !== sent?.id && message.content === sent?.content);
        if (known !== undefined) editAt(reply.body, "data", () => copyOf(known.message));
      }),
  ),
  fault("reply-count-of-one-digit", "messages.send.reply-count", "no more than nine replies are counted", READ, () =>
    countingAtMost(9),
  ),
  fault(
    "has-more-without-count-before",
    "messages.get.has-more-true",
    "before a message and without a count there is never more",
    ["get-messages"],
    () =>
      onSuccess("get-messages", (reply, { query }) => {
        if (query.has("before") && !query.has("limit")) editAt(reply.body, "data.hasMore", () => false);
      }),
  ),
  fault("search-without-hyphens", "messages.search.finds", "a query with a hyphen finds nothing", SEARCH, () =>
    losing((query) => query.includes("-")),
  ),
  fault("search-without-quotes", "messages.search.finds", "a query with quotes finds nothing", SEARCH, () =>
    losing((query) => /["']/.test(query)),
  ),
  fault(
    "search-first-4000",
    "messages.search.finds",
    "words behind the first 4000 characters are not indexed",
    SEARCH,
    () => losing((query, content) => content.includes(query) && !content.slice(0, 4000).includes(query)),
  ),
  fault("send-two-backslashes-one", "messages.send.content", "two backslashes become one", SEND, () =>
    onCall("send-message", (call) =>
      editBody(call, (body) =>
        typeof body.content === "string" ? { ...body, content: body.content.replaceAll("\\\\", "\\") } : body,
      ),
    ),
  ),
];
