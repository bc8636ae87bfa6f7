import { asObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, put, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import type { Message } from "../../features/messages/model.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { member, withoutWhatIsRefused } from "../tools.ts";
import { attached, fileOf, listing, storedOf } from "./tools.ts";

const SEARCH = ["search-messages"];
const SEND = ["send-message"];

/** Faults that show where one seldom looks: at one place of a list, at what others wrote. */
export const uncommonMessageFaults: readonly Fault[] = [
  fault(
    "page-repeats-what-has-two-files",
    "messages.get.no-repeats",
    "a message with two files stands on a page once for each",
    ["get-messages", "send-message"],
    () => repeating("get-messages", ({ attachments }) => attachments.length > 1),
  ),
  ...(["before", "after"] as const).map((cursor) =>
    fault(
      `has-more-on-empty-pages-${cursor}`,
      "messages.get.has-more-false",
      `a page ${cursor} a message has more when it is empty`,
      ["get-messages"],
      () =>
        onSuccess("get-messages", ({ body }, { query }) => {
          const page = asObject(body.data);
          if (query.has(cursor) && Array.isArray(page.messages) && page.messages.length === 0) page.hasMore = true;
        }),
    ),
  ),
  ...(["before", "after"] as const).map((cursor) =>
    fault(
      `get-${cursor}-gives-nothing`,
      `messages.get.${cursor}`,
      `pages ${cursor} a message are empty`,
      ["get-messages"],
      () =>
        onSuccess("get-messages", ({ body }, { query }) => {
          if (query.has(cursor)) Object.assign(asObject(body.data), { messages: [], hasMore: false });
        }),
    ),
  ),
  fault(
    "search-repeats-what-was-replied-to",
    "messages.search.no-repeats",
    "a message with a reply is found twice",
    ["search-messages", "send-message"],
    () => repeating("search-messages", ({ replyCount }) => replyCount > 0),
  ),
  fault(
    "search-second-and-third-change-places",
    "messages.search.order",
    "the second and the third hit stand in each other's place",
    SEARCH,
    () =>
      listing("search-messages", ([first, second, third, ...others]) =>
        [first, third, second, ...others].filter((hit) => hit !== undefined),
      ),
  ),
  fault(
    "refused-flag-sets",
    "messages.flag.refused-without-effect",
    "a flag with a reason of a wrong type is refused, and set",
    ["flag-needs-human", "get-messages"],
    () => flaggingAnyway((call) => typeof bodyMember(call, "reason") === "object"),
  ),
  fault(
    "refused-flag-of-others-sets",
    "messages.flag.refused-without-effect",
    "a message of others is marked before it is seen that the caller may not flag it",
    ["flag-needs-human", "get-messages"],
    () => flaggingAnyway(() => true),
  ),
  fault("not-uploaded-small-accepted", "messages.send.not-uploaded", "a file of few bytes needs none", SEND, () =>
    onCall("send-message", (call) => {
      const small = attached(call).filter((id) => (fileOf(call, id)?.sizeBytes ?? 10) < 10);
      const rest = attached(call).filter((id) => !small.includes(id) || fileOf(call, id)?.content !== null);
      if (small.length > 0) editBody(call, (body) => ({ ...body, attachmentIds: rest }));
    }),
  ),
  fault(
    "not-uploaded-first-accepted",
    "messages.send.not-uploaded",
    "of several attachments only the last is looked at",
    SEND,
    () =>
      onCall("send-message", (call) => {
        const ids = attached(call);
        if (ids.length > 1) editBody(call, (body) => ({ ...body, attachmentIds: ids.slice(-1) }));
      }),
  ),
  fault(
    "not-uploaded-in-replies-accepted",
    "messages.send.not-uploaded",
    "in replies attachments without bytes are passed over",
    SEND,
    () => withoutFilesInReplies((call, id) => fileOf(call, id)?.content === null),
  ),
  fault(
    "unknown-attachment-in-replies-ignored",
    "messages.send.unknown-attachment",
    "in replies attachments that nobody was given are passed over",
    SEND,
    () => withoutFilesInReplies((call, id) => fileOf(call, id) === undefined),
  ),
  fault(
    "thread-unknown-ignored",
    "messages.send.unknown-thread",
    "a reply to a message that does not exist is sent outside of threads",
    SEND,
    () => withoutWhatIsRefused("send-message", "threadId"),
  ),
  fault("message-starts-edited", "messages.send.untouched", "replies are edited from the start", SEND, () =>
    onSuccess("send-message", (reply, call) => {
      if (bodyMember(call, "threadId") !== undefined) editAt(reply.body, "data.isEdited", put(true));
    }),
  ),
  fault(
    "message-starts-deleted",
    "messages.send.untouched",
    "a message has a time of deletion from the start",
    SEND,
    () =>
      onSuccess("send-message", (reply) =>
        editAt(reply.body, "data.deletedAt", put(member(asObject(reply.body).data ?? null, "createdAt"))),
      ),
  ),
  fault(
    "search-newest-of-many",
    "messages.search.best-first",
    "of more messages than the limit the newest come, in order of their rank",
    SEARCH,
    () => newestOfMany(),
  ),
  fault(
    "attachments-of-replies-not-shown",
    "messages.send.attachments",
    "a reply with files shows none of them",
    SEND,
    () =>
      onSuccess("send-message", (reply, call) => {
        if (bodyMember(call, "threadId") !== undefined) editAt(reply.body, "data.attachments", put([]));
      }),
  ),
  fault("send-cut-at-2500", "messages.send.content", "a content is cut after 2,500 characters", SEND, () =>
    onCall("send-message", (call) =>
      editBody(call, (body) =>
        typeof body.content === "string" ? { ...body, content: body.content.slice(0, 2_500) } : body,
      ),
    ),
  ),
  fault(
    "flag-forgets-replies",
    "messages.flag.keeps-content",
    "a flagged message begins to count its replies anew",
    ["flag-needs-human", "get-messages"],
    () =>
      onSuccess("flag-needs-human", (_reply, call) => {
        const flagged = storedOf(call, bodyMember(call, "messageId"))?.message;
        if (flagged !== undefined) flagged.replyCount = 0;
      }),
  ),
  fault("search-humans-not-indexed", "messages.search.finds", "messages of humans are not indexed", SEARCH, () =>
    rules({ messages: { indexed: (_caller, { message }) => message.senderType !== "human" } }),
  ),
];

/** Asks for all of them, and cuts before it sorts. */
function newestOfMany(): Change {
  return {
    around: (call, next) => {
      if (call.operation !== "search-messages") return next();
      const limit = Number(call.query.get("limit") ?? 20);
      if (!Number.isInteger(limit) || limit < 1) return next();
      call.query.set("limit", "100");
      return newestFirst(limit).around?.(call, next) ?? next();
    },
  };
}

function newestFirst(limit: number): Change {
  return listing("search-messages", (messages) => {
    const newest = messages
      .toSorted((a, b) => String(member(b, "createdAt")).localeCompare(String(member(a, "createdAt"))))
      .slice(0, limit);
    return messages.filter((message) => newest.includes(message));
  });
}

/** Marks the message that a refused flag names. */
function flaggingAnyway(concerned: (call: Call) => boolean): Change {
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "flag-needs-human" || ![400, 403].includes(reply.status) || !concerned(call)) return reply;
      const named = String(bodyMember(call, "messageId"));
      const message = ownKey(call)?.workspace.messages.get(named)?.message;
      if (message !== undefined) message.metadata = { ...message.metadata, needsHuman: true };
      return reply;
    },
  };
}

/** Some messages stand twice in an answer, as far as its count allows. */
function repeating(operation: string, isTwice: (message: Message) => boolean): Change {
  return listing(operation, (messages, call) =>
    messages
      .flatMap((shown) => {
        const stored = storedOf(call, member(shown, "id"));
        return stored !== undefined && isTwice(stored.message) ? [shown, shown] : [shown];
      })
      .slice(0, Number(call.query.get("limit") ?? 20)),
  );
}

/** Leaves some attachments of replies out before they are judged. */
function withoutFilesInReplies(isLeftOut: (call: Call, id: Json) => boolean): Change {
  return onCall("send-message", (call) => {
    const ids = attached(call);
    if (ids.length === 0 || bodyMember(call, "threadId") === undefined) return;
    editBody(call, (body) => ({ ...body, attachmentIds: ids.filter((id) => !isLeftOut(call, id)) }));
  });
}
