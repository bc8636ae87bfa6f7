import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Forwarder } from "./forwarder.ts";

/** Largest body that is passed on. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The key that the service receives. */
export interface ProxyKeys {
  /** The key of the service. */
  readonly apiKey: string;
  /** The key that local clients send instead. */
  readonly localKey: string;
}

/**
 * Creates a server that forwards every request and sends none itself. The local key is replaced by the key of the
 * service; other keys, and requests without one, stay unchanged.
 */
export function createProxy(line: Forwarder, { apiKey, localKey }: ProxyKeys): Server {
  return createServer(async (request, response) => {
    const body = await bytesOf(request);
    if (body === "large") return answer(response, 413, "invalid_input", `The body has more than ${MAX_BYTES} bytes.`);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, [value ?? ""].flat().join(", ")]),
    );
    if (headers.authorization === `Bearer ${localKey}`) headers.authorization = `Bearer ${apiKey}`;
    const { method = "GET", url: target = "/" } = request;
    try {
      const got = await line.send({ method, target, headers, body: body.length === 0 ? null : body });
      response.writeHead(got.status, { ...got.headers, "content-length": String(got.bytes.length) }).end(got.bytes);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      answer(response, 503, "upstream_unavailable", `The service that is recorded gave no response: ${why}`);
    }
  });
}

function answer(response: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ success: false, error: { code, message } });
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | "large"> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= MAX_BYTES) pieces.push(piece);
  }
  return size > MAX_BYTES ? "large" : Buffer.concat(pieces);
}
