import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type ProxySettings, proxyFor } from "./proxy.ts";
import { selfSigned } from "./testing/certificate.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const hello: RequestListener = (request, response) => {
  response.end(JSON.stringify({ path: request.url, via: request.headers["proxy-authorization"] ?? null }));
};

/** Starts a proxy that forwards requests and tunnels to one port, and records them. */
async function startProxy(to: number): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = [];
  const proxy = createHttpServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? "anonymous"}`);
    if (request.headers["proxy-authorization"] === undefined) return response.writeHead(407).end();
    return response.end(JSON.stringify({ host: request.headers.host }));
  });
  proxy.on("connect", (request, socket) => {
    requests.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? "anonymous"}`);
    const upstream = connect(to, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    closers.push(() => upstream.destroy());
  });
  return { port: await listen(proxy), requests };
}

async function ask(url: string, options: Partial<TransportOptions>) {
  const transport = createTransport({ timeoutMs: 2_000, connections: 2, ...options });
  closers.push(() => transport.close());
  return transport.send({ method: "GET", url, headers: { accept: "application/json" }, body: null });
}

function through(port: number, user = "ann:pass%3Aword@"): ProxySettings {
  const proxy = `http://${user}127.0.0.1:${port}`;
  return { http: proxy, https: proxy, bypass: ["localhost"] };
}

const BASIC = `Basic ${Buffer.from("ann:pass:word").toString("base64")}`;

test("requests http URLs from a proxy in absolute form, with the credentials of the proxy", async () => {
  const { port, requests } = await startProxy(0);
  const answer = await ask("http://api.example.invalid:8080/v1/x?q=1", { proxy: through(port) });
  expect(answer).toMatchObject({ kind: "response", status: 200, text: '{"host":"api.example.invalid:8080"}' });
  expect(requests).toEqual([`GET http://api.example.invalid:8080/v1/x?q=1 ${BASIC}`]);
});

test("tunnels to https URLs, so that the proxy sees neither path nor key, and trusts the given authority", async () => {
  const { key, cert } = selfSigned();
  const secure = await listen(createHttpsServer({ key, cert }, hello));
  const { port, requests } = await startProxy(secure);
  const answer = await ask(`https://127.0.0.1:${secure}/v1/x`, { proxy: through(port), ca: cert });
  expect(answer).toMatchObject({ kind: "response", text: '{"path":"/v1/x","via":null}' });
  expect(requests).toEqual([`CONNECT 127.0.0.1:${secure} ${BASIC}`]);
});

test("reports what a proxy rejects, and bypasses it for exempt hosts", async () => {
  const { port, requests } = await startProxy(0);
  const rejected = await ask("http://api.example.invalid/", { proxy: through(port, "") });
  expect(rejected).toMatchObject({ kind: "none", message: expect.stringContaining("407") });
  const plain = await listen(createHttpServer(hello));
  const direct = await ask(`http://localhost:${plain}/x`, { proxy: through(port) });
  expect([direct.kind, requests.length]).toEqual(["response", 1]);
});

test("trusts a server with its own authority only on request", async () => {
  const { key, cert } = selfSigned();
  const port = await listen(createHttpsServer({ key, cert }, hello));
  const url = `https://127.0.0.1:${port}/x`;
  expect(await ask(url, { ca: cert })).toMatchObject({ kind: "response", status: 200 });
  expect(await ask(url, { ca: selfSigned().cert })).toMatchObject({ kind: "none", reason: "broken" });
  expect(await ask(url, {})).toMatchObject({ kind: "none", message: expect.stringContaining("CERT") });
});

test.each<[string, string, string | null]>([
  ["http://a.example.com/", "", "p"],
  ["https://a.example.com/", "", "s"],
  ["http://a.example.com/", "example.com", null],
  ["http://a.example.com/", ".example.com", null],
  ["http://a.example.com/", "*.example.com", null],
  ["http://badexample.com/", "example.com", "p"],
  ["http://a.example.com/", "a.example.com:80", null],
  ["http://a.example.com:81/", "a.example.com:80", "p"],
  ["https://anything.test/", "*", null],
  ["http://[::1]:3000/", "[::1]", null],
])("routes %s with NO_PROXY=%s through %s", (url, entry, expected) => {
  const bypass = entry === "" ? [] : [entry];
  expect(proxyFor({ http: "p", https: "s", bypass }, new URL(url))).toBe(expected);
});
