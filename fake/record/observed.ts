import type { Operation } from "../../spec/document/model.ts";
import type { Json, JsonObject } from "../../spec/json.ts";

/** A request that the proxy forwarded, or sent itself to read, with its response. */
export interface Observed {
  /** Null for a path without an operation. */
  readonly operation: Operation | null;
  readonly method: string;
  /** Path and query below the base URL of the service. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The key sent to the service; null without one. */
  readonly key: string | null;
  readonly requestText: string;
  /** The request's JSON body; null if there is none. */
  readonly body: Json;
  /** Null if the service gave no response. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
  } | null;
  readonly problem: string | null;
  /** Position in the order of the responses, from 0. */
  readonly sequence: number;
  /** Position of the last response that had come when this was sent; -1 before any. */
  readonly sentAfter: number;
  readonly durationMs: number;
}

/** Returns the `data` of a success; undefined for anything else. */
export function dataOf({ response }: Pick<Observed, "response">): Json | undefined {
  if (response === null || response.status !== 200) return undefined;
  const body = jsonOf(response.text);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as JsonObject).data : undefined;
}

/** Returns a text as JSON; null if it is not JSON. */
export function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
