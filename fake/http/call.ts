import type { IncomingHttpHeaders } from "node:http";
import type { Family } from "../../spec/family.ts";
import type { Agent } from "../directory.ts";
import type { Rejection } from "../rejection.ts";
import type { Caller, Service } from "../service.ts";
import type { Fields } from "./fields.ts";

/** A request's body as far as it could be read; `text` is its original text, if known. */
export type RequestBody =
  | { readonly kind: "none" }
  /** The sender disconnected before its end, or sent something that is not HTTP. */
  | { readonly kind: "gone" }
  | { readonly kind: "json"; readonly value: unknown; readonly text?: string }
  | { readonly kind: "unreadable"; readonly problem: string; readonly text?: string };

/** One request to the API, read but not yet checked. Hooks may change the mutable members. */
export interface Call {
  readonly service: Service;
  /** The operation's id, `upload-bytes` or `download-bytes` for a presigned URL, or null for anything else. */
  readonly operation: string | null;
  /** The operation's input fields under the rules in force; null if there is no operation. */
  readonly fields: Fields | null;
  readonly family: Family;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  body: RequestBody;
  /** The connection of the call: calls on the same connection have the same object. */
  readonly connection: object;
  readonly requestId: string;
  /** Instant of arrival, milliseconds since 1970 by the fake's clock. */
  readonly at: number;
  /** The caller; null until the key has been accepted. */
  caller: Caller | null;
  /** Why it was rejected; null while or when it was not. */
  rejection: Rejection | null;
  /** Name of the chaos rule (or preference) that acted on it; null when none did. */
  rule: string | null;
  /** The actor of a scenario's step, which no client sent; absent in a request. */
  readonly step?: { readonly workspace: string; readonly agent: Agent | null };
  /** True when the connection is cut, so that no response, or a part of it, reaches the client. */
  cut: boolean;
}

/** The response to a call. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** True if the body's `data` is a list of values that never change: their JSON is written once. */
  lasting?: boolean;
}

/** A finished call, reported right before its response is sent, or once it is sure that there is none. */
export interface Exchange {
  readonly call: Call;
  /** The response; null if a gate responded itself, and for transfers of file bytes. */
  readonly reply: Reply | null;
  /** The response's body as sent; empty without a reply. */
  readonly text: string;
  /** The status that the client receives; null if it receives no response. */
  readonly status: number | null;
  /** From the arrival of the request's head, in milliseconds. */
  readonly durationMs: number;
}

/** A hook around every call: it may change the call or the reply, or respond without calling `next`. */
export type Around = (call: Call, next: () => Reply) => Reply;
