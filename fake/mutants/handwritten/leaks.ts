import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { together } from "../../overrides/change.ts";
import { bodyMember, editBody, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { keyElsewhere, ownKey, withKey } from "../../overrides/identities.ts";
import { editAt } from "../../overrides/paths.ts";
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

/** The ids that the edges of a recall lead to. */
const sourcesIn = ({ edges }: JsonObject): readonly string[] =>
  [edges ?? []].flat().map((edge) => String(asObject(edge as Json).to_id));

/** Mutants that show or lend to one agent or workspace what is another's. */
export const leakSites: readonly HandwrittenSite[] = [
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
];
