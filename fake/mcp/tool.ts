import type { JsonObject } from "../../spec/json.ts";

/** Where an argument of a tool goes in the request: names of query parameters; the others belong to the body. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
}

/** An operation as a model calls it. */
export interface Tool {
  /** The operation's id, or `upload-bytes` and `download-bytes` for presigned URLs. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** What it does, when to call it, what it returns. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** True when it changes nothing. */
  readonly isReadOnly: boolean;
  /** The request that it makes; null for presigned URLs. */
  readonly endpoint: Endpoint | null;
}

/** What a model gets from a tool. */
export interface ToolResult {
  readonly text: string;
  /** True when the call was rejected or got no response. */
  readonly isError: boolean;
}

/** Arguments of a tool, as a model gave them. */
export type Arguments = Readonly<Record<string, unknown>>;
