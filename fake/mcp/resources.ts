import { didYouMean } from "../../spec/nearest.ts";
import { quoted } from "../../spec/quoted.ts";
import type { Fake } from "../fake.ts";
import { agentContext } from "./agent-context.ts";
import { callTool } from "./call-tool.ts";
import type { Tool } from "./tool.ts";

/** A part of the workspace that a host can attach to a conversation. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** The operation that reads it, with its arguments; null if no operation lists it. */
  readonly tool: string | null;
}

const RESOURCES: readonly Resource[] = [
  {
    uri: "workspace://surroundings",
    name: "Surroundings",
    description: "The agent itself, its channels and scopes, the people and agents of the workspace, with their ids.",
    tool: null,
  },
  {
    uri: "workspace://context",
    name: "Context",
    description: "Current decisions, constraints and open questions, as bootstrap-context returns them.",
    tool: "bootstrap-context",
  },
  { uri: "workspace://tasks", name: "Tasks", description: "The tasks that the agent can see.", tool: "list-tasks" },
  {
    uri: "workspace://memories",
    name: "Memories",
    description: "The current memories that the agent can read, newest first.",
    tool: "search-memories",
  },
];

const CHANNEL = /^workspace:\/\/channels\/([^/]+)\/messages$/;

/** The messages of a channel, by its id. */
export const CHANNEL_TEMPLATE = {
  uriTemplate: "workspace://channels/{channelId}/messages",
  name: "Messages of a channel",
  description: "The latest messages of a channel, newest first.",
  mimeType: "application/json",
};

/** Returns the resources of the workspace: one for each kind of content, and one for each channel of the agent. */
export function resourcesOf(fake: Fake, apiKey: string) {
  const channels = agentContext(fake, apiKey).channels.map(({ id, name }) => ({
    uri: `workspace://channels/${encodeURIComponent(id)}/messages`,
    name: `Channel ${name}`,
    description: CHANNEL_TEMPLATE.description,
  }));
  const fixed = RESOURCES.map(({ uri, name, description }) => ({ uri, name, description }));
  return [...fixed, ...channels].map((each) => ({ ...each, mimeType: "application/json" }));
}

/**
 * Returns the content of a resource as JSON, read as the agent. Throws with the nearest URI if there is none, or with
 * the rejection.
 */
export async function readResource(fake: Fake, tools: readonly Tool[], apiKey: string, uri: string): Promise<string> {
  const surroundings = agentContext(fake, apiKey);
  const channelId = CHANNEL.exec(uri)?.[1];
  const known = RESOURCES.find((each) => each.uri === uri);
  if (channelId === undefined && known === undefined) {
    const uris = resourcesOf(fake, apiKey).map((each) => each.uri);
    throw new Error(`There is no resource ${quoted(uri)}.${didYouMean(uri, uris)} Resources: ${uris.join(", ")}.`);
  }
  if (known?.tool === null) return JSON.stringify(surroundings);
  const read = (name: string, given: object) => callTool(fake, tools, apiKey, name, { ...given });
  const { text, isError } =
    channelId !== undefined
      ? await read("get-messages", { channelId: decodeURIComponent(channelId) })
      : await read(known?.tool ?? "", argumentsFor(known, surroundings.agent));
  if (isError) throw new Error(text);
  return text;
}

function argumentsFor(resource: Resource | undefined, { identityId }: { readonly identityId: string }): object {
  return resource?.tool === "bootstrap-context" ? { agent_identity_id: identityId } : {};
}
