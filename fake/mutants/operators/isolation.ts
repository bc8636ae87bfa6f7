import { asObject, type Json } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import type { Change } from "../../overrides/changes.ts";
import { bodyMember, editBody } from "../../overrides/hooks.ts";
import { keyOfOtherWorkspace, ownKey, withKey } from "../../overrides/identities.ts";
import type { ApiKey } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import type { Operator } from "../model.ts";
import { aroundOperator, operationOperator } from "./operations.ts";

/** Returns a test for workspaces that have a resource with this id, of any kind. */
const holds =
  (id: string) =>
  ({ directory, messages, tasks, files, memories, challenges }: Workspace): boolean =>
    [directory.channels, directory.scopes, directory.agents].some((map) => map.has(id)) ||
    [messages, tasks, files, memories, challenges].some((store) => store.get(id) !== undefined) ||
    [...directory.agents.values()].some(({ identityId }) => identityId === id);

/** Returns the ids in a request. */
function idsIn(call: Call): string[] {
  const inBody = call.body.kind === "json" ? Object.values(asObject((call.body.value ?? {}) as Json)) : [];
  return [...call.query.values(), ...inBody.flat()].filter((value) => typeof value === "string");
}

/** Returns how much an agent can see: its channels, and the scopes that it may read. */
const reach = ({ workspace: { directory }, agent }: ApiKey): number =>
  directory.channelsOf(agent.id).size + directory.scopesOf("CAN_READ", agent.id).size;

/**
 * Returns the agent of another workspace with the most access to an id in the request: the one that it concerns, or
 * the one that sees the most.
 */
function ownerOf(call: Call): ApiKey | undefined {
  for (const id of idsIn(call)) {
    const found = keyOfOtherWorkspace(call, holds(id));
    if (found === undefined) continue;
    const { workspace } = found;
    const keys = [...call.service.keys.values()].filter((key) => key.workspace === workspace);
    const task = workspace.tasks.get(id)?.task;
    const who = [id, task?.assigneeAgentId ?? task?.createdByAgentId, workspace.challenges.get(id)?.agentId];
    return (
      keys.find(({ agent }) => who.includes(agent.id) || who.includes(agent.identityId)) ??
      keys.find(({ agent }) => workspace.directory.isMember(id, agent.id)) ??
      keys.toSorted((a, b) => reach(b) - reach(a))[0]
    );
  }
  return undefined;
}

/** Performs a call as another agent, with its identity in the body if the body has one. */
export function asAgent(call: Call, key: ApiKey, next: () => Reply): Reply {
  const { body } = call;
  if (bodyMember(call, "agent_identity_id") !== undefined)
    editBody(call, (given) => ({ ...given, agent_identity_id: key.agent.identityId }));
  const reply = withKey(call, key, next);
  call.body = body;
  return reply;
}

/** Shorter data, as JSON, identifies nothing. */
const LEAST_CONTENT = 60;

function sharing(operation: string): Change {
  const known = new Map<string, Reply>();
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== operation || ownKey(call) === undefined) return reply;
      const key = JSON.stringify([[...call.query], call.body.kind === "json" ? call.body.value : null]);
      const kept = known.get(key);
      const { data = null } = asObject(reply.body as Json);
      const isRich = reply.status === 200 && JSON.stringify(data).length > LEAST_CONTENT;
      if (kept === undefined && isRich) known.set(key, reply);
      return kept !== undefined && !isRich ? kept : reply;
    },
  };
}

/** Operators that give one workspace or caller access to another. */
export const isolationOperators: readonly Operator[] = [
  aroundOperator(
    "across",
    "acts in the workspace of an id in the request",
    ({ claims }) => claims.isolated,
    (call, next) => {
      const owner = ownKey(call) === undefined ? undefined : ownerOf(call);
      return owner === undefined ? next() : asAgent(call, owner, next);
    },
  ),
  operationOperator(
    "share-cache",
    "returns another caller's response to the same request instead of an empty one",
    {
      "search-messages": "isolation.search-messages",
      "list-tasks": "isolation.list-tasks",
      "search-memories": "isolation.search-memories",
      recall: "isolation.recall-query",
      "bootstrap-context": "isolation.bootstrap-context",
    },
    sharing,
  ),
];
