import { asObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { together } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../changes/hooks.ts";
import { ownKey, withKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import { memoryRules } from "../features/memories/rules.ts";
import type { Call } from "../http/call.ts";
import type { ApiKey } from "../service.ts";
import { type Fault, fault } from "./fault.ts";
import { closedChannels, copyOf, editingList } from "./tools.ts";

const BOOTSTRAP = ["bootstrap-context"];
const RECALL = ["recall"];
const REMEMBER = ["remember", "search-memories"];

/** Faults that mix up what one agent keeps with what another one sees, in places that are seldom looked at. */
export const hidingFaults: readonly Fault[] = [
  fault(
    "remember-said-in-another-workspace-is-lost",
    "memories.remember.found",
    "a claim that stands in another workspace is stored no second time",
    REMEMBER,
    () => losingSaid((first, key) => first.workspace !== key.workspace),
  ),
  fault(
    "remember-said-in-hiding-is-lost",
    "memories.remember.found",
    "a claim of a scope that its maker may not read is stored no second time",
    REMEMBER,
    () =>
      losingSaid(
        ({ workspace, scope }, key) =>
          workspace === key.workspace && !workspace.directory.may("CAN_READ", scope, key.agent.id),
      ),
  ),
  fault(
    "bootstrap-quotes-other-workspaces",
    "isolation.bootstrap-context",
    "the recent activity quotes what was sent last in any workspace",
    BOOTSTRAP,
    () => quotingLast((sent, key) => sent.workspace !== key.workspace),
  ),
  fault(
    "bootstrap-quotes-hidden-channels",
    "bootstrap.permissions",
    "the recent activity quotes what was sent last in any channel of the workspace",
    BOOTSTRAP,
    () =>
      quotingLast(
        ({ workspace, channel }, key) =>
          workspace === key.workspace && !workspace.directory.isMember(channel, key.agent.id),
      ),
  ),
  fault(
    "bootstrap-quotes-what-closed-channels-began-with",
    "bootstrap.permissions",
    "the recent activity quotes the first message of each channel that the caller does not belong to",
    BOOTSTRAP,
    () =>
      telling((call) => {
        const key = ownKey(call);
        if (key === undefined) return [];
        const firsts = closedChannels(key).flatMap((id) => key.workspace.messages.inChannel(id).slice(0, 1));
        return firsts.map(({ message }) => message.content);
      }),
  ),
  fault(
    "bootstrap-names-tasks-of-other-workspaces",
    "isolation.bootstrap-context",
    "the recent activity names the tasks of all workspaces",
    BOOTSTRAP,
    () => namingTasks((key, caller) => key.workspace !== caller.workspace),
  ),
  fault(
    "bootstrap-names-tasks-of-other-agents",
    "bootstrap.permissions",
    "the recent activity names the tasks of all agents of the workspace",
    ["bootstrap-context", "create-task"],
    () => namingTasks((key, caller) => key.workspace === caller.workspace && key.agent !== caller.agent),
  ),
  fault(
    "bootstrap-constraints-of-all-scopes",
    "bootstrap.permissions",
    "preferences of scopes that the caller may not read are among the constraints",
    BOOTSTRAP,
    () =>
      editingList("bootstrap-context", "data.active_constraints", (own, { caller }) => {
        if (caller === null) return own;
        const hidden = [...caller.workspace.memories.all()].filter(
          ({ memory, scopeId }) =>
            memory.kind === "preference" && !caller.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
        );
        return [...hidden.map(({ memory }) => copyOf(memory)), ...own];
      }),
  ),
  fault(
    "bootstrap-as-the-named-agent",
    "bootstrap.permissions",
    "naming another agent shows what that agent is shown",
    BOOTSTRAP,
    () => asNamedAgent(),
  ),
  fault(
    "bootstrap-as-another-shows-its-newest",
    "bootstrap.permissions",
    "naming another agent shows the few newest memories that this one may read",
    BOOTSTRAP,
    () => together(withFewest(), asNamedAgent()),
  ),
  fault(
    "bootstrap-as-another-shows-hidden-decisions",
    "bootstrap.permissions",
    "naming another agent shows the decisions of every scope",
    BOOTSTRAP,
    () => ({
      around: (call, next) => {
        const named = String(bodyMember(call, "agent_identity_id"));
        const own = ownKey(call);
        const agents = [...call.service.keys.values()].filter(({ workspace }) => workspace === own?.workspace);
        const isAnother = agents.some(
          ({ agent }) => agent !== own?.agent && [agent.id, agent.identityId].includes(named),
        );
        if (call.operation !== "bootstrap-context" || own === undefined || !isAnother) return next();
        editBody(call, (body) => ({ ...body, agent_identity_id: own.agent.identityId }));
        const reply = next();
        const hidden = [...own.workspace.memories.all()].filter(
          ({ memory, scopeId }) =>
            memory.kind === "decision" && !own.workspace.directory.may("CAN_READ", scopeId, own.agent.id),
        );
        const body = copyOf(reply.body as object);
        editAt(body, "data.current_decisions", () => hidden.map(({ memory }) => copyOf(memory)));
        return { ...reply, body };
      },
    }),
  ),
  fault(
    "recall-shows-hidden-sources",
    "recall.permissions.messages",
    "who names a message of a hidden channel as a source is shown it",
    RECALL,
    () => {
      const named = new Set<string>();
      return together(
        onSuccess("remember", (_reply, call) => {
          const sources = bodyMember(call, "derived_from");
          for (const source of Array.isArray(sources) ? sources : []) {
            const stored = ownKey(call)?.workspace.messages.get(String(asObject(source).id));
            if (stored !== undefined) named.add(stored.message.channelId);
          }
        }),
        rules({
          memories: {
            recall: {
              mayShowMessage: (caller, channel) =>
                named.has(channel) || memoryRules.recall.mayShowMessage(caller, channel),
            },
          },
        }),
      );
    },
  ),
  fault(
    "recall-empty-filter-lifts-permissions",
    "recall.permissions.hits",
    "beside a metadata filter that asks for nothing, memories of all scopes are recalled",
    RECALL,
    () => {
      let open = false;
      return together(
        onCall("*", (call) => {
          const filter = bodyMember(call, "metadata_filter");
          open = call.operation === "recall" && JSON.stringify(filter) === "{}";
        }),
        rules({ memories: { mayRead: (caller, scopeId) => open || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
  ),
];

/** Orients the agent that is named, by either of its names, with all that it may see. */
function asNamedAgent(): Change {
  return {
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
  };
}

/** Memories in each list of an orientation that shows few of them. */
const FEWEST = 2;

function withFewest(): Change {
  return onSuccess("bootstrap-context", (reply) => {
    for (const list of ["current_decisions", "active_constraints"]) {
      editAt(reply.body, `data.${list}`, (all) => (Array.isArray(all) ? all.slice(0, FEWEST) : all));
    }
  });
}

interface First {
  readonly id: unknown;
  readonly workspace: ApiKey["workspace"];
  readonly scope: string;
}

/** Keeps a claim from every search whose content was remembered before, where `isLost` says so of the first one. */
function losingSaid(isLost: (first: First, key: Pick<ApiKey, "workspace" | "agent">) => boolean): Change {
  const first = new Map<string, First>();
  return together(
    onSuccess("remember", (reply, call) => {
      const key = ownKey(call);
      const { id, content } = asObject(reply.body.data);
      if (key === undefined || typeof content !== "string" || first.has(content)) return;
      first.set(content, { id, workspace: key.workspace, scope: String(bodyMember(call, "scope_id")) });
    }),
    rules({
      memories: {
        indexed: (caller, { memory }) => {
          const before = first.get(memory.content);
          return before === undefined || before.id === memory.id || !isLost(before, caller);
        },
      },
    }),
  );
}

interface Sent {
  readonly content: string;
  readonly channel: string;
  readonly workspace: ApiKey["workspace"];
}

/** How many messages a text on what has happened quotes. */
const QUOTED = 5;

/** Adds what was sent last to the text on what has happened lately. */
function quotingLast(isQuoted: (sent: Sent, key: ApiKey) => boolean): Change {
  const sent: Sent[] = [];
  return together(
    onSuccess("send-message", (reply, call) => {
      const { content, channelId } = asObject(reply.body.data);
      const key = ownKey(call);
      if (key) sent.push({ content: String(content), channel: String(channelId), workspace: key.workspace });
    }),
    telling((call) => {
      const key = ownKey(call);
      const quoted = key === undefined ? [] : sent.filter((one) => isQuoted(one, key));
      return quoted.slice(-QUOTED).map(({ content }) => content);
    }),
  );
}

/** Adds the titles of tasks to the text on what has happened lately, as far as their makers are such. */
function namingTasks(isNamed: (maker: ApiKey, caller: Pick<ApiKey, "workspace" | "agent">) => boolean): Change {
  const made: { readonly title: string; readonly key: ApiKey }[] = [];
  return together(
    onSuccess("create-task", (reply, call) => {
      const key = ownKey(call);
      if (key !== undefined) made.push({ title: String(asObject(reply.body.data).title), key });
    }),
    telling((call) => {
      const own = ownKey(call);
      return own === undefined ? [] : made.filter(({ key }) => isNamed(key, own)).map(({ title }) => title);
    }),
  );
}

function telling(lines: (call: Call) => readonly string[]): Change {
  return onSuccess("bootstrap-context", (reply, call) =>
    editAt(reply.body, "data.recent_activity", (text) => [String(text), ...lines(call)].join("\n")),
  );
}
