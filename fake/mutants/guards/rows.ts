import { PRIORITIES, TASK_STATUSES } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { RowName, Site } from "../model.ts";

/** A kind of thing that rules decide about and lists show. */
export interface RowKind {
  /** Listed values of its members. */
  readonly listed: Readonly<Record<string, readonly string[]>>;
  /** Members that may have no value. */
  readonly optional: readonly string[];
  /** Members that name an agent. */
  readonly agents: readonly string[];
  /** Operations that change one. */
  readonly moves: readonly string[];
}

const ROWS = {
  task: {
    listed: { status: TASK_STATUSES, priority: PRIORITIES },
    optional: ["description", "parentTaskId", "channelId", "assigneeAgentId", "assigneeUserId"],
    agents: ["createdByAgentId", "assigneeAgentId"],
    moves: ["block-task", "release-task"],
  },
  message: {
    listed: { senderType: ["human", "agent", "system"] },
    optional: ["parentId"],
    agents: ["senderId"],
    moves: ["flag-needs-human"],
  },
  memory: {
    listed: {
      kind: ["decision", "fact", "preference"],
      status: ["current", "proposed", "superseded", "contested", "expired", "invalidated"],
      confidence: ["0", "1"],
    },
    optional: ["ttl_seconds"],
    agents: [],
    moves: [],
  },
} as const satisfies Record<RowName, RowKind>;

/** Where responses show things. */
const SHOWN: Readonly<Record<string, RowName>> = {
  "create-task:/data": "task",
  "block-task:/data": "task",
  "release-task:/data": "task",
  "list-tasks:/data/*": "task",
  "send-message:/data": "message",
  "flag-needs-human:/data": "message",
  "get-messages:/data/messages/*": "message",
  "search-messages:/data/messages/*": "message",
  "remember:/data": "memory",
  "search-memories:/data/hits/*": "memory",
  "recall:/data/hits/*": "memory",
};

/** The member of a request that names the thing which it changes. */
const NAMED: Readonly<Record<string, { readonly member: string; readonly row: RowName }>> = {
  "block-task": { member: "taskId", row: "task" },
  "release-task": { member: "taskId", row: "task" },
  "flag-needs-human": { member: "messageId", row: "message" },
};

/** How a site's rows are got at: the values that a mutation looks at, or the thing that a call names. */
export interface RowAccess {
  readonly kind: RowKind;
  readonly by: "value" | "call";
}

/** The rows of a site; null where it has none. */
export function rowsOf(site: Site): RowAccess | null {
  if (site.kind === "rule") return site.row === null ? null : { kind: ROWS[site.row.name], by: "value" };
  if (site.kind === "part" || site.kind === "effect") return { kind: ROWS.task, by: "value" };
  if (site.kind === "value" || site.kind === "list") {
    const row = SHOWN[site.kind === "list" ? `${site.id}/*` : site.id.slice(0, site.id.lastIndexOf("/"))];
    return row === undefined ? null : { kind: ROWS[row], by: "value" };
  }
  const named = NAMED[site.operation];
  return named === undefined ? null : { kind: ROWS[named.row], by: "call" };
}

/** The thing that a call is about, as it stands before the call; undefined where there is none. */
export function namedRow(call: Call): object | undefined {
  const named = NAMED[call.operation ?? ""];
  const workspace = ownKey(call)?.workspace;
  if (named === undefined || workspace === undefined) return undefined;
  const id = String(bodyMember(call, named.member));
  return named.row === "task" ? workspace.tasks.get(id)?.task : workspace.messages.get(id)?.message;
}
