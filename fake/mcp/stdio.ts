import type { Fake } from "../fake.ts";
import { loadSdk } from "./load-sdk.ts";
import { createMcpServer } from "./server.ts";

/** Serves MCP over standard input and output, as the fake's own agent; nothing else may write to standard output then. */
export async function serveStdio(fake: Fake): Promise<void> {
  const { StdioServerTransport } = await loadSdk();
  const server = await createMcpServer(fake, fake.apiKey);
  await server.connect(new StdioServerTransport());
}
