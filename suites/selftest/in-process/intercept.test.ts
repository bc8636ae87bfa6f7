import type { Dispatcher } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { createFake, type Fake, type FakeOptions } from "../../../fake/index.ts";
import { createClock } from "../../../fake/runtime/clock.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Json } from "../../../spec/json.ts";
import type { Received, WireRequest } from "../../client/exchange.ts";
import { createTransport } from "../../client/transport.ts";
import { createWorkload, requestPools } from "../mutants/workload.ts";
import { inProcess } from "./intercept.ts";

async function started(options: FakeOptions = {}): Promise<Fake> {
  const fake = await createFake({ seed: 4, ...options });
  onTestFinished(() => fake.close());
  return fake;
}

function transportTo(intercept?: Dispatcher.DispatcherComposeInterceptor) {
  const transport = createTransport({ timeoutMs: 5_000, connections: 2, intercept });
  onTestFinished(() => transport.close());
  return transport;
}

async function requestsInProcess(
  fake: Fake,
): Promise<{ readonly send: ReturnType<typeof transportTo>["send"]; count: () => number }> {
  let count = 0;
  fake.server.on("connection", () => {
    count += 1;
  });
  return { send: transportTo(inProcess(fake.server, fake.baseUrl)).send, count: () => count };
}

/** What a client sees of a response, but for the time and for where the server listens. */
function seen(outcome: Awaited<ReturnType<ReturnType<typeof transportTo>["send"]>>, { baseUrl }: Fake) {
  if (outcome.kind === "none") return outcome.reason;
  const { date, ...headers } = outcome.headers;
  // The length follows the port in presigned URLs.
  const { "content-length": length, ...others } = headers;
  const text = outcome.text.replaceAll(baseUrl, "");
  return {
    status: outcome.status,
    headers: others,
    hasDate: date !== undefined,
    hasLength: length !== undefined,
    text,
  };
}

test("a request without a socket gets the response that one through a socket gets", async () => {
  const pools = requestPools(await loadDocument(), 3);
  const options = () => ({ clock: createClock({ virtual: true, startAt: "2026-01-31T12:00:00Z" }) });
  const [direct, wired] = [await started(options()), await started(options())];
  const workloads = [direct, wired].map((fake) => createWorkload(pools, fake.target, 8));
  const { send, count } = await requestsInProcess(direct);
  const sockets = transportTo();
  const statuses = new Set<number>();
  const methods = new Set<string>();
  for (let index = 0; index < 600; index++) {
    const [one, other] = workloads.map((workload) => workload.next());
    if (one === undefined || other === undefined) throw new Error("a workload ended");
    const here = await send(absolute(one, direct));
    const there = await sockets.send(absolute(other, wired));
    expect(seen(here, direct)).toEqual(seen(there, wired));
    methods.add(`${one.method} ${one.url.startsWith("http") ? "presigned" : "api"}`);
    if (here.kind === "none" || there.kind === "none") continue;
    statuses.add(here.status);
    if (here.status !== 200) continue;
    workloads[0]?.learn(bodyOf(here));
    workloads[1]?.learn(bodyOf(there));
  }
  expect(count()).toBe(0);
  expect([...methods].toSorted()).toEqual(["GET api", "GET presigned", "POST api", "PUT presigned"]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
});

function absolute(
  { method, url, headers, body }: ReturnType<ReturnType<typeof createWorkload>["next"]>,
  { baseUrl }: Fake,
): WireRequest {
  return { method, url: new URL(url, baseUrl).href, headers, body };
}

function bodyOf({ json }: Received): Json {
  return json.ok ? json.value : null;
}

test("what HTTP itself may reject goes through a socket", async () => {
  const fake = await started();
  const { send, count } = await requestsInProcess(fake);
  const url = `${fake.baseUrl}/v1/agent/list-tasks`;
  const authorization = `Bearer ${fake.apiKey}`;
  await send({ method: "GET", url, headers: { authorization, "x-long": "x".repeat(20_000) }, body: null });
  expect(count()).toBe(1);
  await send({ method: "GET", url: `${url}?q=${"x".repeat(20_000)}`, headers: { authorization }, body: null });
  expect(count()).toBe(2);
});

test("a server that ends the connection gives no response", async () => {
  const fake = await started({ chaos: [{ cut: "before" }] });
  const { send, count } = await requestsInProcess(fake);
  const outcome = await send({ method: "GET", url: `${fake.baseUrl}/v1/agent/list-tasks`, headers: {}, body: null });
  expect(outcome).toMatchObject({ kind: "none", reason: "broken" });
  expect(count()).toBe(0);
});
