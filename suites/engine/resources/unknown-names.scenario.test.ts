import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { createIndependentServer } from "../../selftest/independent/independent-server.ts";
import { completeTarget } from "../../target/load.ts";
import { ordinaryRun } from "../check/options.ts";

/** A seed with which the server uses other parameter names and rejects unknown ones. */
const OTHER_NAMES = 5;

test("fails nothing if a target does not know parameter names that the contract leaves open", async () => {
  const server = await createIndependentServer({ seed: OTHER_NAMES });
  try {
    const { baseUrl, apiKey } = server.target;
    const settings = ordinaryRun(completeTarget({ baseUrl, apiKey }, process.cwd()), { budget: "smoke" });
    const { requirements } = await runChecksOrThrow(settings);
    expect(requirements.filter(({ verdict }) => verdict === "fail").map(({ id }) => id)).toEqual([]);
    const doubted = requirements.filter(({ reason }) => reason?.includes("contract.parameters.list-tasks.limit"));
    expect(doubted.map(({ verdict }) => verdict)).toContain("inconclusive");
  } finally {
    await server.close();
  }
});

test("distinguishes a name of one letter that is part of other words from an unknown name", async () => {
  const fake = await createFake();
  const front = await rejecting("q", fake.target.baseUrl);
  try {
    const target = completeTarget({ baseUrl: front.baseUrl, apiKey: fake.target.apiKey }, process.cwd());
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: ["memories.search.succeeds"] }));
    expect(requirements[0]).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("contract.parameters.search-memories.text"),
    });
  } finally {
    await front.close();
    await fake.close();
  }
});

const KNOWN = ["kind", "status", "tags", "from", "to", "scope_id", "cursor", "limit", "q"];

/** Starts a proxy that rejects searches with this parameter or with unknown ones, and forwards all other requests. */
async function rejecting(name: string, behind: string) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", behind);
    const unknown = [...url.searchParams.keys()].find((key) => key === name || !KNOWN.includes(key));
    if (url.pathname.endsWith("/search-memories") && unknown !== undefined) {
      const error = { code: "invalid_input", message: `unknown query parameter ${unknown}`, retryable: false };
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: false, error }));
      return;
    }
    const body = Buffer.concat(await request.toArray());
    const { authorization = "", "content-type": type = "application/json" } = request.headers;
    const { method = "GET" } = request;
    const answer = await fetch(url, {
      method,
      headers: { authorization, "content-type": type },
      ...(method === "GET" ? {} : { body }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("doubts a filter without effect if the target file does not name it, and fails it otherwise", async () => {
  const fake = await createFake({ mutants: ["drop@list-tasks?text"] });
  try {
    const { baseUrl, apiKey, fixtures } = fake.target;
    const verdicts = [];
    const unknown = { contract: { parameters: { "list-tasks": { text: null } } } };
    const filled = { fixtures: fixtures ?? {} };
    for (const details of [{}, filled, { ...filled, ...unknown }]) {
      const target = completeTarget({ baseUrl, apiKey, ...details }, process.cwd());
      const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only: ["tasks.list.text-relevant"] }));
      verdicts.push(requirements.map(({ verdict, reason }) => `${verdict}: ${reason}`).join());
    }
    expect(verdicts[0]).toMatch(/^inconclusive: .*contract\.parameters\.list-tasks\.text/);
    expect(verdicts[1]).toMatch(/^fail: /);
    expect(verdicts[2]).toBe(verdicts[0]);
  } finally {
    await fake.close();
  }
});

test("fails the rejection of a name that the target knows", async () => {
  const fake = await createFake({ mutants: ["reject@list-tasks[beside=assigneeUserId]"] });
  try {
    const { contract: _none, ...target } = fake.target;
    const settings = ordinaryRun(completeTarget(target, process.cwd()), { only: ["tasks.list.succeeds"] });
    expect((await runChecksOrThrow(settings)).requirements[0]?.verdict).toBe("fail");
  } finally {
    await fake.close();
  }
});
