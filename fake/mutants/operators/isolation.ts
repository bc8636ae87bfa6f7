import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import type { Change } from "../../overrides/change.ts";
import { bodyMember, editBody } from "../../overrides/hooks.ts";
import { keyElsewhere, ownKey, withKey } from "../../overrides/identities.ts";
import { editAt } from "../../overrides/paths.ts";
import type { ApiKey } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import type { Applies, ListSite, Operator } from "../model.ts";
import { operationOperator } from "./operation-operator.ts";

/** Does a workspace hold something with this id, of whatever kind? */
const holds =
  (id: string) =>
  ({ directory, messages, tasks, files, memories, challenges }: Workspace): boolean =>
    [directory.channels, directory.scopes, directory.agents].some((map) => map.has(id)) ||
    [messages, tasks, files, memories, challenges].some((store) => store.get(id) !== undefined) ||
    [...directory.agents.values()].some(({ identityId }) => identityId === id);

/** The ids that a request gives. */
function idsIn(call: Call): string[] {
  const inBody = call.body.kind === "json" ? Object.values(asObject((call.body.value ?? {}) as Json)) : [];
  return [...call.query.values(), ...inBody.flat()].filter((value) => typeof value === "string");
}

/** How much an agent sees: its channels, and the scopes that it may read. */
const reach = ({ workspace: { directory }, agent }: ApiKey): number =>
  directory.channelsOf(agent.id).size + directory.scopesOf("CAN_READ", agent.id).size;

/** The agent of another workspace that can do most with an id which a request gives: what the id is about, or who sees the most. */
function ownerOf(call: Call): ApiKey | undefined {
  for (const id of idsIn(call)) {
    const found = keyElsewhere(call, holds(id));
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

/** Performs a call as another agent, which names itself where an agent has to. */
function asAgent(call: Call, key: ApiKey, next: () => Reply): Reply {
  const { body } = call;
  if (bodyMember(call, "agent_identity_id") !== undefined)
    editBody(call, (given) => ({ ...given, agent_identity_id: key.agent.identityId }));
  const reply = withKey(call, key, next);
  call.body = body;
  return reply;
}

export const across = operationOperator(
  "across",
  "acts in the other workspace that an id of the request is from",
  ({ claims }) => claims.isolated,
  ({ operation }, { confined }) =>
    confined({
      around: (call, next) => {
        const owner = call.operation === operation && ownKey(call) !== undefined ? ownerOf(call) : undefined;
        if (owner === undefined) return next();
        return asAgent(call, owner, next);
      },
    }),
);

export const shareCache = operationOperator(
  "share-cache",
  "gives what another caller got for the same request in place of a response without content",
  ({ operation }) => SHARED[operation] ?? null,
  ({ operation }, { confined }) => confined(sharing(operation)),
);

/** What is broken when a response is given to another caller than it was made for. */
const SHARED: Readonly<Record<string, string>> = {
  "search-messages": "isolation.search-messages",
  "list-tasks": "isolation.list-tasks",
  "search-memories": "isolation.search-memories",
  recall: "isolation.recall-query",
  "bootstrap-context": "isolation.bootstrap-context",
};

/** Data shorter than this, as JSON, says nothing. */
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

export const foreignRows: Operator = {
  name: "foreign-rows",
  title: "lists what agents of other workspaces would get as well",
  at: (site) => {
    const breaks = site.kind === "list" ? site.claims.foreign : null;
    if (site.kind !== "list" || breaks === null) return null;
    return { breaks, plant: ({ applies, confined }) => confined(addingForeign(site, applies)) };
  },
};

function addingForeign({ operation, path }: ListSite, applies: Applies): Change {
  const place = path.join(".");
  return {
    around: (call, next) => {
      const reply = next();
      const own = ownKey(call);
      if (call.operation !== operation || reply.status !== 200 || own === undefined) return reply;
      const { caller } = call;
      const others = [...call.service.keys.values()].filter(({ workspace }) => workspace !== own.workspace);
      const theirs = others.flatMap((key) => itemsAt(asAgent(call, key, next).body as Json, place));
      call.caller = caller;
      const foreign = theirs.filter((item) => applies(item, asObject(item), theirs.length));
      const body: JsonObject = JSON.parse(JSON.stringify(reply.body));
      editAt(body, place, (items) => eachOnce([...(Array.isArray(items) ? items : []), ...foreign]));
      return { ...reply, body };
    },
  };
}

function itemsAt(body: Json, place: string): Json[] {
  let found: Json[] = [];
  editAt(body, place, (items) => {
    found = Array.isArray(items) ? items : [];
    return items;
  });
  return found;
}

/** Things by their ids, each once: several agents see the same. */
const eachOnce = (items: readonly Json[]): Json[] => [
  ...new Map(items.map((item) => [asObject(item).id ?? item, item])).values(),
];
