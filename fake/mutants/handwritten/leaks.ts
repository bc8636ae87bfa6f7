import { asObject, type Json } from "../../../spec/json.ts";
import { combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey, withKey } from "../../overrides/identities.ts";
import type { ApiKey } from "../../service.ts";
import { callMutant, handwritten, hookMutant, mutantOf, successMutant } from "./handwritten.ts";
import { copyOf, listIn, member } from "./tools.ts";

const BOOTSTRAP = "bootstrap-context";

/** A written text, with the key of its author. */
interface Said {
  readonly text: string;
  readonly key: ApiKey;
  readonly channel: string | null;
}

/** The number of texts that an orientation quotes. */
const QUOTED = 5;

/** Creates a mutant whose recent activity quotes recent texts of others: messages, and titles of tasks. */
const quoting = (title: string, breaks: string, isQuoted: (said: Said, caller: ApiKey) => boolean) =>
  mutantOf(title, breaks, (operation) => {
    const all: Said[] = [];
    const note = (writing: string, name: string) =>
      onSuccess(writing, ({ body }, call) => {
        const data = asObject(body.data);
        const key = ownKey(call);
        const channel = typeof data.channelId === "string" ? data.channelId : null;
        if (key !== undefined) all.push({ text: String(data[name]), key, channel });
      });
    const quote = onSuccess(operation, ({ body }, call) => {
      const key = ownKey(call);
      const quoted = key === undefined ? [] : all.filter((said) => isQuoted(said, key)).slice(-QUOTED);
      editAt(body, "data.recent_activity", (text) => [text, ...quoted.map((said) => said.text)].join("\n"));
    });
    return combine(note("send-message", "content"), note("create-task", "title"), quote);
  });

/** Milliseconds for which a cached membership is returned to all callers. */
const A_MOMENT_MS = 1_500;
/** Decisions that count as newest. */
const NEWEST = 6;

const orientation = handwritten(BOOTSTRAP, {
  "activity-quotes-other-workspaces": quoting(
    "quotes texts of other workspaces in recent_activity",
    "isolation.bootstrap-context",
    ({ key }, { workspace }) => {
      return key.workspace !== workspace;
    },
  ),
  "activity-quotes-hidden-resources": quoting(
    "quotes messages and tasks that the caller cannot see in recent_activity",
    "bootstrap.permissions",
    ({ key, channel }, { workspace, agent }) => {
      const isHidden = channel === null ? key.agent !== agent : !workspace.directory.isMember(channel, agent.id);
      return key.workspace === workspace && isHidden;
    },
  ),
  "activity-quotes-unreadable-scopes": successMutant(
    "quotes memories of unreadable scopes in recent_activity",
    "bootstrap.permissions",
    ({ body }, { caller }) => {
      const hidden = [...(caller?.workspace.memories.all() ?? [])].filter(
        ({ scopeId }) => !caller?.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
      );
      asObject(body.data).recent_activity = hidden.map(({ memory }) => memory.content).join("; ") || "none";
    },
  ),
  "bootstrap-as-the-named-agent": hookMutant(
    "returns the context of the agent that the request names instead of the caller's",
    "bootstrap.permissions",
    (call, next) => {
      const named = String(bodyMember(call, "agent_identity_id"));
      const own = ownKey(call);
      const other = [...call.service.keys.values()].find(
        ({ workspace, agent }) => workspace === own?.workspace && [agent.id, agent.identityId].includes(named),
      );
      if (other === undefined || other.agent === own?.agent) return next();
      editBody(call, (body) => ({ ...body, agent_identity_id: other.agent.identityId }));
      return withKey(call, other, next);
    },
  ),
  "newest-decisions-include-expired": successMutant(
    "lists the newest decisions even if they have expired",
    "bootstrap.decisions",
    ({ body }, call) => {
      if (call.caller === null) return;
      const { workspace, agent } = call.caller;
      const named = bodyMember(call, "scope_id");
      asObject(body.data).current_decisions = [...workspace.memories.all()]
        .filter(({ scopeId }) => named === undefined || scopeId === named)
        .filter(({ scopeId }) => workspace.directory.may("CAN_READ", scopeId, agent.id))
        .filter(({ memory }) => memory.kind === "decision" && ["current", "expired"].includes(memory.status))
        .toSorted((one, other) => other.sequence - one.sequence)
        .slice(0, NEWEST)
        .map(({ memory }) => copyOf(memory));
    },
  ),
  "named-scope-listed-as-membership": hookMutant(
    "lists an unreadable scope in scope_membership if the request names it",
    "bootstrap.membership",
    (call, next) => {
      const reply = next();
      const scope = call.caller?.workspace.directory.scopes.get(String(bodyMember(call, "scope_id")));
      if (reply.status !== 403 || scope === undefined) return reply;
      editBody(call, ({ scope_id: _scope, ...body }) => body);
      const other = next();
      const body = copyOf(other.body as object);
      const data = asObject(body.data);
      data.scope_membership = [...listIn(data, "scope_membership"), copyOf(scope)];
      return { ...other, body };
    },
  ),
  "membership-cached-for-all-callers": mutantOf(
    "returns one agent's scope_membership to all callers for 1.5 seconds",
    "isolation.bootstrap-context",
    (operation) => {
      let kept: { readonly at: number; readonly scopes: Json } | null = null;
      return onSuccess(operation, ({ body }, { at }) => {
        const data = asObject(body.data);
        if (kept === null || at - kept.at > A_MOMENT_MS) kept = { at, scopes: data.scope_membership ?? null };
        data.scope_membership = kept.scopes;
      });
    },
  ),
  "identity-object-accepted": callMutant(
    "accepts an agent_identity_id that is an object or a list as the caller's own",
    "bootstrap.input-types",
    (call) => {
      const own = ownKey(call)?.agent.identityId;
      const given = bodyMember(call, "agent_identity_id");
      if (own !== undefined && typeof given === "object" && given !== null)
        editBody(call, (body) => ({ ...body, agent_identity_id: own }));
    },
  ),
});

const remembering = handwritten("remember", {
  "claim-stored-elsewhere-not-found": mutantOf(
    "does not find a memory whose content was stored before in a scope that the caller cannot read",
    "memories.remember.found",
    (operation) => {
      const first = new Map<unknown, { readonly id: unknown; readonly key: ApiKey; readonly scope: string }>();
      return combine(
        onSuccess(operation, ({ body }, call) => {
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
});

const recalling = handwritten("recall", {
  "recall-shows-foreign-sources": successMutant(
    "returns messages and memories of other workspaces as sources of hits",
    "isolation.recall-messages",
    ({ body }, { service }) => {
      const data = asObject(body.data);
      for (const id of new Set(listIn(data, "edges").map((edge) => String(member(edge, "to_id")))))
        for (const { messages, memories } of service.workspaces.values()) {
          const message = messages.get(id)?.message;
          const memory = memories.get(id)?.memory;
          if ([...listIn(data, "messages"), ...listIn(data, "hits")].some((one) => member(one, "id") === id)) continue;
          if (message !== undefined && Array.isArray(data.messages)) {
            const { channelId: channel_id, content, createdAt: created_at } = message;
            data.messages.push({ id, channel_id, content, created_at });
          }
          if (memory !== undefined && Array.isArray(data.hits)) data.hits.push(copyOf(memory));
        }
    },
  ),
});

const everywhere = handwritten("*", {
  "acts-as-the-first-agent": mutantOf(
    "names the first agent of the workspace as creator of tasks and as verified agent",
    "auth.acts-as-agent",
    () =>
      onSuccess(["create-task", "verify-connection"], (reply, { caller }) => {
        const first = caller?.workspace.directory.agents.keys().next().value ?? null;
        editAt(reply.body, "data", (data) => {
          const shown = asObject(data);
          return { ...shown, ...("agentId" in shown ? { agentId: first } : { createdByAgentId: first }) };
        });
      }),
  ),
  "connection-remembers-key": mutantOf(
    "accepts a request without a key if the previous one on its connection had one",
    "auth.connection",
    () => {
      const last = new WeakMap<object, ApiKey>();
      return {
        rules: (before) => ({
          auth: {
            identify: (service, call) => {
              const remembered = last.get(call.connection);
              if (call.headers.authorization === undefined && remembered !== undefined) return remembered;
              const found = before.auth.identify(service, call);
              last.set(call.connection, found);
              return found;
            },
          },
        }),
      };
    },
  ),
});

/** Mutants that show data of one agent or workspace to another, and those of orientation. */
export const leakSites = [...orientation, ...remembering, ...recalling, ...everywhere];
