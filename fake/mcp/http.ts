import type { Fake } from "../fake.ts";
import { loadSdk } from "./load-sdk.ts";
import { createMcpServer } from "./server.ts";

/** The response to a client's message: status 202 and no text for a notification. */
export interface McpReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Responds to one message of an MCP client with streamable HTTP, without a session: each message has its own server,
 * and the response is JSON, not a stream.
 */
export async function answerMcp(
  fake: Fake,
  apiKey: string,
  message: object,
  protocolVersion: string | undefined,
): Promise<McpReply> {
  const { WebStandardStreamableHTTPServerTransport } = await loadSdk();
  const server = await createMcpServer(fake, apiKey);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request(`${fake.service.origin}/_fake/mcp`, {
      method: "POST",
      headers: {
        // Clients that accept only one of the two get JSON too.
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...(protocolVersion === undefined ? {} : { "mcp-protocol-version": protocolVersion }),
      },
    });
    const response = await transport.handleRequest(request, { parsedBody: message });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}
