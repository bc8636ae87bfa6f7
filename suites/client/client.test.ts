import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import { type Client, createClient } from "./client.ts";
import { type Exchange, statusOf } from "./exchange.ts";
import { BudgetSpent, RunEnded } from "./inconclusive.ts";
import { createPacer } from "./pacing.ts";
import { sleep } from "./sleep.ts";
import { createSpending, type SpendingLimits } from "./spending.ts";
import { createTransport, type Transport } from "./transport.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(handler: Handler): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    handler(request, response, count);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function connect(limits: Partial<SpendingLimits> = {}, abort = new AbortController(), timeoutMs = 300) {
  const transport: Transport = createTransport({ timeoutMs, connections: 4 });
  closers.push(() => transport.close());
  const exchanges: Exchange[] = [];
  const rests: [status: number, ms: number][] = [];
  const client: Client = createClient({
    transport,
    pacer: createPacer({ concurrency: 4, perSecond: 0 }),
    spending: createSpending({ requests: 100, tasks: 10, uploadBytes: 1000, ...limits }),
    signal: abort.signal,
    judge: () => [],
    onExchange: (exchange) => exchanges.push(exchange),
    onRest: (...rest) => rests.push(rest),
    keys: ["known"],
    downAfter: 3,
    timeoutMs,
  });
  return { client, transport, exchanges, rests };
}

const reading = { id: "read", effect: "read", creates: null } as unknown as Operation;
const changing = { id: "change", effect: "change", creates: null } as unknown as Operation;
const creating = { id: "make", effect: "create", creates: "task" } as unknown as Operation;

function get(url: string, key?: string) {
  return { method: "GET", url, headers: key === undefined ? {} : { authorization: `Bearer ${key}` }, body: null };
}

test("sends a user agent unless one is given", async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers["user-agent"]);
    response.end("{}");
  });
  const { transport } = connect();
  await transport.send(get(url));
  await transport.send({ ...get(url), headers: { "User-Agent": "mine" } });
  expect(seen).toEqual([expect.stringMatching(/^workspace-agent-conformance\/\d/), "mine"]);
});

test("waits for Retry-After on 429, and records every attempt", async () => {
  const url = await serve((_request, response, count) => {
    response.writeHead(count < 3 ? 429 : 200, count < 3 ? { "retry-after": "0" } : {}).end("{}");
  });
  const { client, exchanges, rests } = connect();
  const last = await client.send(get(url), { operation: reading, lane: "a" });
  expect(statusOf(last)).toBe(200);
  expect(exchanges.map(statusOf)).toEqual([429, 429, 200]);
  // Retry-After has whole seconds, so after a second rejection the client adds a short wait.
  expect(rests).toEqual([
    [429, 0],
    [429, 800],
  ]);
});

test("continues with known keys while requests without one are rejected for their rate", async () => {
  let strangers = 0;
  const url = await serve(({ headers }, response) => {
    const isKnown = headers.authorization === "Bearer known";
    strangers += isKnown ? 0 : 1;
    response.writeHead(isKnown ? 200 : strangers > 1 ? 401 : 429, { "retry-after": "1" }).end("{}");
  });
  const { client, exchanges } = connect();
  const ask = (key: string) => client.send(get(url, key), { operation: reading, lane: key });
  for (let count = 0; count < 12; count += 1) await ask("known");
  const rejected = ask("unknown");
  while (strangers === 0) await sleep(5);
  await ask("known");
  expect(statusOf(await rejected)).toBe(401);
  expect(exchanges.slice(12).map(statusOf)).toEqual([429, 200, 401]);
});

test("reads a date in Retry-After by the clock of the target", async () => {
  const ahead = new Date(Date.now() + 3 * 3_600_000).toUTCString();
  const url = await serve((_request, response, count) => {
    response.sendDate = false;
    const headers = { date: ahead, "retry-after": ahead };
    response.writeHead(count < 2 ? 429 : 200, count < 2 ? headers : {}).end("{}");
  });
  const { client } = connect();
  expect(statusOf(await client.send(get(url), { operation: reading, lane: "a" }))).toBe(200);
});

test("counts accepted requests against the budget, and limits rejected ones", async () => {
  const url = await serve((_request, response, count) => {
    response.writeHead(count === 1 ? 429 : 200, { "retry-after": "0" }).end("{}");
  });
  const { client, exchanges } = connect({ requests: 2 });
  const send = () => client.send(get(url), { operation: reading, lane: "a" });
  expect(statusOf(await send())).toBe(200);
  expect(exchanges).toHaveLength(2);
  await expect(send()).resolves.toBeDefined();
  await expect(send()).rejects.toThrow(BudgetSpent);
});

test("sends no request that must be left to others, also after waiting", async () => {
  const url = await serve((_request, response) => response.writeHead(200).end("{}"));
  const { client, exchanges } = connect({ requests: 6 });
  let reserved = 4;
  const send = () => client.send(get(url), { operation: reading, lane: "a", reservedRequests: () => reserved });
  const all = await Promise.allSettled(Array.from({ length: 9 }, send));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toContainEqual(expect.any(BudgetSpent));
  expect(exchanges).toHaveLength(2);
  reserved = 0;
  expect(statusOf(await send())).toBe(200);
});

test("gives up if every request is rejected", async () => {
  const url = await serve((_request, response) => response.writeHead(429, { "retry-after": "0" }).end("{}"));
  const { client, exchanges } = connect({ requests: 3 });
  await expect(client.send(get(url), { operation: reading, lane: "a" })).rejects.toThrow(/rejected 3 requests/);
  expect(exchanges).toHaveLength(3);
});

test("does not wait for an exhausted plan that responds with 429", async () => {
  const body = JSON.stringify({ success: false, error: { code: "plan_limit_reached", message: "no" } });
  const url = await serve((_request, response) => response.writeHead(429).end(body));
  const { client, exchanges } = connect();
  await client.send(get(url), { operation: creating, lane: "a" });
  expect(exchanges).toHaveLength(1);
});

test("retries a read on a broken connection, and marks a retried write as possibly the second", async () => {
  const url = await serve((request, response, count) => {
    if (count % 2 === 1) request.socket.destroy();
    else response.end("{}");
  });
  const { client, exchanges } = connect();
  const post = { ...get(url), method: "POST", headers: { authorization: "Bearer known" } };
  expect(statusOf(await client.send(get(url), { operation: reading, lane: "a" }))).toBe(200);
  const created = await client.send(post, { operation: creating, lane: "a" });
  expect([statusOf(created), created.mayBeSecond]).toEqual([200, true]);
  const changed = await client.send(post, { operation: changing, lane: "a" });
  expect([statusOf(changed), changed.mayBeSecond]).toEqual([200, true]);
  expect(exchanges).toHaveLength(6);
});

test.each<[string, Operation, number]>([
  ["a creation that conflicts with its own first attempt", creating, 409],
  ["a change that is rejected after its own first attempt", changing, 403],
])("treats %s as one without a response", async (_, operation, status) => {
  const url = await serve((request, response, count) => {
    if (count === 1) request.socket.destroy();
    else response.writeHead(status).end("{}");
  });
  const { client } = connect();
  const sent = await client.send({ ...get(url, "known"), method: "POST" }, { operation, lane: "a" });
  expect(sent.outcome.kind).toBe("none");
});

test("returns the task quota of a creation without a response if a retry is rejected", async () => {
  const url = await serve((request, response, count) => {
    if (count === 1) request.socket.destroy();
    else response.writeHead(count === 2 ? 400 : 200).end("{}");
  });
  const { client } = connect({ tasks: 2 });
  const create = async () =>
    statusOf(await client.send({ ...get(url, "known"), method: "POST" }, { operation: creating, lane: "a" }));
  expect([await create(), await create(), await create()]).toEqual([400, 200, 200]);
  await expect(create()).rejects.toThrow(BudgetSpent);
});

test("retries a request that must be rejected as soon as its response is unusually late", async () => {
  const url = await serve((_request, response, count) => {
    if (count !== 50) response.end("{}");
  });
  const { client, exchanges } = connect({}, new AbortController(), 5_000);
  const send = (mustBeRejected: boolean) =>
    client.send({ ...get(url, "known"), method: "POST" }, { operation: changing, lane: "a", mustBeRejected });
  for (let sent = 1; sent < 50; sent += 1) await send(false);
  expect(statusOf(await send(true))).toBe(200);
  expect(exchanges.at(-2)?.durationMs).toBeLessThan(2_000);
});

test("reports a timeout if no complete response arrived in time", async () => {
  const url = await serve(() => undefined);
  const { client } = connect();
  const exchange = await client.send(get(url), { operation: reading, lane: "a" });
  expect(exchange.outcome).toMatchObject({ kind: "none", reason: "timeout" });
});

test("does not follow a redirect", async () => {
  const url = await serve((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end());
  const { client, exchanges } = connect();
  expect(statusOf(await client.send(get(url), { operation: reading, lane: "a" }))).toBe(302);
  expect(exchanges).toHaveLength(1);
});

test("never exceeds the request budget, also with concurrent requests", async () => {
  const url = await serve((_request, response) => response.end("{}"));
  const { client, exchanges } = connect({ requests: 7 });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => client.send(get(url), { operation: reading, lane: "a" })),
  );
  expect(exchanges).toHaveLength(7);
  const rejected = results.filter((result) => result.status === "rejected");
  expect(rejected).toHaveLength(13);
  expect(rejected.every((result) => result.reason instanceof BudgetSpent)).toBe(true);
});

test("never exceeds the task budget", async () => {
  const url = await serve((_request, response) => response.end("{}"));
  const { client, exchanges } = connect({ tasks: 2 });
  await Promise.allSettled(Array.from({ length: 5 }, () => client.send(get(url), { operation: creating, lane: "a" })));
  expect(exchanges).toHaveLength(2);
});

test.each([
  ["timeout", "no place"],
  ["broken", "no place"],
  ["unreachable", "a place"],
] as const)(
  "after a creation that ended as %s with a quota of one task, the next one gets %s",
  async (reason, next) => {
    const { client, transport } = connect({ tasks: 1 });
    const lost: Transport = { ...transport, send: async () => ({ kind: "none", reason, message: "" }) };
    const send = () =>
      client.send(get("http://127.0.0.1"), { operation: creating, lane: "a", retry: false, transport: lost });
    await send();
    const resultOf = (error: unknown) => (error instanceof BudgetSpent ? "no place" : error);
    expect(await send().then(() => "a place", resultOf)).toBe(next);
  },
);

test("stops sending once the target no longer responds", async () => {
  const { client } = connect();
  const url = "http://127.0.0.1:1";
  const options = { operation: creating, lane: "a", retry: false };
  for (let index = 0; index < 3; index += 1) await client.send(get(url), options);
  await expect(client.send(get(url), options)).rejects.toBeInstanceOf(RunEnded);
});

test("does not treat requests that its own end aborts as missing responses", async () => {
  const url = await serve(() => undefined);
  const { client, transport } = connect();
  const cutOff = Array.from({ length: 4 }, () => client.send(get(url), { operation: creating, lane: "a" }));
  await sleep(50);
  await transport.close();
  for (const { outcome } of await Promise.all(cutOff)) expect(outcome).toMatchObject({ reason: "aborted" });
  expect(client.problem()).toBe(null);
});

test("stops sending when the run is interrupted", async () => {
  const url = await serve(() => undefined);
  const abort = new AbortController();
  const { client } = connect({}, abort);
  const waiting = client.send(get(url), { operation: reading, lane: "a" });
  setTimeout(() => abort.abort(new Error("interrupted")), 20);
  await expect(waiting).rejects.toThrow("interrupted");
});

test("waits for a restarting target that has responded before, but not for one that never has", async () => {
  const first = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
  const { port } = first.address() as AddressInfo;
  const send = (client: Client) =>
    client.send(get(`http://127.0.0.1:${port}`), { operation: creating, lane: "a" }).catch(() => null);
  const { client } = connect();
  await send(client);
  first.closeAllConnections();
  await new Promise((resolve) => first.close(resolve));
  const waiting = Promise.all([1, 2, 3, 4].map(() => send(client)));
  await sleep(500);
  const started = performance.now();
  const { client: another, exchanges } = connect();
  await send(another);
  expect(exchanges).toHaveLength(3);
  expect(performance.now() - started).toBeLessThan(3500);
  const second = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => second.listen(port, "127.0.0.1", resolve));
  closers.push(() => {
    second.closeAllConnections();
    second.close();
  });
  expect((await waiting).map((exchange) => exchange && statusOf(exchange))).toEqual([200, 200, 200, 200]);
  expect(client.problem()).toBeNull();
});

test("retries only 429 if any other retry would be a second use", async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 429 : 503, { "retry-after": "0" }).end("{}");
  });
  const { client, exchanges } = connect();
  await client.send(get(url), { operation: reading, lane: "a", retry: "only-429" });
  expect(exchanges.map(statusOf)).toEqual([429, 503]);
});

test("waits for the quota of creations in flight, which a rejection returns", async () => {
  const url = await serve((_request, response, count) => {
    setTimeout(() => response.writeHead(count <= 2 ? 400 : 200).end("{}"), 50);
  });
  const { client } = connect({ tasks: 2 });
  const options = { operation: creating, lane: "a" };
  const sent = Array.from({ length: 5 }, () =>
    client.send(get(url), options).then(statusOf, (error) => (error instanceof BudgetSpent ? 0 : -1)),
  );
  expect((await Promise.all(sent)).sort()).toEqual([0, 200, 200, 400, 400]);
});

test.each([
  [503, true],
  [429, false],
])("marks a request retried after %d as possibly performed twice: %j", async (status, expected) => {
  const url = await serve((_request, response, count) => {
    response.writeHead(count === 1 ? status : 200, { "retry-after": "0" }).end("{}");
  });
  const exchange = await connect().client.send({ ...get(url), method: "POST" }, { operation: creating, lane: "a" });
  expect([statusOf(exchange), exchange.mayBeSecond]).toEqual([200, expected]);
});

test.each([
  [200, ["sent 1", "sent 2", "judged", "judged"]],
  [429, ["sent 1", "judged", "sent 2", "judged"]],
])("sends the next request before it judges a response of %d, unless it must wait: %j", async (status, expected) => {
  const url = await serve((_request, response) => response.writeHead(status).end("{}"));
  const { transport } = connect();
  const events: string[] = [];
  const client = createClient({
    transport: {
      ...transport,
      send(...sent) {
        events.push(`sent ${events.filter((one) => one.startsWith("sent")).length + 1}`);
        return transport.send(...sent);
      },
    },
    pacer: createPacer({ concurrency: 1, perSecond: 0 }),
    spending: createSpending({ requests: 100, tasks: 10, uploadBytes: 1000 }),
    signal: new AbortController().signal,
    judge() {
      events.push("judged");
      return [];
    },
    onExchange: () => {},
    downAfter: 3,
  });
  const options = { operation: reading, lane: "a", retry: false } as const;
  await Promise.all([client.send(get(url), options), client.send(get(url), options)]);
  expect(events).toEqual(expected);
});
