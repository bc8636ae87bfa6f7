import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { keyElsewhere, ownKey, withKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import { postAsAgent } from "../../features/messages/posting.ts";
import type { Call, Reply } from "../../http/call.ts";
import type { ApiKey } from "../../service.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { copyOf } from "./tools.ts";

/** Something said, and with which key. */
interface Said {
  readonly text: string;
  readonly key: ApiKey;
  readonly channel: string | null;
}

/** How many texts an orientation quotes. */
const QUOTED = 5;

/** A mutant of orientation whose recent activity quotes what others wrote lately: messages, and titles of tasks. */
const quoting = (id: string, breaks: string, title: string, isQuoted: (said: Said, caller: ApiKey) => boolean) =>
  handwritten(id, breaks, title, "bootstrap-context", () => {
    const all: Said[] = [];
    const note = (operation: string, member: string) =>
      onSuccess(operation, ({ body }, call) => {
        const data = asObject(body.data);
        const key = ownKey(call);
        const channel = typeof data.channelId === "string" ? data.channelId : null;
        if (key !== undefined) all.push({ text: String(data[member]), key, channel });
      });
    return together(
      note("send-message", "content"),
      note("create-task", "title"),
      onSuccess("bootstrap-context", (reply, call) => {
        const key = ownKey(call);
        const quoted = key === undefined ? [] : all.filter((said) => isQuoted(said, key)).slice(-QUOTED);
        editAt(reply.body, "data.recent_activity", (text) => [text, ...quoted.map((said) => said.text)].join("\n"));
      }),
    );
  });

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

/** The ids that the edges of a recall lead to. */
const sourcesIn = ({ edges }: JsonObject): readonly string[] =>
  [edges ?? []].flat().map((edge) => String(asObject(edge as Json).to_id));

/** Creations this close together, in milliseconds, see one count. */
const TOGETHER_MS = 15;
/** So many of them. */
const RUSH = 6;

/** Mutants that mix up agents and workspaces, and of what a request leaves behind. */
export const otherSites: readonly HandwrittenSite[] = [
  quoting(
    "activity-quotes-other-workspaces",
    "isolation.bootstrap-context",
    "the recent activity quotes other workspaces",
    ({ key }, { workspace }) => key.workspace !== workspace,
  ),
  quoting(
    "activity-quotes-hidden-things",
    "bootstrap.permissions",
    "the recent activity quotes hidden channels and tasks of others",
    ({ key, channel }, { workspace, agent }) =>
      key.workspace === workspace &&
      (channel === null ? key.agent !== agent : !workspace.directory.isMember(channel, agent.id)),
  ),
  handwritten(
    "bootstrap-as-the-named-agent",
    "bootstrap.permissions",
    "naming another agent shows what that agent is shown",
    "bootstrap-context",
    () => ({
      around: (call, next) => {
        const named = String(bodyMember(call, "agent_identity_id"));
        const own = ownKey(call);
        const other = [...call.service.keys.values()].find(
          ({ workspace, agent }) => workspace === own?.workspace && [agent.id, agent.identityId].includes(named),
        );
        if (call.operation !== "bootstrap-context" || other === undefined || other.agent === own?.agent) return next();
        editBody(call, (body) => ({ ...body, agent_identity_id: other.agent.identityId }));
        return withKey(call, other, next);
      },
    }),
  ),
  handwritten(
    "claim-said-elsewhere-lost",
    "memories.remember.found",
    "a claim that stands where its author cannot read is stored no second time",
    "remember",
    () => {
      const first = new Map<unknown, { readonly id: unknown; readonly key: ApiKey; readonly scope: string }>();
      return together(
        onSuccess("remember", ({ body }, call) => {
          const key = ownKey(call);
          const { id, content } = asObject(body.data);
          if (key !== undefined && !first.has(content))
            first.set(content, { id, key, scope: String(bodyMember(call, "scope_id")) });
        }),
        rules({
          memories: {
            indexed: ({ workspace, agent }, { memory }) => {
              const said = first.get(memory.content);
              if (said === undefined || said.id === memory.id) return true;
              return said.key.workspace === workspace && workspace.directory.may("CAN_READ", said.scope, agent.id);
            },
          },
        }),
      );
    },
  ),
  handwritten(
    "recall-shows-foreign-sources",
    "isolation.recall-messages",
    "a recall shows what memories were derived from in other workspaces",
    "recall",
    () =>
      onSuccess("recall", ({ body }, { service }) => {
        const data = asObject(body.data);
        for (const id of new Set(sourcesIn(data)))
          for (const { messages, memories } of service.workspaces.values()) {
            const message = messages.get(id)?.message;
            const memory = memories.get(id)?.memory;
            const isShown = [data.messages, data.hits].flat().some((one) => asObject(one as Json).id === id);
            if (isShown) continue;
            if (message !== undefined && Array.isArray(data.messages)) {
              const { channelId: channel_id, content, createdAt: created_at } = message;
              data.messages.push({ id, channel_id, content, created_at });
            }
            if (memory !== undefined && Array.isArray(data.hits)) data.hits.push(copyOf(memory));
          }
      }),
  ),
  handwritten(
    "cursor-brings-its-owner",
    "isolation.search-memories",
    "who sends the cursor of another agent reads on as that agent",
    "search-memories",
    () => {
      const givenTo = new Map<unknown, ApiKey>();
      return {
        around: (call, next) => {
          const key = ownKey(call);
          if (call.operation !== "search-memories" || key === undefined) return next();
          const owner = givenTo.get(call.query.get("cursor"));
          const reply = owner === undefined || owner === key ? next() : withKey(call, owner, next);
          const { nextCursor } = asObject(asObject(reply.body as Json).data ?? null);
          if (typeof nextCursor === "string") givenTo.set(nextCursor, owner ?? key);
          return reply;
        },
      };
    },
  ),
  handwritten(
    "tasks-assigned-across-workspaces",
    "isolation.list-tasks",
    "a task can be assigned to an agent of another workspace, which lists it",
    "create-task",
    () => {
      const given = new Map<unknown, Json[]>();
      return {
        around: (call, next) => {
          const assignee = String(bodyMember(call, "assigneeAgentId"));
          const isForeign =
            call.operation === "create-task" &&
            ownKey(call) !== undefined &&
            keyElsewhere(call, ({ directory }) => directory.agents.has(assignee)) !== undefined;
          if (isForeign) editBody(call, ({ assigneeAgentId: _id, ...body }) => body);
          const reply = next();
          const body = copyOf(reply.body as object);
          if (isForeign && reply.status === 200) {
            editAt(body, "data.assigneeAgentId", () => assignee);
            given.set(assignee, [...(given.get(assignee) ?? []), body.data ?? null]);
          } else if (call.operation === "list-tasks") {
            const more = given.get(call.caller?.agent.id) ?? [];
            editAt(body, "data", (tasks) => (Array.isArray(tasks) ? [...tasks, ...more] : tasks));
          }
          return { ...reply, body };
        },
      };
    },
  ),
  handwritten(
    "provenance-optional",
    "memories.remember.provenance-missing",
    "a memory needs no provenance",
    "remember",
    () =>
      onCall("remember", (call) => {
        if ((bodyMember(call, "derived_from") ?? null) === null)
          editBody(call, (body) => ({ ...body, derived_from: [{ id: "nothing" }] }));
      }),
  ),
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
  ...(["block-task", "release-task", "create-task"] as const).map((operation) =>
    handwritten(
      `refused-${operation}-shows-the-task`,
      "tasks.visibility.hidden",
      `a ${operation} that is rejected makes its caller take part in the task that it names`,
      operation,
      () =>
        onReply(operation, ({ status }, call) => {
          const key = ownKey(call);
          const named = bodyMember(call, operation === "create-task" ? "parentTaskId" : "taskId");
          const stored = key?.workspace.tasks.get(String(named));
          if (status !== 200 && key && stored) key.workspace.tasks.mention(stored, key.agent.id);
        }),
    ),
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
