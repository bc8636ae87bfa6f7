import { breath } from "../call.ts";
import { isJsonObject, type JsonObject } from "../shape.ts";
import type { World } from "../world.ts";
import {
  type Around,
  crossesInto,
  forgives,
  goesOn,
  misreads,
  refusesWhen,
  refusesYetDoes,
  spoils,
  spoilsItems,
  withFields,
  without,
  zoneless,
} from "./around.ts";

const FULL = ["send-message", "flag-needs-human"];

const SHAPES: readonly Around[] = [
  spoils("messages.id-missing", "flag-needs-human", (data) => without(data, "id")),
  spoils("messages.edited-text", FULL, (data) => ({ ...data, isEdited: "no" })),
  spoils("messages.updated-zoneless", FULL, (data) => ({ ...data, updatedAt: zoneless(data.createdAt) })),
  spoils("messages.updated-early", "flag-needs-human", (data) => ({ ...data, updatedAt: "2001-01-01T00:00:00Z" })),
  spoils("messages.reactions-counts", FULL, (data) => ({
    ...data,
    reactions: [{ emoji: "👍", userIds: "u", count: 1 }],
  })),
  spoils("messages.attachments-object", "send-message", (data) =>
    data.attachments ? { ...data, attachments: { first: data.attachments } } : data,
  ),
  spoilsItems("messages.attachment-id-missing", "send-message", "attachments", (item) => without(item, "id")),
  spoilsItems("messages.attachment-date", "send-message", "attachments", (item) => ({ ...item, createdAt: "today" })),
  spoilsItems("messages.listed-sender-object", "get-messages", "messages", (item) => ({ ...item, senderId: {} })),
  spoilsItems("messages.listed-id-missing", "get-messages", "messages", (item) => without(item, "id")),
  spoilsItems("messages.listed-time-number", "get-messages", "messages", (item) => ({ ...item, createdAt: 17 })),
  spoilsItems("messages.listed-human-user", "get-messages", "messages", (item) =>
    item.senderType === "human" ? { ...item, senderType: "user" } : item,
  ),
  spoilsItems("messages.hit-day-only", "search-messages", "messages", (item) => ({
    ...item,
    createdAt: zoneless(item.createdAt).slice(0, 10),
  })),
  spoils("messages.search-hits", "search-messages", ({ messages = [] }) => ({ hits: messages })),
  spoils("messages.sent-in-list", "send-message", (message) => [message]),
  spoils("messages.flagged-in-list", "flag-needs-human", (message) => [message]),
  spoils("messages.page-items", "get-messages", ({ messages = [], hasMore = false }) => ({ items: messages, hasMore })),
  spoils("messages.more-text", "get-messages", (data) => ({ ...data, hasMore: String(data.hasMore) })),
  spoils("messages.sender-changing", "send-message", (data) => ({ ...data, senderId: `${data.senderId}-${data.id}` })),
  spoils("messages.sender-human", "send-message", (data) => ({ ...data, senderType: "human" })),
  spoils("messages.root-with-parent", "send-message", (data) => ({ parentId: data.id ?? "", ...data })),
];

const INPUTS: readonly Around[] = [
  forgives("messages.search-limit-word", "search-messages", (fields) => without(fields, "limit")),
  forgives("messages.page-limit-word", "get-messages", (fields, { choices }) =>
    without(fields, choices.names["get-messages"]?.limit ?? ""),
  ),
  forgives("messages.content-object", "send-message", (fields) =>
    isJsonObject(fields.content) ? { ...fields, content: JSON.stringify(fields.content) } : fields,
  ),
  forgives("messages.reason-list", "flag-needs-human", (fields) => ({
    ...fields,
    reason: JSON.stringify(fields.reason),
  })),
  forgives("messages.unknown-channel", "send-message", (fields, { world, caller }) => ({
    ...fields,
    channelId: world.channels.find(String(fields.channelId))
      ? (fields.channelId ?? "")
      : (world.channels.rows().find(({ members }) => members.includes(caller.id))?.id ?? ""),
  })),
  refusesYetDoes("messages.refused-yet-sent", "send-message", (fields) => without(fields, "attachmentIds")),
  refusesWhen("messages.thread-refused", "send-message", (fields) => fields.threadId && fields.attachmentIds),
  refusesWhen("messages.after-refused", "get-messages", (fields) => fields.after),
  refusesWhen(
    "messages.flag-reply-refused",
    "flag-needs-human",
    ({ messageId }, { world }) => world.messages.find(String(messageId))?.parent,
    "missing",
  ),
  misreads("messages.search-first-channel", "search-messages", (fields, { world, caller }) => ({
    channelId: world.channels.rows().find(({ members }) => members.includes(caller.id))?.id ?? "",
    ...fields,
  })),
];

const BEHAVIOUR: readonly Around[] = [
  crossesInto(
    "messages.send-other-workspace",
    "send-message",
    ({ world, fields }) => world.channels.find(String(fields.channelId))?.workspace,
  ),
  goesOn("messages.flag-thread", "flag-needs-human", ({ world, fields }) => {
    const parent = world.messages.find(world.messages.find(String(fields.messageId))?.parent ?? "");
    if (parent) world.messages.change(parent.id, { metadata: { ...parent.metadata, needsHuman: true } });
  }),
  {
    fault: "messages.flag-answers-parent",
    operations: ["flag-needs-human"],
    run: async (call, proceed) => {
      const outcome = await proceed(call);
      const parent = call.world.messages.find(String(call.fields.messageId))?.parent;
      return parent ? { data: { ...(outcome.data as JsonObject), id: parent } } : outcome;
    },
  },
  {
    fault: "messages.flag-foreign",
    operations: ["flag-needs-human"],
    run: async (call, proceed) => {
      const { world, caller, fields } = call;
      const channel = world.channels.find(world.messages.find(String(fields.messageId))?.channel ?? "");
      if (channel?.workspace !== caller.workspace) return proceed(call);
      world.channels.change(channel.id, { members: [...channel.members, caller.id] });
      return proceed(call).finally(() => world.channels.change(channel.id, { members: channel.members }));
    },
  },
  {
    fault: "messages.contents-swapped",
    operations: ["send-message"],
    run: async (call, proceed) => {
      desks.set(call.world, call.fields.content ?? "");
      await breath(2);
      return proceed(withFields(call, { ...call.fields, content: desks.get(call.world) ?? "" }));
    },
  },
  {
    fault: "messages.reply-twice",
    operations: ["send-message"],
    run: async (call, proceed) => {
      if (call.fields.attachmentIds === undefined && String(call.fields.content).length % 5 === 0) await proceed(call);
      return proceed(call);
    },
  },
];

/** Where a careless server lays the content that it is busy with. */
const desks = new WeakMap<World, JsonObject[string]>();

/** Faults around the operations on messages. */
export const AROUND_MESSAGES: readonly Around[] = [...SHAPES, ...INPUTS, ...BEHAVIOUR];
