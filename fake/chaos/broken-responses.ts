import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "../http/call.ts";
import { textOf } from "../http/exchange-io.ts";
import type { ChaosRule } from "./rule.ts";

/** Closes the connection of a request at once; the client sees it closed without a response. */
export function cutConnection(request: IncomingMessage, response: ServerResponse): void {
  response.destroy();
  request.socket.destroy();
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Sends a reply with a body that is not JSON. */
export function sendMalformed(response: ServerResponse, reply: Reply, how: NonNullable<ChaosRule["malformed"]>): void {
  const text = textOf(reply);
  const [type, body] = {
    truncated: [JSON_TYPE, text.slice(0, Math.ceil(text.length / 2))],
    empty: [JSON_TYPE, ""],
    html: ["text/html; charset=utf-8", "<!doctype html>\n<html><body><h1>Something went wrong</h1></body></html>\n"],
  }[how] as [string, string];
  response.writeHead(reply.status, {
    ...reply.headers,
    "Content-Type": type,
    "Content-Length": String(Buffer.byteLength(body)),
  });
  response.end(body);
}

/** Sends the head of a reply and the first half of its body, then ends the connection. */
export function sendHalf(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const bytes = Buffer.from(textOf(reply));
  response.writeHead(reply.status, {
    "Content-Type": JSON_TYPE,
    ...reply.headers,
    "Content-Length": String(bytes.length),
  });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => cutConnection(request, response));
}

/** Lets a response end in the middle of the first piece that is written to it. */
export function endInFirstChunk(request: IncomingMessage, response: ServerResponse): void {
  const write = response.write.bind(response) as (piece: Buffer, done: () => void) => boolean;
  response.write = ((piece: Buffer) =>
    write(piece.subarray(0, Math.ceil(piece.length / 2)), () =>
      cutConnection(request, response),
    )) as typeof response.write;
}

/** Reads a request's body up to this many bytes and ends the connection then, or at the body's end when it is shorter. */
export function cutUploadAfter(request: IncomingMessage, response: ServerResponse, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes;
    const cut = () => {
      cutConnection(request, response);
      resolve();
    };
    if (left === 0) {
      cut();
      return;
    }
    request.on("data", (piece: Buffer) => {
      left -= piece.length;
      if (left <= 0) cut();
    });
    for (const end of ["end", "close", "error"]) request.once(end, cut);
  });
}
