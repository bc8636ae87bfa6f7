import type { ScopePermission } from "../../directory.ts";
import type { NewAgent, NewScope } from "../api/people.ts";
import { list, object, text } from "../json-schema.ts";
import { listOfNamed, memberSchemas, responseOf, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";
import { agentRef, permissions } from "../schemas.ts";

const channels = "Channels";
const agents = "Agents, people and keys";
const scopes = "Scopes";
const name = text("Name", { maxLength: 200 });

/** Routes of channels and their members. */
export const channelRoutes = [
  route({
    id: "list-channels",
    method: "GET",
    path: "/workspaces/:workspace/channels",
    area: channels,
    summary: "Lists the channels with their members.",
    gives: responseWith({ channels: listOfNamed("Channel") }, "channels, with id, name, archivedAt and members"),
    handle: ({ fake, params: { workspace } }) => ({ channels: fake.control.workspace(workspace).channels() }),
  }),
  route<{ name: string; members?: readonly string[] }>({
    id: "create-channel",
    method: "POST",
    path: "/workspaces/:workspace/channels",
    area: channels,
    summary: "Creates a channel.",
    gives: responseOf("Channel", "the channel"),
    status: 201,
    body: object({ name, members: list(agentRef, "Agents that are members, by id or name") }, ["name"]),
    example: { body: { name: "incidents", members: ["Demo agent"] } },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).createChannel(body),
  }),
  route({
    id: "get-channel",
    method: "GET",
    path: "/workspaces/:workspace/channels/:channel",
    area: channels,
    summary: "Shows a channel; by its id or name, like everything that has a name.",
    gives: responseOf("Channel", "id, name, archivedAt and members"),
    example: { params: { channel: "incidents" } },
    handle: ({ fake, params: { workspace, channel = "" } }) => fake.control.workspace(workspace).channel(channel),
  }),
  route<{ name: string }>({
    id: "rename-channel",
    method: "PATCH",
    path: "/workspaces/:workspace/channels/:channel",
    area: channels,
    summary: "Renames a channel.",
    gives: responseOf("Channel", "the channel"),
    body: object({ name }, ["name"]),
    example: { params: { channel: "incidents" }, body: { name: "outages" } },
    handle: ({ fake, body, params: { workspace, channel = "" } }) =>
      fake.control.workspace(workspace).renameChannel(channel, body.name),
  }),
  route({
    id: "archive-channel",
    method: "POST",
    path: "/workspaces/:workspace/channels/:channel/archive",
    area: channels,
    summary:
      "Archives a channel: what is in it can be read and searched, cards of its tasks still come; a message, an upload or a new task in it gets 409.",
    gives: responseOf("Channel", "the channel, with archivedAt"),
    example: { params: { channel: "outages" } },
    handle: ({ fake, params: { workspace, channel = "" } }) =>
      fake.control.workspace(workspace).archiveChannel(channel),
  }),
  route({
    id: "unarchive-channel",
    method: "POST",
    path: "/workspaces/:workspace/channels/:channel/unarchive",
    area: channels,
    summary: "Opens an archived channel again.",
    gives: responseOf("Channel", "the channel"),
    example: { params: { channel: "outages" } },
    handle: ({ fake, params: { workspace, channel = "" } }) =>
      fake.control.workspace(workspace).unarchiveChannel(channel),
  }),
  route<{ agent: string }>({
    id: "join-channel",
    method: "POST",
    path: "/workspaces/:workspace/channels/:channel/members",
    area: channels,
    summary: "Adds an agent to the channel.",
    gives: responseOf("Channel", "the channel"),
    body: object({ agent: agentRef }, ["agent"]),
    example: { params: { channel: "outages" }, body: { agent: "Other agent" } },
    handle: ({ fake, body, params: { workspace, channel = "" } }) =>
      fake.control.workspace(workspace).joinChannel(channel, body.agent),
  }),
  route({
    id: "leave-channel",
    method: "DELETE",
    path: "/workspaces/:workspace/channels/:channel/members/:agent",
    area: channels,
    summary: "Ends an agent's membership.",
    gives: responseOf("Channel", "the channel"),
    example: { params: { channel: "outages", agent: "Other agent" } },
    handle: ({ fake, params: { workspace, channel = "", agent = "" } }) =>
      fake.control.workspace(workspace).leaveChannel(channel, agent),
  }),
];

/** Routes of agents, people and keys. */
export const agentRoutes = [
  route({
    id: "list-agents",
    method: "GET",
    path: "/workspaces/:workspace/agents",
    area: agents,
    summary: "Lists the agents with their channels, permissions and keys.",
    gives: responseWith({ agents: listOfNamed("Agent") }, "agents"),
    handle: ({ fake, params: { workspace } }) => ({ agents: fake.control.workspace(workspace).agents() }),
  }),
  route<NewAgent>({
    id: "create-agent",
    method: "POST",
    path: "/workspaces/:workspace/agents",
    area: agents,
    summary: "Creates an agent with its own key.",
    gives: responseOf("NewAgent", "the agent, with its apiKey"),
    status: 201,
    body: object(
      {
        name,
        owner: { ...agentRef, description: "Id or name of the agent that owns it" },
        channels: list(text("Id or name of a channel"), "Channels that it is a member of"),
        scopes: list(text("Id or name of a scope"), "Scopes that it may read and write"),
      },
      ["name"],
    ),
    example: { body: { name: "Reviewer", owner: "Demo agent", channels: ["general"], scopes: ["Workshop"] } },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).createAgent(body),
  }),
  route({
    id: "get-agent",
    method: "GET",
    path: "/workspaces/:workspace/agents/:agent",
    area: agents,
    summary: "Shows an agent.",
    gives: responseOf("Agent", "the agent"),
    example: { params: { agent: "Reviewer" } },
    handle: ({ fake, params: { workspace, agent = "" } }) => fake.control.workspace(workspace).agent(agent),
  }),
  route<{ key?: string }>({
    id: "issue-key",
    method: "POST",
    path: "/workspaces/:workspace/agents/:agent/keys",
    area: agents,
    summary: "Issues a further key for an agent: a random one, or the one given.",
    gives: responseWith({ agent: memberSchemas.id, apiKey: memberSchemas.id }, "agent and apiKey"),
    status: 201,
    body: object({
      key: text("The key, printable ASCII without spaces; random when left out", {
        pattern: "^[\\x21-\\x7e]+$",
        maxLength: 200,
      }),
    }),
    example: { params: { agent: "Reviewer" }, body: { key: "wak_reviewer" } },
    handle: ({ fake, body, params: { workspace, agent = "" } }) =>
      fake.control.workspace(workspace).issueKey(agent, body.key),
  }),
  route({
    id: "revoke-key",
    method: "DELETE",
    path: "/workspaces/:workspace/keys/:key",
    area: agents,
    summary: "Revokes a key: it gets 401 from then on.",
    gives: responseWith({ agent: memberSchemas.id }, "agent, the id of the one that it was for"),
    example: { params: { key: "wak_reviewer" } },
    handle: ({ fake, params: { workspace, key = "" } }) => fake.control.workspace(workspace).revokeKey(key),
  }),
  route({
    id: "list-users",
    method: "GET",
    path: "/workspaces/:workspace/users",
    area: agents,
    summary: "Lists the people.",
    gives: responseWith({ users: listOfNamed("User") }, "users, with id, identityId and name"),
    handle: ({ fake, params: { workspace } }) => ({ users: fake.control.workspace(workspace).users() }),
  }),
  route<{ name: string }>({
    id: "create-user",
    method: "POST",
    path: "/workspaces/:workspace/users",
    area: agents,
    summary: "Adds a person.",
    gives: responseOf("User", "the user"),
    status: 201,
    body: object({ name }, ["name"]),
    example: { body: { name: "Kim" } },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).createUser(body),
  }),
];

interface Permissions {
  readonly agent: string;
  readonly permissions?: readonly ScopePermission[];
}

/** Routes of scopes and their permissions. */
export const scopeRoutes = [
  route({
    id: "list-scopes",
    method: "GET",
    path: "/workspaces/:workspace/scopes",
    area: scopes,
    summary: "Lists the scopes with the agents that may read and write them.",
    gives: responseWith({ scopes: listOfNamed("Scope") }, "scopes"),
    handle: ({ fake, params: { workspace } }) => ({ scopes: fake.control.workspace(workspace).scopes() }),
  }),
  route<NewScope>({
    id: "create-scope",
    method: "POST",
    path: "/workspaces/:workspace/scopes",
    area: scopes,
    summary: "Creates a scope.",
    gives: responseOf("Scope", "the scope"),
    status: 201,
    body: object(
      {
        name,
        kind: { type: "string", enum: ["org", "team", "project", "channel"], description: "Kind, team by default" },
        agents: list(agentRef, "Agents that may read and write it, by id or name"),
      },
      ["name"],
    ),
    example: { body: { name: "Payments", kind: "project", agents: ["Demo agent"] } },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).createScope(body),
  }),
  route<Permissions>({
    id: "grant-permissions",
    method: "POST",
    path: "/workspaces/:workspace/scopes/:scope/permissions",
    area: scopes,
    summary: "Grants an agent permissions on a scope.",
    gives: responseOf("Scope", "the scope"),
    body: object({ agent: agentRef, permissions }, ["agent"]),
    example: { params: { scope: "Payments" }, body: { agent: "Other agent", permissions: ["CAN_READ"] } },
    handle: ({ fake, body, params: { workspace, scope = "" } }) =>
      fake.control.workspace(workspace).grant(scope, body.agent, body.permissions),
  }),
  route<Permissions>({
    id: "revoke-permissions",
    method: "DELETE",
    path: "/workspaces/:workspace/scopes/:scope/permissions",
    area: scopes,
    summary: "Takes permissions on a scope from an agent.",
    gives: responseOf("Scope", "the scope"),
    body: object({ agent: agentRef, permissions }, ["agent"]),
    example: { params: { scope: "Payments" }, body: { agent: "Other agent" } },
    handle: ({ fake, body, params: { workspace, scope = "" } }) =>
      fake.control.workspace(workspace).revoke(scope, body.agent, body.permissions),
  }),
];
