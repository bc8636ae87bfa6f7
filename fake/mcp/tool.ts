import type { JsonObject } from "../../spec/json.ts";

/** The request of a tool: `query` names query parameters; other arguments belong to the body. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
}

/** An operation as a tool. */
export interface Tool {
  /** The operation's id, or `upload-bytes` and `download-bytes` for presigned URLs. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** Its effect, when to call it, and what it returns. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** True when it changes nothing. */
  readonly isReadOnly: boolean;
  /** The request that it makes; null for presigned URLs. */
  readonly endpoint: Endpoint | null;
}

/** The result of a tool for a model. */
export interface ToolResult {
  readonly text: string;
  /** True when the call was rejected or got no response. */
  readonly isError: boolean;
}

/** Arguments of a tool from a model. */
export type Arguments = Readonly<Record<string, unknown>>;
