import { OperatorError } from "../../spec/operator-error.ts";

/**
 * Loads the used parts of the official SDK. It is an optional peer dependency: large, and loaded when MCP is first
 * used.
 *
 * @throws OperatorError `FAKE-MCP-NOT-INSTALLED`, with the package to install.
 */
export async function loadSdk() {
  try {
    const [{ Server }, types, { StdioServerTransport }, { WebStandardStreamableHTTPServerTransport }] =
      await Promise.all([
        import("@modelcontextprotocol/sdk/server/index.js"),
        import("@modelcontextprotocol/sdk/types.js"),
        import("@modelcontextprotocol/sdk/server/stdio.js"),
        import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
      ]);
    return { Server, types, StdioServerTransport, WebStandardStreamableHTTPServerTransport };
  } catch (cause) {
    throw new OperatorError({
      code: "FAKE-MCP-NOT-INSTALLED",
      message: "MCP needs the package @modelcontextprotocol/sdk, which could not be loaded.",
      hint: "Install it: npm install --save-dev @modelcontextprotocol/sdk@1",
      cause,
    });
  }
}
