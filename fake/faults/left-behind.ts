import { asObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, onFailure, onSuccess, rules } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import { postAsAgent } from "../features/messages/posting.ts";
import type { Call, Reply } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { copyOf, eachOnce, editingList } from "./tools.ts";

const CREATE = ["create-task"];
const SEND = ["send-message"];
const COUNTED = ["send-message", "get-messages"];

/** Faults of what a request leaves behind for others: a refusal half carried out, a count or a copy that is not kept apart. */
export const leftBehindFaults: readonly Fault[] = [
  fault(
    "refused-message-stays-with-others",
    "messages.send.refused-without-effect",
    "a message into a channel that the caller does not belong to is refused, and stands there",
    SEND,
    () =>
      onFailure("send-message", (reply, call) => {
        if (reply.status === 403) post(call, bodyMember(call, "channelId"), bodyMember(call, "content"));
      }),
  ),
  fault(
    "refused-creation-posts-a-card",
    "tasks.create.refused-without-effect",
    "a task with a priority that is none is refused, and a card tells of it",
    ["create-task", "get-messages"],
    () => postingCardOf(({ status }) => status === 400),
  ),
  fault(
    "creation-beyond-the-plan-posts-a-card",
    "tasks.plan.creates-nothing",
    "a task beyond the plan is refused, and a card tells of it",
    ["create-task", "get-messages"],
    () => postingCardOf(({ code }) => code === "plan_limit_reached"),
  ),
  fault(
    "creation-beyond-the-plan-posts-an-unnamed-card",
    "tasks.plan.creates-nothing",
    "a task beyond the plan is refused, and a card without its title tells of one more",
    ["create-task", "get-messages"],
    () =>
      postingCardOf(
        ({ code }) => code === "plan_limit_reached",
        () => "One task more",
      ),
  ),
  fault("reply-with-files-counts-twice", "messages.send.reply-count", "a reply with files counts twice", COUNTED, () =>
    onSuccess("send-message", (_reply, call) => {
      const files = bodyMember(call, "attachmentIds");
      if (Array.isArray(files) && files.length > 0) countOneMore(call);
    }),
  ),
  fault("refused-reply-counts", "messages.send.reply-count", "a reply counts although it is refused", COUNTED, () =>
    onFailure("send-message", (_reply, call) => countOneMore(call)),
  ),
  fault(
    "replies-at-once-count-once",
    "messages.send.reply-count",
    "of replies that come at the same time one counts",
    COUNTED,
    () => {
      const last = new Map<string, number>();
      return rules({
        messages: {
          countReply: (parent) => {
            const now = performance.now();
            if (now - (last.get(parent.id) ?? 0) > SAME_TIME_MS) parent.replyCount += 1;
            last.set(parent.id, now);
          },
        },
      });
    },
  ),
  fault(
    "plan-lets-in-who-comes-at-once",
    "tasks.plan.counts",
    "creations at once all get the last place",
    CREATE,
    () => {
      const lastCounted = new Map<number, { readonly used: number; readonly at: number }>();
      return rules({
        tasks: {
          withinAllowance: (used, allowance) => {
            const now = performance.now();
            // Each plan has an allowance of its own.
            const last = lastCounted.get(allowance);
            const count = last && now - last.at <= SAME_TIME_MS ? last : { used, at: now };
            lastCounted.set(allowance, count);
            return count.used < allowance && count.used >= used - RUSH;
          },
        },
      });
    },
  ),
  fault(
    "attachments-of-replies-name-the-parent",
    "messages.send.attachments",
    "the attachments of a reply name the message that it replies to",
    SEND,
    () =>
      onSuccess("send-message", (reply) => {
        const { parentId = null, attachments } = asObject(reply.body.data);
        if (parentId === null || !Array.isArray(attachments)) return;
        editAt(reply.body, "data.attachments", () =>
          attachments.map((one) => ({ ...asObject(one), messageId: parentId })),
        );
      }),
  ),
  fault(
    "recall-shows-all-as-current",
    "consistency.memory-views",
    "a recall shows every memory as current",
    ["recall"],
    () => editingList("recall", "data.hits", (hits) => hits.map((hit) => ({ ...asObject(hit), status: "current" }))),
  ),
  fault(
    "bootstrap-cached-across-callers",
    "isolation.bootstrap-context",
    "a bootstrap is kept by its body, whoever asks",
    ["bootstrap-context"],
    () => keptByBody(),
  ),
  fault(
    "isolation-bootstrap-preferences",
    "isolation.bootstrap-context",
    "the constraints of a bootstrap are those of all workspaces",
    ["bootstrap-context"],
    () => preferencesOfAll(),
  ),
];

/** Creations in a rush that see one count; more in a row are no race. */
const RUSH = 6;

/** Answers a bootstrap for a second as it was answered first. */
function keptByBody(): Change {
  const kept = new Map<string, { readonly reply: Reply; readonly at: number }>();
  return {
    around: (call, next) => {
      if (call.operation !== "bootstrap-context") return next();
      const key = JSON.stringify(call.body ?? null);
      const before = kept.get(key);
      if (before && call.at - before.at < 1000) return before.reply;
      const reply = next();
      if (reply.status === 200) kept.set(key, { reply, at: call.at });
      return reply;
    },
  };
}

/** What lies closer together was under way at the same time. */
const SAME_TIME_MS = 15;

function postingCardOf(
  holds: (refusal: { readonly status: number; readonly code: unknown }) => boolean,
  saying: (title: unknown) => string = (title) => `New task: ${title}`,
): Change {
  return onFailure("create-task", (reply, call) => {
    const error = reply.body.error as { readonly code?: unknown } | undefined;
    if (holds({ status: reply.status, code: error?.code }))
      post(call, bodyMember(call, "channelId"), saying(bodyMember(call, "title")));
  });
}

function post(call: Call, channelId: unknown, content: unknown): void {
  const key = ownKey(call);
  if (key === undefined || typeof channelId !== "string" || typeof content !== "string") return;
  if (!key.workspace.directory.channels.has(channelId)) return;
  postAsAgent({ service: call.service, workspace: key.workspace, now: call.at }, key.agent, { channelId, content });
}

function countOneMore(call: Call): void {
  const parent = ownKey(call)?.workspace.messages.get(String(bodyMember(call, "threadId")));
  if (parent !== undefined) parent.message.replyCount += 1;
}

/** Shows the preferences of all workspaces as constraints. */
function preferencesOfAll(): Change {
  return editingList("bootstrap-context", "data.active_constraints", (own, call) => {
    const workspaces = new Set([...call.service.keys.values()].map(({ workspace }) => workspace));
    const all = [...workspaces].flatMap((workspace) => [...workspace.memories.all()].map(({ memory }) => memory));
    const isListed = ({ kind, status }: (typeof all)[number]) => kind === "preference" && status === "current";
    const listed = all.filter(isListed).map(copyOf);
    return eachOnce([...own, ...listed]);
  });
}
