import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import type { Loose } from "../testing.ts";

/** Returns a client of the official SDK, connected over streamable HTTP, that is closed with the running test. */
export async function connect(baseUrl: string, apiKey?: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/_fake/mcp`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** The result of a tool. */
export interface Called {
  readonly text: string;
  readonly isError: boolean;
  /** The text as JSON; empty if it is not JSON. */
  readonly data: Loose;
}

/** Calls tools of a client. */
export function callerOf(client: Pick<Client, "callTool">) {
  return async (name: string, given: Record<string, unknown> = {}): Promise<Called> => {
    const { content, isError } = (await client.callTool({ name, arguments: given })) as CallToolResult;
    const [first] = content;
    const text = first?.type === "text" ? first.text : "";
    // A line below a list states what is missing from it.
    const [line = ""] = text.split("\n");
    return { text, isError: isError === true, data: /^[{[]/.test(line) ? JSON.parse(line) : {} };
  };
}
