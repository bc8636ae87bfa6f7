import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Around, Call, Exchange, Reply } from "./http/call.ts";

/** Called with every exchange with the API. */
export type Observer = (exchange: Exchange) => void;

/**
 * A hook before a call is performed. It may wait, or respond itself (cut the connection, send something broken): then
 * it returns true, and nothing else is sent.
 */
export type BeforeCall = (call: Call, request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * A hook after a call was performed and before its response is sent; returns true if it has handled the response
 * itself (commit, then drop it). The reply of a presigned URL has a status and no body.
 */
export type AfterCall = (
  call: Call,
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>;

/** The hooks of each exchange, and further routes. */
export interface Hooks {
  /** The hooks of variant and mutants as one. */
  readonly around: Around;
  readonly observers: readonly Observer[];
  readonly gates: readonly BeforeCall[];
  readonly exits: readonly AfterCall[];
  /** Mounts further routes, such as a control interface. */
  readonly extend?: (routes: Routes) => void;
}

/**
 * The part of the Express app on which further routes are mounted, declared here so that the package's declarations
 * need no types of Express.
 */
export interface Routes {
  /** Sends every request below a path to the listener. */
  use(path: string, listener: RequestListener): unknown;
  /** Sends GET requests for a path to the handler, which may leave them to the routes that follow. */
  get(path: string, handler: (request: RoutedRequest, response: RoutedResponse, next: () => void) => void): unknown;
}

interface RoutedRequest extends IncomingMessage {
  /** Returns the first of these types that the client prefers; false if it accepts none. */
  accepts(types: string[]): string | false;
}

interface RoutedResponse extends ServerResponse {
  set(headers: Readonly<Record<string, string>>): RoutedResponse;
  send(body: string): unknown;
}
