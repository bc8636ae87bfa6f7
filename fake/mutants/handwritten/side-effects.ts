import { asObject, type Json } from "../../../spec/json.ts";
import { postAsAgent } from "../../features/messages/posting.ts";
import type { Call, Reply } from "../../http/call.ts";
import { together } from "../../overrides/change.ts";
import { bodyMember, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { editAt } from "../../overrides/paths.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";

/** A mutant of creating tasks that posts a card for a task that is rejected. */
const cardOfRefused = (id: string, breaks: string, title: string, isMeant: (code: unknown) => boolean) =>
  handwritten(id, breaks, title, "create-task", () =>
    onReply("create-task", (reply, call) => {
      const key = ownKey(call);
      const channelId = String(bodyMember(call, "channelId"));
      const error = asObject(reply.body.error ?? null);
      if (reply.status === 200 || !isMeant(error.code) || !key?.workspace.directory.channels.has(channelId)) return;
      const post = { service: call.service, workspace: key.workspace, now: call.at };
      postAsAgent(post, key.agent, { channelId, content: `New task: ${String(bodyMember(call, "title"))}` });
    }),
  );

/** Creations this close together, in milliseconds, see one count. */
const TOGETHER_MS = 15;
/** So many of them. */
const RUSH = 6;

/** Mutants in which one request leaves something behind that another shows. */
export const sideEffectSites: readonly HandwrittenSite[] = [
  handwritten(
    "description-of-the-task-before",
    "tasks.create.description",
    "a task without a description gets that of the task before",
    "create-task",
    () => {
      let last: Json = null;
      return onSuccess("create-task", (reply, call) => {
        const own = bodyMember(call, "description");
        if (typeof own === "string") last = own;
        else editAt(reply.body, "data.description", () => last);
      });
    },
  ),
  handwritten(
    "blocks-leave-a-twin",
    "consistency.made-once",
    "a block leaves a copy of the task under an id of its own",
    "block-task",
    () =>
      onSuccess("block-task", (reply, { caller, at }) => {
        const { tasks } = caller?.workspace ?? {};
        const blocked = tasks?.get(String(asObject(reply.body.data).id));
        if (tasks && blocked) tasks.add({ ...blocked.task, id: `${blocked.task.id}-${tasks.count}` }, at);
      }),
  ),
  handwritten(
    "block-comment-passes",
    "tasks.block.comment",
    "the comment of a block is gone ten calls later",
    "block-task",
    () => {
      const due: { readonly at: number; readonly undo: () => void }[] = [];
      let count = 0;
      return together(
        onSuccess("block-task", (_reply, call) => {
          const comments = ownKey(call)?.workspace.tasks.get(String(bodyMember(call, "taskId")))?.comments ?? [];
          const place = comments.length - 1;
          due.push({ at: count + 10, undo: () => comments.splice(place, 1) });
        }),
        onCall("*", () => {
          count += 1;
          while ((due[0]?.at ?? Number.POSITIVE_INFINITY) <= count) due.shift()?.undo();
        }),
      );
    },
  ),
  handwritten(
    "listing-kept-until-own-change",
    "tasks.block.persists",
    "a listing is kept until its caller changes something",
    "list-tasks",
    () => {
      const kept = new Map<string, Map<string, Reply>>();
      return {
        around: (call: Call, next) => {
          const key = ownKey(call)?.key ?? "";
          if (call.method === "POST") kept.delete(key);
          if (call.operation !== "list-tasks") return next();
          const mine = kept.get(key) ?? new Map<string, Reply>();
          const reply = mine.get(call.query.toString()) ?? next();
          if (reply.status === 200) kept.set(key, mine.set(call.query.toString(), reply));
          return reply;
        },
      };
    },
  ),
  cardOfRefused(
    "refused-task-posts-a-card",
    "tasks.create.refused-without-effect",
    "a task that is rejected is told of in a card",
    (code) => code === "invalid_input",
  ),
  cardOfRefused(
    "task-beyond-the-plan-posts-a-card",
    "tasks.plan.creates-nothing",
    "a task beyond the plan is told of in a card",
    (code) => code === "plan_limit_reached",
  ),
  handwritten(
    "plan-lets-in-who-comes-at-once",
    "tasks.plan.counts",
    "creations at once all get the last place",
    "create-task",
    () => {
      const last = new Map<number, { readonly used: number; readonly at: number }>();
      return rules({
        tasks: {
          withinAllowance: (used, allowance) => {
            const now = performance.now();
            const seen = last.get(allowance);
            const count = seen && now - seen.at <= TOGETHER_MS ? seen : { used, at: now };
            last.set(allowance, count);
            return count.used < allowance && count.used >= used - RUSH;
          },
        },
      });
    },
  ),
];
