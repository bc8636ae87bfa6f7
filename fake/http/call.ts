import type { IncomingHttpHeaders } from "node:http";
import type { Family } from "../../spec/family.ts";
import type { Agent } from "../directory.ts";
import type { Rejection } from "../rejection.ts";
import type { Caller, Service } from "../service.ts";
import type { Fields } from "./fields.ts";

/** A request's body as far as it could be read; `text` is how it was sent, where that is known. */
export type RequestBody =
  | { readonly kind: "none" }
  /** The sender went away before its end, or sent what is no HTTP. */
  | { readonly kind: "gone" }
  | { readonly kind: "json"; readonly value: unknown; readonly text?: string }
  | { readonly kind: "unreadable"; readonly problem: string; readonly text?: string };

/** One request to the API, read but not yet judged. What is mutable is what hooks may change on its way. */
export interface Call {
  readonly service: Service;
  /** The operation's id, `upload-bytes` or `download-bytes` for a presigned URL, or null for anything else. */
  readonly operation: string | null;
  /** The operation's input fields under the rules in force; null where there is no operation. */
  readonly fields: Fields | null;
  readonly family: Family;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  body: RequestBody;
  /** The connection that it came over: the same object for calls on the same one. */
  readonly connection: object;
  readonly requestId: string;
  /** Instant of arrival, milliseconds since 1970 by the fake's clock. */
  readonly at: number;
  /** Who calls; null until the key has been accepted. */
  caller: Caller | null;
  /** Why it was rejected; null while or when it was not. */
  rejection: Rejection | null;
  /** Name of the chaos rule (or preference) that acted on it; null when none did. */
  rule: string | null;
  /** Whose act it is, for a step of a scenario, which no client sent; absent in a request. */
  readonly step?: { readonly workspace: string; readonly agent: Agent | null };
  /** True when the connection is cut, so that no response, or a part of it, reaches the client. */
  cut: boolean;
}

/** The response to a call. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** True when the body's `data` is a list of things that never change: their JSON is written once. */
  lasting?: boolean;
}

/** A call that is over: told right before its response leaves, or once it is sure that none does. */
export interface Exchange {
  readonly call: Call;
  /** The response; null where a gate responded in its own way, and for bytes of a file that came or went. */
  readonly reply: Reply | null;
  /** The response's body as it is sent; empty without a reply. */
  readonly text: string;
  /** The status that the client gets; null when it gets no response. */
  readonly status: number | null;
  /** From the arrival of the request's head, in milliseconds. */
  readonly durationMs: number;
}

/** A hook around every call: it may change the call, the reply, or respond without going on. */
export type Around = (call: Call, next: () => Reply) => Reply;
