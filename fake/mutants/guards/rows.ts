import { asObject, type Json } from "../../../spec/json.ts";
import { PRIORITIES, TASK_STATUSES } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import { bodyMember, onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Guard, RowName, Site } from "../model.ts";

/** A kind of resource that rules decide about and lists show. */
interface RowKind {
  /** Listed values of its members. */
  readonly listed: Readonly<Record<string, readonly string[]>>;
  /** Members that may have no value. */
  readonly optional: readonly string[];
  /** Members that name an agent. */
  readonly agents: readonly string[];
  /** Operations that change one. */
  readonly moves: readonly string[];
}

const ROWS: Readonly<Record<RowName, RowKind>> = {
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
};

/** The places of resources in responses. */
const SHOWN: readonly (readonly [place: RegExp, row: RowName])[] = [
  [/^((create|block|release)-task:\/data|list-tasks:\/data\/\*)$/, "task"],
  [/^((send-message|flag-needs-human):\/data|(get|search)-messages:\/data\/messages\/\*)$/, "message"],
  [
    /^(remember:\/data|(search-memories|recall):\/data\/hits\/\*|bootstrap-context:\/data\/current_decisions\/\*)$/,
    "memory",
  ],
];

/** The member of a request that names the resource to change. */
const NAMED: Readonly<Record<string, { readonly member: string; readonly row: RowName }>> = {
  "block-task": { member: "taskId", row: "task" },
  "release-task": { member: "taskId", row: "task" },
  "flag-needs-human": { member: "messageId", row: "message" },
};

/** The way to a site's rows: the values that a mutation tests, or the resource that a call names. */
interface RowAccess {
  readonly kind: RowKind;
  readonly by: "value" | "call";
}

/** Returns the way to the rows of a site; null if it has none. */
function rowsOf(site: Site): RowAccess | null {
  const by = (access: RowAccess["by"], row: RowName | undefined) =>
    row === undefined ? null : { kind: ROWS[row], by: access };
  if (site.kind === "rule") return by("value", site.row?.name);
  if (site.kind === "part") return by("value", "task");
  if (site.kind === "effect") return by("value", site.row);
  if (site.kind !== "value" && site.kind !== "list") return by("call", NAMED[site.operation]?.row);
  const place = site.kind === "list" ? `${site.id}/*` : site.id.slice(0, site.id.lastIndexOf("/"));
  return by("value", SHOWN.find(([pattern]) => pattern.test(place))?.[1]);
}

/** Returns the resource that a call names, before the call; undefined if there is none. */
export function namedRow(call: Call): object | undefined {
  const named = NAMED[call.operation ?? ""];
  const workspace = ownKey(call)?.workspace;
  if (named === undefined || workspace === undefined) return undefined;
  const id = String(bodyMember(call, named.member));
  return named.row === "task" ? workspace.tasks.get(id)?.task : workspace.messages.get(id)?.message;
}

/**
 * The resource that a rule decides about, or that a list shows, has a trait: `row.status=done`,
 * `row.parentTaskId=set`, `row.createdByAgentId=other`, `row.moved=block-task`.
 */
export const row: Guard = {
  name: "row",
  needsCaller: true,
  about: (level, { operation }) => {
    const [, member = ""] = /^row\.(\w+)=/.exec(level) ?? [];
    // For a resource that the call creates, the member is also the input that sets it.
    return /^(create-task|send-message|remember)$/.test(operation)
      ? [`row.${member}`, member === "parentId" ? "threadId" : member]
      : [`row.${member}`];
  },
  levels: (site) => {
    const rows = rowsOf(site);
    return rows === null ? [] : levelsOf(rows, site);
  },
  tracking: (level, site) => {
    const [, member = "", wanted = ""] = /^row\.(\w+)=(.*)$/.exec(level) ?? [];
    const moved = new Set<unknown>();
    let caller: string | undefined;
    let owned: readonly string[] = [];
    const holds = (thing: object): boolean => {
      const { id, [member]: value = null } = thing as Record<string, unknown>;
      if (member === "moved") return moved.has(id);
      if (wanted === "set" || wanted === "unset") return (value === null) === (wanted === "unset");
      if (wanted === "caller") return value === (caller ?? null);
      if (wanted === "owned") return owned.includes(String(value));
      return wanted === "other" ? typeof value === "string" && value !== caller : String(value) === wanted;
    };
    const isByCall = rowsOf(site)?.by === "call";
    return {
      watch: onSuccess(wanted, ({ body }) => moved.add(asObject(asObject(body as Json).data).id)),
      calls: (call) => {
        const key = ownKey(call);
        caller = key?.agent.id;
        owned = key === undefined ? [] : key.workspace.directory.ownedBy(key.agent.id);
        const thing = isByCall ? namedRow(call) : undefined;
        return !isByCall || (thing !== undefined && holds(thing));
      },
      values: (_value, holder) => isByCall || holds(holder),
    };
  },
};

function levelsOf({ kind }: RowAccess, site: Site): string[] {
  const { listed, optional, agents, moves } = kind;
  // For a shown value, `status=done` already means the same.
  const siblings = site.kind === "value" || site.kind === "list" ? site.siblings : {};
  const unsaid = Object.entries(listed).filter(([name]) => !(name in siblings));
  return [
    ...unsaid.flatMap(([name, values]) => values.map((one) => `${name}=${one}`)),
    ...optional.flatMap((name) => [`${name}=set`, `${name}=unset`]),
    ...agents.flatMap((name) => ["caller", "owned", "other"].map((whose) => `${name}=${whose}`)),
    ...moves.map((name) => `moved=${name}`),
  ].map((level) => `row.${level}`);
}
