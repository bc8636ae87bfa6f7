import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { rejection } from "../rejection.ts";
import type { Rules } from "../rules.ts";
import type { Service } from "../service.ts";
import type { Exchange } from "./call.ts";
import { failure } from "./envelope.ts";
import { newCall, textOf } from "./exchange-io.ts";

/** The error of Node.js for bytes that it cannot parse as a request. */
type ClientError = Error & { readonly code?: string; readonly reason?: string; readonly rawPacket?: Buffer };

/**
 * Makes a server respond to invalid HTTP in the envelope, with 400 and the problem. By default Node.js sends only a
 * status, some of which the contract does not list. `tell` is called with each exchange.
 */
export function answerMalformed(
  server: Server,
  service: Service,
  rules: Rules,
  tell: (exchange: Exchange) => void,
): void {
  /** The last response on each connection, pending or sent. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }: IncomingMessage, response) => answers.set(socket, response));
  server.on("clientError", (error: ClientError, socket) => {
    const response = answers.get(socket);
    const open = response !== undefined && !response.writableEnded;
    if (error.code === "ECONNRESET" || !socket.writable || (open && response.headersSent)) {
      socket.destroy();
      return;
    }
    const { head, body, exchange } = answerTo(service, rules, error, socket);
    if (open) {
      // The head of the request was valid, so the reader of its body notices the end and reports the exchange.
      response.writeHead(400, head).end(body, () => response.req.destroy());
      return;
    }
    tell(exchange);
    end(socket, head, body);
  });
  server.on("connect", ({ url }: IncomingMessage, socket: Duplex) => {
    const reason = `CONNECT ${url} is for proxies, and the fake is none`;
    const { head, body, exchange } = answerTo(service, rules, { name: "", message: "", reason }, socket);
    tell(exchange);
    end(socket, head, body);
  });
}

function end(socket: Duplex, head: Readonly<Record<string, string>>, body: string): void {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\n${lines.join("")}\r\n${body}`);
}

function answerTo(service: Service, rules: Rules, error: ClientError, socket: Duplex) {
  const [, method = "?", url = "/"] = /^([A-Z]{1,20}) (\S{1,2000}) HTTP\//.exec(beginningOf(error)) ?? [];
  const call = newCall(service, null, { method, url, headers: {}, socket }, { kind: "none" });
  call.rejection = rejection("invalid-input", problemOf(error), {
    suggestion: "Send the request with an HTTP client.",
  });
  const reply = failure(call, rules, call.rejection);
  const body = textOf(reply);
  const head = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  const exchange: Exchange = { call, reply, text: body, status: 400, durationMs: 0 };
  return { head, body, exchange };
}

function beginningOf({ rawPacket }: ClientError): string {
  return rawPacket?.subarray(0, 2100).toString("latin1") ?? "";
}

/** First bytes of a TLS connection. */
const TLS = "\u0016\u0003";

function problemOf(error: ClientError): string {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return `The head of the request, address and headers, has more than ${maxHeaderSize} bytes`;
    case "HPE_INVALID_EOF_STATE":
      return "The request ended before it was whole";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "The request did not come to its end in time";
    default:
  }
  const beginning = beginningOf(error);
  if (beginning.startsWith(TLS)) return "This is TLS, and the fake speaks plain HTTP: begin the address with http://";
  if (beginning.startsWith("PRI * HTTP/2.0")) return "This is HTTP/2, and the fake speaks HTTP/1.1";
  return `The request is not valid HTTP: ${error.reason ?? error.message}`;
}
