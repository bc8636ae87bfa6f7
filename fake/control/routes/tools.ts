import type { JsonObject } from "../../../spec/json.ts";
import { object, text } from "../json-schema.ts";
import { responseWith } from "../response-schemas.ts";
import { type ControlRequest, reply, route } from "../route.ts";

const area = "Tools for models";

const definitions: JsonObject = { type: "array", items: { type: "object" } };
const jsonRpc: JsonObject = {
  type: "object",
  properties: {
    jsonrpc: { const: "2.0" },
    id: { type: ["string", "integer", "null"] },
    result: { type: "object" },
    error: { type: "object" },
  },
  description: "a JSON-RPC response, or 202 and nothing for a notification",
};

/** Returns the key of the request, whose agent acts; without one, that of the fake's own agent. */
function keyOf({ fake, headers }: ControlRequest): string {
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? fake.apiKey;
}

/** The operations of the API as tools for language models. */
export const toolRoutes = [
  route({
    id: "tools",
    method: "GET",
    path: "/tools.json",
    area,
    summary: "Returns the operations as tool definitions in the forms that model APIs take.",
    gives: responseWith(
      { anthropic: definitions, openai: definitions, openaiResponses: definitions },
      "a list of definitions for each API: anthropic (Messages), openai (Chat Completions), openaiResponses (Responses)",
    ),
    handle: async ({ fake }) => {
      const { toolsFor } = await import("../../mcp/server.ts");
      const { inAllFormats: allForms } = await import("../../mcp/tool-formats.ts");
      return allForms(await toolsFor(fake));
    },
  }),
  route<{ arguments?: Record<string, unknown> }>({
    id: "call-tool",
    method: "POST",
    path: "/tools/:tool",
    area,
    summary:
      "Calls a tool with the arguments that a model gave, as the agent of the Authorization header or the fake's own.",
    gives: responseWith(
      { text: { type: "string" }, isError: { type: "boolean" } },
      "text for the model, and isError where the call was rejected",
    ),
    body: object({
      arguments: { type: "object", description: "What the model gave, as the tool's schema describes it" },
    }),
    maxBodyBytes: 4 * 1024 * 1024,
    example: { params: { tool: "create-task" }, body: { arguments: { title: "Order the screws" } } },
    handle: async (request) => {
      const { fake, params, body } = request;
      const { toolsFor } = await import("../../mcp/server.ts");
      const { callTool } = await import("../../mcp/call-tool.ts");
      return callTool(fake, await toolsFor(fake), keyOf(request), params.tool ?? "", body.arguments ?? {});
    },
  }),
  route<object>({
    id: "mcp",
    method: "POST",
    path: "/mcp",
    area,
    summary:
      "Speaks MCP (streamable HTTP, without a session), as the agent of the Authorization header or the fake's own; needs the package @modelcontextprotocol/sdk.",
    gives: jsonRpc,
    body: {
      type: "object",
      properties: {
        jsonrpc: { const: "2.0", description: "2.0" },
        method: text("Method, such as tools/list"),
        id: { type: ["string", "integer"], description: "Absent in a notification" },
        params: { type: "object", description: "Parameters of the method" },
      },
      required: ["jsonrpc"],
    },
    maxBodyBytes: 4 * 1024 * 1024,
    example: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
    handle: async (request) => {
      const { fake, body, headers } = request;
      const version = headers["mcp-protocol-version"];
      const { answerMcp } = await import("../../mcp/http.ts");
      const { status, text: content } = await answerMcp(fake, keyOf(request), body, [version].flat()[0]);
      return reply(content, "application/json; charset=utf-8", status);
    },
  }),
];
