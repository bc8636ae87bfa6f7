import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { NotReceived, Received } from "./exchange.ts";
import { startRawServer, wire } from "./testing/raw-server.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const JSON_TYPE = "content-type: application/json";
const OK = '{"success":true}';

async function ask(
  answer: (socket: Socket) => void,
  options: Partial<TransportOptions> = {},
): Promise<Received | NotReceived> {
  const server = await startRawServer(answer);
  const transport = createTransport({ timeoutMs: 1_000, connections: 1, ...options });
  closers.push(() => transport.close(), server.close);
  return transport.send({ method: "GET", url: `${server.baseUrl}/x`, headers: {}, body: null });
}

const says = (...parts: (string | Buffer)[]) => {
  return (socket: Socket) => {
    for (const part of parts) socket.write(part);
  };
};

test.each<[string, (socket: Socket) => void]>([
  ["a status of 0", says("HTTP/1.1 0 Zero\r\ncontent-length: 0\r\n\r\n")],
  ["a status of two digits", says("HTTP/1.1 99 Low\r\ncontent-length: 0\r\n\r\n")],
  ["no HTTP at all", (socket) => socket.end("hello\r\n")],
  ["a negative length", says(wire("200 OK", ["content-length: -5"], OK))],
  ["two lengths that differ", says(wire("200 OK", ["content-length: 16", "content-length: 17"], OK))],
  ["a body shorter than announced", (socket) => socket.end(wire("200 OK", ["content-length: 900"], OK))],
  [
    "half a body, and then a reset",
    (socket) => {
      socket.write(wire("200 OK", ["content-length: 900"], OK), () => socket.resetAndDestroy());
    },
  ],
  ["chunks without a length", says(wire("200 OK", ["transfer-encoding: chunked"], "ZZ\r\nhello\r\n"))],
  ["another protocol", says("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello")],
  ["a header without end", says(`HTTP/1.1 200 OK\r\nx: ${"h".repeat(1_000_000)}\r\n\r\n`)],
  [
    "thousands of headers",
    says(
      wire(
        "200 OK",
        Array.from({ length: 5_000 }, (_, at) => `x-${at}: 1`),
        OK,
      ),
    ),
  ],
  ["interim responses without end", (socket) => socket.write("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000))],
  ["a reset", (socket) => socket.resetAndDestroy()],
])("reports %s as no response without crashing", async (_, answer) => {
  expect(await ask(answer)).toMatchObject({ kind: "none", reason: expect.stringMatching(/broken|timeout/) });
});

test("skips interim responses before the response", async () => {
  const early = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n";
  expect(await ask(says(early, wire("200 OK", [JSON_TYPE], OK)))).toMatchObject({ status: 200, text: OK });
});

test("accepts a response of HTTP/1.0 that ends with its connection", async () => {
  expect(await ask((socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${OK}`))).toMatchObject({ status: 200, text: OK });
});

test("cuts off a body that drips or never ends in time", async () => {
  const drip = (socket: Socket) => {
    socket.write(wire("200 OK", ["content-length: 100"], "x"));
    const timer = setInterval(() => socket.write(" "), 50);
    socket.on("close", () => clearInterval(timer));
  };
  expect(await ask(drip, { timeoutMs: 300 })).toMatchObject({ reason: "timeout" });
  const flood = (socket: Socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write("x".repeat(65_536)));
    };
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.on("drain", pour);
    pour();
  };
  expect(await ask(flood, { maxBodyBytes: 100_000, timeoutMs: 10_000 })).toMatchObject({ reason: "too-large" });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("decodes a body in %s, and rejects one that decodes to too much", async (encoding, pack) => {
  const encoded = (body: Buffer) => says(wire("200 OK", [`content-encoding: ${encoding}`], pack(body)));
  expect(await ask(encoded(Buffer.from(OK)))).toMatchObject({ text: OK, json: { ok: true } });
  const bomb = encoded(Buffer.alloc(5_000_000, 32));
  expect(await ask(bomb, { maxBodyBytes: 100_000 })).toMatchObject({ kind: "none", reason: "too-large" });
});

test("shows a body that is not encoded as declared as it arrived, and as not JSON for every client", async () => {
  const problem = "it is not in br, as its content-encoding says";
  const mislabelled = await ask(says(wire("200 OK", ["content-encoding: br"], OK)));
  expect(mislabelled).toMatchObject({ text: OK, json: { ok: false, problem } });
  for (const encoding of ["identity", "utf-8"]) {
    expect(await ask(says(wire("200 OK", [`content-encoding: ${encoding}`], OK)))).toMatchObject({
      json: { ok: true },
    });
  }
});

test.each([
  ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), "it is not UTF-8"],
  ["a byte order mark", Buffer.from(`\ufeff${OK}`), expect.any(String)],
  ["UTF-16", Buffer.from(OK, "utf16le"), expect.any(String)],
  ["100,000 levels", Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), "it nests deeper than 2500 levels"],
])("rejects %s as JSON", async (_, body, problem) => {
  expect(await ask(says(wire("200 OK", [JSON_TYPE], body)))).toMatchObject({ json: { ok: false, problem } });
});

test("does not count brackets inside strings as levels", async () => {
  const body = JSON.stringify({ text: `\\"${"[".repeat(10_000)}` });
  expect(await ask(says(wire("200 OK", [JSON_TYPE], body)))).toMatchObject({ json: { ok: true } });
});

test.each([
  ["file:///etc/passwd", "GET", {}, "unsendable"],
  ["javascript:alert(1)", "GET", {}, "unsendable"],
  ["data:text/plain,x", "GET", {}, "unsendable"],
  ["", "GET", {}, "unsendable"],
  ["http://127.0.0.1:99999/", "GET", {}, "unsendable"],
  ["/relative", "GET", {}, "withheld"],
  ["http://127.0.0.1:1/", "PUT; rm", {}, "unsendable"],
  ["http://127.0.0.1:1/", "", {}, "unsendable"],
  ["http://127.0.0.1:1/", "PUT", { "bad name": "x" }, "unsendable"],
  ["http://127.0.0.1:1/", "PUT", { name: "x\r\ny: z" }, "unsendable"],
  ["http://127.0.0.1:1/", "PUT", { "": "x" }, "unsendable"],
  ["http://127.0.0.1:1/", "CONNECT", {}, "unsendable"],
  ["http://127.0.0.1:1/", "PUT", { "Content-Length": "900" }, "unsendable"],
  ["http://127.0.0.1:1/", "PUT", { "transfer-encoding": "chunked" }, "withheld"],
  ["http://127.0.0.1:1/", "PUT", { expect: "100-continue" }, "withheld"],
])("does not send %s by %s with %o", async (url, method, headers, reason) => {
  const transport = createTransport({ timeoutMs: 1_000, connections: 1 });
  closers.push(() => transport.close());
  const sent = await transport.send({ method, url, headers: headers as Record<string, string>, body: "x" });
  expect(sent).toMatchObject({ kind: "none", reason, message: expect.stringContaining("nothing was sent") });
});

test("takes no connection for a request that cannot be sent", async () => {
  const server = await startRawServer((socket) => socket.write(wire("200 OK", [JSON_TYPE], OK)));
  const transport = createTransport({ timeoutMs: 2_000, connections: 1 });
  closers.push(() => transport.close(), server.close);
  const put = { method: "PUT", url: `${server.baseUrl}/x`, body: "x" };
  for (const headers of [{ "": "x" }, { "bad name": "x" }, { upgrade: "x" }, { "content-length": "-5" }]) {
    expect(await transport.send({ ...put, headers: headers as Record<string, string> })).toMatchObject({
      kind: "none",
    });
  }
  expect(await transport.send({ ...put, headers: {} })).toMatchObject({ status: 200 });
});
