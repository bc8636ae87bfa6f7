import { IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** A request as a server reads it: header names in lower case. */
export interface Incoming {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** A response as a client reads it: header names in lower case. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** Returns a replacement for a connection: servers use it only to distinguish connections, and to end them. */
export function createConnection(): Duplex {
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
}

/**
 * Passes one request to a server in this process, without a socket; rejects if the server ends the connection instead
 * of responding. Headers that Node.js would add to every response are added here too.
 */
export function call(server: Server, incoming: Incoming, connection: Duplex): Promise<Outgoing> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new Error("the server closed the connection"));
    connection.once("close", cut);
    const request = requestOf(incoming, connection);
    const response = collecting(request, (outgoing) => {
      connection.off("close", cut);
      resolve({ ...outgoing, headers: { ...added(server), ...outgoing.headers } });
    });
    server.emit("request", request, response);
  });
}

function requestOf({ method, path, headers, body }: Incoming, connection: Duplex): IncomingMessage {
  const request = new IncomingMessage(connection as Socket);
  const sized = body === null || "content-length" in headers ? {} : { "content-length": String(body.length) };
  request.method = method;
  request.url = path;
  request.headers = { connection: "keep-alive", ...headers, ...sized };
  request.httpVersion = "1.1";
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.complete = true;
  if (body !== null && body.length > 0) request.push(body);
  request.push(null);
  return request;
}

/**
 * Returns a response that collects its output. Its methods are replaced on the object itself, since a framework may
 * change its prototype.
 */
function collecting(request: IncomingMessage, done: (outgoing: Outgoing) => void): ServerResponse {
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  let isHeadSent = false;
  const keep = (chunk: unknown) => {
    isHeadSent = true;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const replaced = {
    writeHead(status: number, headers: Readonly<Record<string, string | string[]>> = {}) {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      isHeadSent = true;
      return response;
    },
    write(chunk: unknown) {
      keep(chunk);
      return true;
    },
    end(chunk?: unknown) {
      // A head that was sent first, without a length, means chunked encoding.
      const framing = isHeadSent ? { "transfer-encoding": "chunked" } : null;
      keep(chunk);
      Object.defineProperty(response, "finished", { value: true });
      const body = request.method === "HEAD" ? Buffer.alloc(0) : Buffer.concat(chunks);
      const headers = headersOf(response);
      const length = framing ?? { "content-length": String(body.length) };
      done({
        status: response.statusCode,
        headers: "content-length" in headers ? headers : { ...headers, ...length },
        body,
      });
      response.emit("finish");
      response.emit("close");
      return response;
    },
    destroy() {
      request.socket.destroy();
      return response;
    },
  };
  Object.assign(response, replaced);
  return Object.defineProperty(response, "headersSent", { get: () => isHeadSent });
}

function headersOf(response: ServerResponse): Outgoing["headers"] {
  const set = Object.entries(response.getHeaders());
  return Object.fromEntries(set.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]));
}

function added({ keepAliveTimeout }: Server): Outgoing["headers"] {
  return {
    date: new Date().toUTCString(),
    connection: "keep-alive",
    "keep-alive": `timeout=${Math.floor(keepAliveTimeout / 1000)}`,
  };
}
