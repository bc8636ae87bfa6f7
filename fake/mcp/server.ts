import { tool } from "../../spec/tool.ts";
import type { Fake } from "../fake.ts";
import { instructionsFor } from "./agent-context.ts";
import { callTool } from "./call-tool.ts";
import { loadSdk } from "./load-sdk.ts";
import { CHANNEL_TEMPLATE, readResource, resourcesOf } from "./resources.ts";
import type { Tool } from "./tool.ts";
import { toolsOf } from "./tools.ts";

const tools = new WeakMap<Fake, Promise<readonly Tool[]>>();

/** Returns the tools of a fake, with its names of parameters. */
export function toolsFor(fake: Fake): Promise<readonly Tool[]> {
  const made = tools.get(fake) ?? toolsOf(fake.target.contract?.parameters);
  tools.set(fake, made);
  return made;
}

/**
 * Creates an MCP server for the agent with this key: the operations of the API as tools, the workspace as resources.
 */
export async function createMcpServer(fake: Fake, apiKey: string) {
  const { Server, types } = await loadSdk();
  const offered = await toolsFor(fake);
  const server = new Server(
    { name: tool.name, version: tool.version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(fake, apiKey) },
  );
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: offered.map(listed) }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const { text, isError } = await callTool(fake, offered, apiKey, params.name, params.arguments ?? {});
    return { content: [{ type: "text", text }], isError };
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources: resourcesOf(fake, apiKey) }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [CHANNEL_TEMPLATE] }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const text = await readResource(fake, offered, apiKey, uri);
    return { contents: [{ uri, mimeType: "application/json", text }] };
  });
  return server;
}

function listed({ name, title, description, inputSchema, isReadOnly }: Tool) {
  const annotations = {
    readOnlyHint: isReadOnly,
    destructiveHint: false,
    idempotentHint: isReadOnly,
    openWorldHint: false,
  };
  return { name, title, description, inputSchema: { ...inputSchema, type: "object" as const }, annotations };
}
