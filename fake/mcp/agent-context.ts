import { quoted } from "../../spec/quoted.ts";
import { problem } from "../control/problem.ts";
import type { Fake } from "../fake.ts";
import type { ApiKey } from "../service.ts";

/** Most of each kind that the instructions name: a model reads them at the start of every session. */
const MAX_NAMED = 30;

/**
 * Returns the agent of a key, with its workspace.
 *
 * @throws ControlProblem `invalid_input` for an unknown key.
 */
function issuedKey({ service }: Fake, apiKey: string): ApiKey {
  const issued = service.keys.get(apiKey);
  if (issued !== undefined) return issued;
  const hint = "Send the key of an agent (Authorization: Bearer KEY), or none for the fake's own agent.";
  throw problem("invalid_input", `No agent has the key ${quoted(apiKey)}`, hint);
}

/** Returns the context of an agent that no operation lists: channels, scopes, people, other agents. */
export function agentContext(fake: Fake, apiKey: string) {
  const { agent, workspace } = issuedKey(fake, apiKey);
  const { directory } = workspace;
  const scopes = [...directory.scopesOf("CAN_READ", agent.id)].flatMap((id) => directory.scopes.get(id) ?? []);
  const channels = [...directory.channelsOf(agent.id)].flatMap((id) => directory.channels.get(id) ?? []);
  return {
    agent: { id: agent.id, name: agent.name, identityId: agent.identityId },
    workspace: { id: workspace.id, name: workspace.name },
    channels: channels.map(({ id, name, archivedAt }) => ({
      id,
      name,
      ...(archivedAt === null ? {} : { archivedAt }),
    })),
    scopes: scopes.map(({ id, name, kind }) => {
      return { id, name, kind, mayWrite: directory.may("CAN_WRITE", id, agent.id) };
    }),
    people: [...directory.users.values()].map(({ id, name, identityId }) => ({ id, name, identityId })),
    agents: [...directory.agents.values()].map(({ id, name, identityId }) => ({ id, name, identityId })),
  };
}

/** Returns the context in a few lines, for a model that starts a session. */
export function instructionsFor(fake: Fake, apiKey: string): string {
  const { agent, workspace, channels, scopes, people } = agentContext(fake, apiKey);
  return [
    `You act as the agent "${agent.name}" (agent id ${agent.id}, identity id ${agent.identityId}) in the workspace "${workspace.name}".`,
    `Channels that you are a member of: ${named(channels)}.`,
    `Scopes of memories that you may read: ${named(scopes)}.`,
    `People: ${named(people)}.`,
    "Pass ids, not names, to the tools. Start with bootstrap-context. The resource workspace://surroundings has all ids.",
  ].join("\n");
}

function named(things: readonly { readonly id: string; readonly name: string }[]): string {
  if (things.length === 0) return "none";
  const shown = things.slice(0, MAX_NAMED).map(({ id, name }) => (id === name ? id : `${name} (${id})`));
  const more = things.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
