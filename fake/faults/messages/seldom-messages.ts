import { asObject } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, rules } from "../../changes/hooks.ts";
import { messageRules } from "../../features/messages/rules.ts";
import { wordsOf } from "../../text/words.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, refusingWhen, shownKey } from "../tools.ts";
import { attached } from "./tools.ts";

const SEARCH = ["search-messages"];

/** Indexes another text than the content. */
const indexing = (textOf: (content: string) => string): Change =>
  rules({
    messages: {
      search: (caller, query, limit, mayShow) =>
        messageRules.search(caller, query, limit, (stored) => {
          const indexed = new Set(wordsOf(textOf(stored.message.content)));
          return mayShow(stored) && wordsOf(query).every((word) => indexed.has(word));
        }),
    },
  });

/** Faults of messages that show for what is seldom written: long words, numbers, code, emoji alone, replies to what was flagged. */
export const seldomMessageFaults: readonly Fault[] = [
  fault("search-without-long-words", "messages.search.finds", "words of 16 letters are not indexed", SEARCH, () =>
    indexing((content) => content.replaceAll(/[\p{L}\p{N}]{16,}/gu, "")),
  ),
  fault("search-without-numbers", "messages.search.finds", "numbers are not indexed", SEARCH, () =>
    indexing((content) => content.replaceAll(/\b\d+\b/gu, "")),
  ),
  fault("search-without-code", "messages.search.finds", "words in backticks are not indexed", SEARCH, () =>
    indexing((content) => content.replaceAll(/`[^`\n]+`/gu, "")),
  ),
  fault("search-without-blocks-of-code", "messages.search.finds", "blocks of code are not indexed", SEARCH, () =>
    indexing((content) => content.replaceAll(/```[^`]*```/gu, "")),
  ),
  fault(
    "reply-of-the-third-level-lost",
    "messages.send.reply",
    "a reply to a reply to a reply belongs to no thread",
    ["send-message"],
    () => losingThirdLevel(),
  ),
  fault(
    "reply-to-flagged-uncounted",
    "messages.send.reply-count",
    "replies to a flagged message are not counted",
    ["send-message", "flag-needs-human", "get-messages"],
    () =>
      rules({
        messages: {
          countReply: (parent) => {
            if (parent.metadata.needsHuman === undefined) messageRules.countReply(parent);
          },
        },
      }),
  ),
  fault(
    "send-emoji-alone-refused",
    "messages.send.succeeds",
    "a content without a letter or digit is taken for empty",
    ["send-message"],
    () =>
      refusingWhen(
        "send-message",
        (call) => attached(call).length === 0 && !/[\p{L}\p{N}]/u.test(String(bodyMember(call, "content"))),
      ),
  ),
  fault(
    "search-without-heads-of-threads",
    "messages.search.finds",
    "a message with several replies is not found",
    SEARCH,
    () => rules({ messages: { indexed: (_caller, { message }) => message.replyCount < 2 } }),
  ),
  fault(
    "send-commands-unlisted",
    "messages.send.readable",
    "what begins with a slash is taken for a command, and never listed",
    ["send-message", "get-messages"],
    () =>
      editingList("get-messages", "data.messages", (all) =>
        all.filter((message) => !String(member(message, "content")).startsWith("/")),
      ),
  ),
  fault(
    "root-names-itself-once-answered",
    "messages.send.root",
    "a message of the channel is listed as a reply to itself once it has replies",
    ["get-messages", "send-message"],
    () =>
      editingList("get-messages", "data.messages", (all) =>
        all.map((message) =>
          Number(member(message, "replyCount")) > 0 && member(message, "parentId") === null
            ? { ...asObject(message), parentId: member(message, "id") ?? null }
            : message,
        ),
      ),
  ),
  fault(
    "send-escaped-pairs-lost",
    "messages.send.content",
    "a sign that a client writes as two escapes is a question mark",
    ["send-message"],
    () =>
      onCall("send-message", (call) => {
        if (call.body.kind !== "json") return;
        const text = (call.body.text ?? "").replaceAll(/(\\u[\da-f]{4}){2}/gi, "?");
        call.body = { kind: "json", value: JSON.parse(text), text };
      }),
  ),
  fault(
    "send-indented-refused",
    "messages.send.content",
    "a body over several lines is refused",
    ["send-message"],
    () => refusingWhen("send-message", (call) => call.body.kind === "json" && /^\{\s/.test(call.body.text ?? "")),
  ),
];

function losingThirdLevel(): Change {
  return onCall("send-message", (call) => {
    const { messages } = shownKey(call)?.workspace ?? {};
    const parentOf = (id: unknown) => messages?.get(String(id))?.message.parentId ?? null;
    const head = parentOf(parentOf(bodyMember(call, "threadId")));
    if (head !== null) editBody(call, ({ threadId: _lost, ...body }) => body);
  });
}
