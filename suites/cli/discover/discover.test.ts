import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { loadContract } from "../../engine/contract.ts";
import { createIndependentServer } from "../../selftest/independent/independent-server.ts";
import { fixtureAt } from "../../target/fixtures.ts";
import { loadTarget } from "../../target/load.ts";
import { type DiscoverOptions, type Discovery, discover } from "./discover.ts";

vi.setConfig({ testTimeout: 120_000 });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startFake(options: Parameters<typeof createFake>[0] = {}): Promise<Fake> {
  const fake = await createFake(options);
  closing.push(() => fake.close());
  return fake;
}

/** Passes with the address and the key alone, and what else is given. */
async function look(
  { baseUrl, apiKey }: Pick<TargetFile, "baseUrl" | "apiKey">,
  options: Partial<DiscoverOptions> = {},
): Promise<Discovery> {
  const { target } = loadTarget({ baseUrl, apiKey, env: {} });
  const { document } = await loadContract(target);
  return await discover({ document, target, keys: {}, token: null, maxRequests: 2000, ...options });
}

function everyKey({ fixtures = {} }: TargetFile): Partial<DiscoverOptions> {
  const [token = ""] = fixtures.challengeTokens ?? [];
  const keys = Object.fromEntries(
    (["otherAgent", "otherWorkspace", "exhaustedPlan", "smallPlan"] as const).map((holder) => [
      holder,
      fixtures[holder]?.apiKey ?? "",
    ]),
  );
  return { keys, token };
}

const foundIn = ({ fixtures }: Discovery) =>
  Object.fromEntries(fixtures.filter(({ value }) => value !== null).map(({ fixture, value }) => [fixture, value]));

function namesIn({ names }: Discovery): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const { operation, role, name, state } of names) {
    if (state === "verified" && name !== null) table[operation] = { ...table[operation], [role]: name };
  }
  return table;
}

/** Fixtures of which there is only one on the fake and on the independent server. */
const UNIQUE = [
  ...[
    "agent.id",
    "agent.identityId",
    "otherAgent.id",
    "tasks.done",
    "tasks.cancelled",
    "unreadableScope",
    "foreignChannel",
  ],
  ...["memories.superseded", "memories.invalidated", "memories.expired", "memories.contested", "memories.proposed"],
];

function wrongOnes(discovery: Discovery, { fixtures = {} }: TargetFile): string[] {
  const found = foundIn(discovery);
  return UNIQUE.filter((path) => found[path] !== undefined && found[path] !== fixtureAt(fixtures, path));
}

test("finds on the fake what its own key shows, and only reads", async () => {
  const fake = await startFake();
  const discovery = await look(fake.target);
  const { memberChannel, user, agent } = fake.fixtures;
  expect(foundIn(discovery)).toMatchObject({ memberChannel, user, "agent.identityId": agent?.identityId });
  expect(Object.keys(foundIn(discovery))).toEqual(
    expect.arrayContaining(["scope", "secondScope", "seedMemory", "messages.byHuman", "memories.equalInstants.ids"]),
  );
  expect(wrongOnes(discovery, fake.target)).toEqual([]);
  expect(discovery.names.filter(({ state }) => state !== "verified").map(({ role }) => role)).toEqual(["token"]);
  expect(discovery.requests).toBeLessThan(300);
  const reading = ["list-tasks", "search-memories", "search-messages", "get-messages", "recall", "bootstrap-context"];
  const { operations } = { operations: new Set(fake.journal.find().map(({ operation }) => operation)) };
  expect([...operations].filter((one) => ![...reading, "request-file-download"].includes(one ?? ""))).toEqual([]);
});

test("finds with a token and other keys who the caller is, and what others see and the caller does not", async () => {
  const fake = await startFake();
  const discovery = await look(fake.target, everyKey(fake.target));
  const { agent, otherAgent, foreignChannel, unreadableScope, messages, memories } = fake.fixtures;
  expect(foundIn(discovery)).toMatchObject({
    "agent.id": agent?.id,
    "otherAgent.id": otherAgent?.id,
    foreignChannel,
    unreadableScope,
    "messages.foreign.id": messages?.foreign?.id,
    "memories.unreadable.id": memories?.unreadable?.id,
  });
  expect(wrongOnes(discovery, fake.target)).toEqual([]);
});

test.each([
  ["renamed parameters", { "parameter-names": "other" }],
  ["small pages", { "message-pages": "1-of-1-clamped", "limit-above-maximum": "clamped" }],
  ["members without a value left out", { "absent-values": "omitted", meta: "never", pagination: "none" }],
  ["whole seconds", { timestamps: "seconds" }],
  ["times of another zone", { timestamps: "offset-east" }],
  ["required members", { "required-fields": "more" }],
] as const)("writes no wrong name and no wrong fixture for a server with %s", async (_, variant) => {
  const fake = await startFake({ variant });
  const discovery = await look(fake.target, everyKey(fake.target));
  const stated = fake.target.contract?.parameters ?? {};
  for (const [operation, names] of Object.entries(namesIn(discovery))) {
    for (const [role, name] of Object.entries(names)) {
      expect([operation, role, stated[operation]?.[role] ?? name]).toEqual([operation, role, name]);
    }
  }
  expect(Object.keys(namesIn(discovery)["search-memories"] ?? {})).toHaveLength(9);
  expect(wrongOnes(discovery, fake.target)).toEqual([]);
  if ("timestamps" in variant) {
    expect("memories.equalInstants.ids" in foundIn(discovery)).toBe(variant.timestamps !== "seconds");
  }
});

test.each([1, 2, 3, 4])(
  "finds the names of independent server %i, which rejects those that it does not know",
  async (seed) => {
    const server = await createIndependentServer({ seed });
    closing.push(() => server.close());
    const discovery = await look(server.target, everyKey(server.target));
    const stated = server.target.contract?.parameters ?? {};
    expect(stated).toMatchObject(namesIn(discovery));
    expect(namesIn(discovery)["list-tasks"]).toEqual(stated["list-tasks"]);
    expect(namesIn(discovery)["request-file-download"]).toEqual(stated["request-file-download"]);
    expect(wrongOnes(discovery, server.target)).toEqual([]);
  },
);

/** A server that gives the same response to everything that it is asked. */
async function startStub(
  answer: (count: number) => { status: number; data: unknown; headers?: Record<string, string> },
) {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    const { status, data, headers } = answer(count);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(
      JSON.stringify(status === 200 ? { success: true, data } : { success: false, error: { code: "x", message: "y" } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, apiKey: "k", count: () => count };
}

const TASKS = ["a", "b", "c"].map((id) => ({
  id,
  title: `${id} title`,
  status: "done",
  priority: "low",
  channelId: id,
}));

test("verifies no name where every parameter is ignored", async () => {
  const stub = await startStub(() => ({ status: 200, data: TASKS }));
  const { names } = await look(stub);
  expect(names.filter(({ state }) => state !== "unknown")).toEqual([]);
});

test("waits as long as a rejection for the rate asks, and asks again", async () => {
  const stub = await startStub((count) =>
    count === 3 ? { status: 429, data: null, headers: { "retry-after": "1" } } : { status: 200, data: TASKS },
  );
  const started = performance.now();
  const { isCutShort } = await look(stub);
  expect([isCutShort, performance.now() - started > 900]).toEqual([false, true]);
});

test("sends no more requests than it may, and says that it was cut short", async () => {
  const stub = await startStub(() => ({ status: 200, data: TASKS }));
  const { isCutShort, requests } = await look(stub, { maxRequests: 40 });
  expect([isCutShort, requests, stub.count()]).toEqual([true, 40, 40]);
});
