import { asObject } from "../../../spec/json.ts";
import { type Change, together } from "../../overrides/change.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { editAt } from "../../overrides/paths.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { listing } from "./message-tools.ts";
import { editingList, member } from "./tools.ts";

/** Milliseconds within which two writes are concurrent. */
const CONCURRENT_MS = 5;

/** Mutants of what several agents and several channels come to see. */
export const callerSites: readonly HandwrittenSite[] = [
  handwritten(
    "acts-as-the-first-agent",
    "auth.acts-as-agent",
    "what is done with any key is done by the workspace's first agent",
    "*",
    () =>
      onSuccess(["create-task", "verify-connection"], (reply, { caller }) => {
        const first = caller?.workspace.directory.agents.keys().next().value ?? null;
        editAt(reply.body, "data", (data) => {
          const shown = asObject(data);
          return { ...shown, ...("agentId" in shown ? { agentId: first } : { createdByAgentId: first }) };
        });
      }),
  ),
  handwritten(
    "searches-one-channel",
    "messages.search.all-channels",
    "without a channel named, the caller's first channel alone is searched",
    "search-messages",
    () =>
      listing("search-messages", (messages, call) => {
        const key = ownKey(call);
        const first = [...(key?.workspace.directory.channels.keys() ?? [])].find((id) =>
          key?.workspace.directory.isMember(id, key.agent.id),
        );
        return call.query.has("channelId") ? messages : messages.filter((one) => member(one, "channelId") === first);
      }),
  ),
  handwritten(
    "concurrent-tasks-lost",
    "consistency.concurrent-writers",
    "of two tasks created at the same time one is listed nowhere",
    "create-task",
    () => losingConcurrent("create-task", "list-tasks", "data"),
  ),
  handwritten(
    "concurrent-messages-lost",
    "consistency.concurrent-writers",
    "of two messages sent at the same time one stands on no page",
    "send-message",
    () => losingConcurrent("send-message", "get-messages", "data.messages"),
  ),
  handwritten(
    "concurrent-memories-mixed",
    "consistency.concurrent-writers",
    "a memory stored at the same time as another gets the other's content",
    "remember",
    () => mixingConcurrent(),
  ),
];

function losingConcurrent(creating: string, reading: string, path: string): Change {
  const lost = new Set<unknown>();
  let last = Number.NEGATIVE_INFINITY;
  return together(
    onSuccess(creating, (reply, { at }) => {
      const isSecond = at - last < CONCURRENT_MS;
      if (isSecond) lost.add(asObject(reply.body.data).id);
      last = isSecond ? Number.NEGATIVE_INFINITY : at;
    }),
    editingList(reading, path, (items) => items.filter((item) => !lost.has(member(item, "id")))),
  );
}

function mixingConcurrent(): Change {
  let last = { at: Number.NEGATIVE_INFINITY, content: "" };
  return onCall("remember", (call) => {
    const content = bodyMember(call, "content");
    if (typeof content !== "string") return;
    const mixed = call.at - last.at < CONCURRENT_MS ? last.content : content;
    last = { at: call.at, content };
    editBody(call, (body) => ({ ...body, content: mixed }));
  });
}
