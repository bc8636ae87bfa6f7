import type { Fake } from "../fake.ts";
import { loadSdk } from "./load-sdk.ts";
import { createMcpServer } from "./server.ts";

/** A message of a client, and its response: status 202 and no text for a notification. */
export interface McpReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Responds to one message of an MCP client that speaks streamable HTTP, without a session: each message has a server of its own,
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
        // Clients that ask for one of the two only get JSON as well.
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
