import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Dispatcher } from "undici";
import { call, createConnection, type Incoming, type Outgoing } from "./call.ts";

/** Longest path and headers, in characters, that are passed without a socket, since HTTP itself limits them. */
const LONGEST_HEAD = 4_000;
/** Headers with a meaning in HTTP itself. */
const OF_HTTP = new Set(["host", "connection", "transfer-encoding", "content-length", "upgrade", "expect"]);

/**
 * Returns an interceptor for undici that passes requests for one origin to a server in this process. Other origins,
 * and requests that HTTP itself may reject, use sockets.
 */
export function inProcess(server: Server, origin: string): Dispatcher.DispatcherComposeInterceptor {
  // As with sockets, a request uses the connection that was freed last.
  const free: Duplex[] = [];
  return (dispatch) => (options, handler) => {
    const request = plainRequest(options, origin);
    if (request === null) return dispatch(options, handler);
    const controller = createController();
    handler.onRequestStart?.(controller, {});
    setImmediate(() => {
      if (controller.aborted) return;
      const connection = free.pop() ?? createConnection();
      call(server, request, connection).then(
        (response) => {
          if (response.headers.connection !== "close") free.push(connection);
          if (!controller.aborted) hand(response, handler, controller);
        },
        (error: Error) => handler.onResponseError?.(controller, error),
      );
    });
    return true;
  };
}

function hand({ status, headers, body }: Outgoing, handler: Dispatcher.DispatchHandler, controller: Controller): void {
  handler.onResponseStart?.(controller, status, headers);
  if (body.length > 0) handler.onResponseData?.(controller, body);
  handler.onResponseEnd?.(controller, {});
}

/** Returns the request as a server reads it; null if it needs a socket. */
function plainRequest(options: Dispatcher.DispatchOptions, origin: string): Incoming | null {
  const { method, path, body, headers } = options;
  if (options.origin !== origin || !/^\/[!-~]*$/.test(path) || !(body === null || isSized(body))) return null;
  const given = Object.entries((headers ?? {}) as Readonly<Record<string, string>>);
  const named = given.map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()]);
  const size = named.reduce((sum, [name, value]) => sum + name.length + value.length, path.length);
  const isOfHttp = named.some(
    ([name, value], at) =>
      OF_HTTP.has(name) || named.findIndex(([other]) => other === name) !== at || !/^[\t -~]*$/.test(value),
  );
  if (isOfHttp || size > LONGEST_HEAD) return null;
  const host = new URL(origin).host;
  return {
    method,
    path,
    headers: { host, ...Object.fromEntries(named) },
    body: body === null ? null : Buffer.from(body as string),
  };
}

function isSized(body: unknown): boolean {
  return typeof body === "string" || body instanceof Uint8Array;
}

type Controller = Dispatcher.DispatchController;

function createController(): Controller {
  let reason: Error | null = null;
  return {
    get aborted() {
      return reason !== null;
    },
    paused: false,
    get reason() {
      return reason;
    },
    abort(error) {
      reason ??= error;
    },
    pause() {},
    resume() {},
  };
}
